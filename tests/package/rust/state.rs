// SPDX-License-Identifier: 0BSD
// Calls through the crate of a model with state give what C's own calls give; each Model has a state of its own, and
// moving it changes nothing.
extern "C" {
    fn net_forward(input: *const f32, output: *mut f32) -> i32;
    fn net_reset();
}

fn main() {
    let input = [0.5f32, -1.0, 2.0];
    let mut want = [[0f32; 3]; 4];
    unsafe {
        net_reset();
        for output in &mut want {
            assert_eq!(net_forward(input.as_ptr(), output.as_mut_ptr()), 0);
        }
    }
    assert_ne!(want[0], want[1]);
    let mut output = [0f32; 3];
    let mut one = net::Model::new();
    let mut other = net::Model::new();
    for expected in &want[..3] {
        one.forward(&input, &mut output).unwrap();
        assert_eq!(output, *expected);
    }
    other.forward(&input, &mut output).unwrap();
    assert_eq!(output, want[0]);
    let mut moved = Box::new(one);
    moved.forward(&input, &mut output).unwrap();
    assert_eq!(output, want[3]);
    moved.reset();
    moved.forward(&input, &mut output).unwrap();
    assert_eq!(output, want[0]);
}
