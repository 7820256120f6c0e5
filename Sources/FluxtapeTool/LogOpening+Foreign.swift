import FluxtapeHistory
import FluxtapeInterop
import FluxtapeLocking

extension LogConversion {
  /// Bytes of a foreign file that are read at once.
  private static let blockByteCount = 1 << 20

  /// Files of which it was said how they are read: they are read again when somebody writes to them, and meanwhile the screen may be taken.
  private static let told = Locked<Set<String>>([])

  /// Reads what other tools wrote, told by its contents, and says so in a line on standard error, with what is to be known about it.
  static let ofForeignLogs = LogConversion(beginningByteCount: ForeignForm.beginningByteCount) { beginning, path in
    guard let reader = ForeignLogReader(ofFileBeginning: beginning, named: path) else { return nil }
    return { (file, write) throws(HistoryError) in
      var reader = reader
      var offset = 0
      while offset < file.byteCount {
        let bytes = try file.bytes(at: offset, count: Self.blockByteCount)
        if bytes.isEmpty { break }
        offset += bytes.count
        try write(reader.take(bytes))
      }
      let rest: [UInt8]
      do { rest = try reader.finish() } catch { throw file.error("\(error)") }
      try write(rest)
      guard told.withLock({ $0.insert(file.path).inserted }) else { return }
      let notice = (["read as \(reader.form.name)"] + reader.notices).joined(separator: "; ")
      StandardOutput.tell("fluxtape: \(file.path): \(notice)")
    }
  }
}

extension History {
  /// Opens logs, those of other tools too.
  static func openAny(_ paths: [String]) throws(HistoryError) -> [History] { try open(paths, converting: .ofForeignLogs) }
}

extension HistoryOpening {
  /// Opens logs, those of other tools too.
  ///
  /// - Parameter input: What `-` stands for, as far as it has come; without it, standard input is read to its end first.
  convenience init(
    any paths: [String], from input: LiveInput? = nil, depth: Depth = .thorough, isHeldBack: Bool = false
  ) throws(HistoryError) {
    try self.init(paths, from: input, depth: depth, converting: .ofForeignLogs, isHeldBack: isHeldBack)
  }
}
