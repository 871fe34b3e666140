// SPDX-License-Identifier: 0BSD
// The reference as a shared object of the same form as ours: ExecuTorch's C++ runtime, one thread.
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>

#include <cstring>
#include <memory>
#include <vector>

using namespace executorch;

// The wheel's library has it, its headers do not.
namespace executorch::extension::threadpool
{
class ThreadPool
{
  public:
    bool _unsafe_reset_threadpool(uint32_t threads);
};
ThreadPool *get_threadpool();
} // namespace executorch::extension::threadpool

namespace
{
std::unique_ptr<extension::Module> module;
runtime::Method *method;
std::vector<extension::TensorPtr> inputs;
void *const *given;
} // namespace

extern "C" {

int side_open(const char *program)
{
    extension::threadpool::get_threadpool()->_unsafe_reset_threadpool(1);
    module = std::make_unique<extension::Module>(program, extension::Module::LoadMode::Mmap);
    if (module->load_method("forward") != runtime::Error::Ok)
        return 1;
    method = module->method("forward").get();
    return 0;
}

int side_reset(void)
{
    return 0;
}

// Hands over the inputs and runs, as Module::forward does. Outputs stay where the method has them.
int side_run(void *const *in, void *const *)
{
    if (in != given) {
        inputs.clear();
        for (size_t i = 0; i < method->inputs_size(); i++) {
            const auto meta = method->method_meta().input_tensor_meta(i).get();
            std::vector<aten::SizesType> sizes(meta.sizes().begin(), meta.sizes().end());
            std::vector<aten::DimOrderType> order(meta.dim_order().begin(), meta.dim_order().end());
            inputs.push_back(
                extension::make_tensor_ptr(sizes, in[i], order, {}, meta.scalar_type()));
        }
        given = in;
    }
    for (size_t i = 0; i < inputs.size(); i++)
        if (method->set_input(runtime::EValue(*inputs[i]), i) != runtime::Error::Ok)
            return 1;
    return method->execute() != runtime::Error::Ok;
}

void side_outputs(void *const *out)
{
    for (size_t i = 0; i < method->outputs_size(); i++) {
        const auto &tensor = method->get_output(i).toTensor();
        std::memcpy(out[i], tensor.const_data_ptr(), tensor.nbytes());
    }
}
}
