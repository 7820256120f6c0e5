/// The lines of an answer that fit into a number of bytes.
struct BoundedLines {
  private(set) var lines: [String] = []
  /// The number of lines after those.
  private(set) var left = 0
  /// The bytes of the first line, if it does not fit and was cut.
  private(set) var cut: Int?
  /// The number of lines of the whole answer.
  private(set) var count = 0
  private let offset: Int
  private let maxBytes: Int
  private let size: @Sendable (String) -> Int
  private var byteCount = 0

  /// - Parameters:
  ///   - offset: The number of lines to skip.
  ///   - size: Returns the bytes that a line takes.
  init(offset: Int, maxBytes: Int, size: @escaping @Sendable (String) -> Int) {
    (self.offset, self.maxBytes, self.size) = (offset, maxBytes, size)
  }

  /// The offset of the first line that is left.
  var next: Int { offset + lines.count }

  /// Adds the next line if it fits.
  mutating func add(_ line: String) {
    defer { count += 1 }
    guard count >= offset else { return }
    let bytes = size(line)
    if left == 0, byteCount + bytes <= maxBytes {
      lines.append(line)
      byteCount += bytes
    } else if lines.isEmpty {
      cut = line.utf8.count
      lines = [beginning(of: line)]
      byteCount = maxBytes
    } else {
      left += 1
    }
  }

  /// Halves the line until it fits, then extends it as far as it fits.
  private func beginning(of line: String) -> String {
    var (fits, tooMany) = (0, line.unicodeScalars.count)
    while tooMany - fits > 1 {
      let middle = (fits + tooMany) / 2
      let text = String(String.UnicodeScalarView(line.unicodeScalars.prefix(middle)))
      if size(text) + 3 <= maxBytes { fits = middle } else { tooMany = middle }
    }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(fits))) + "…"
  }
}
