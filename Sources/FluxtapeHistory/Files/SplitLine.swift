/// A line of a file, without its line feed and the carriage return before it.
struct SplitLine {
  var bytes: [UInt8]
  /// Bytes of the file before the line.
  var offset: Int
  /// Whether a line feed ends it.
  var isTerminated: Bool
}

extension SplitLine {
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}
