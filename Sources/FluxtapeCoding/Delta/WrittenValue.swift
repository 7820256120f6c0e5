/// A value that nothing is known of but how it was written.
final class WrittenValue {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}
