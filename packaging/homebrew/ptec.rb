# SPDX-License-Identifier: 0BSD
# Builds the sdist that python/wheels.sh makes. A release adds its sha256 below the url. Homebrew builds it on
# Linux; on macOS ptec compiles and links, but nobody has run it there.
class Ptec < Formula
  desc "Compiler from ExecuTorch programs to plain C for firmware"
  homepage "https://pypi.org/project/ptec/"
  url "https://files.pythonhosted.org/packages/source/p/ptec/ptec-0.1.0.tar.gz"
  license "0BSD"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "cjson"
  depends_on "libmd"

  def install
    system "cmake", "--preset", "release", *std_cmake_args
    system "cmake", "--build", "--preset", "release"
    system "cmake", "--install", "build/release"
  end

  test do
    (testpath/"net.pte").write "no program"
    assert_match "is not an ExecuTorch program", shell_output("#{bin}/ptec compile net.pte 2>&1", 1)
  end
end
