// SPDX-License-Identifier: 0BSD
// Calls through the crate of a model that takes absolute values of matrices whose sizes change: as many elements have to
// be there as the extents say.
fn main() {
    let mut network = net::Model::new();
    let input = [1.0f32, -2.0, 3.0, -4.0, 5.0, -6.0];
    let mut output = [0f32; net::FORWARD_OUTPUT_ELEMENTS];
    let mut dims = [0i32; 2];
    network.forward(&input, &[2, 3], &mut output, &mut dims).unwrap();
    assert_eq!(output[..6], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(dims, [2, 3]);
    let none = Err(net::Status(0x12));
    assert_eq!(network.forward(&input[..5], &[2, 3], &mut output, &mut dims), none);
    assert_eq!(network.forward(&input, &[i32::MAX, i32::MAX], &mut output, &mut dims), none);
    assert!(network.forward(&input, &[-2, 3], &mut output, &mut dims).is_err());
}
