import FluxtapeHistory
import FluxtapeInterop
import FluxtapeLocking

extension LogConversion {
  /// The number of bytes to read at once.
  private static let blockByteCount = 1 << 20

  /// The files whose notice was printed. A file that grows is converted again, possibly while the inspector has the screen.
  private static let noticed = Locked<Set<String>>([])

  /// Detects and converts logs of other tools. Prints a notice about the conversion.
  static let ofForeignLogs = LogConversion(beginningByteCount: ForeignForm.beginningByteCount) { beginning, _ in
    guard let reader = ForeignLogReader(ofFileBeginning: beginning, declared: FormOptions.current?.form) else { return nil }
    return { (file, write) throws(HistoryError) in
      var reader = reader
      var offset = 0
      while offset < file.byteCount {
        let bytes = try file.bytes(at: offset, count: Self.blockByteCount)
        if bytes.isEmpty { break }
        offset += bytes.count
        try write(reader.convert(bytes))
      }
      let rest: [UInt8]
      do throws(InteropError) { rest = try reader.finish() } catch { throw file.error("\(error)", isDeclaration: error.isDeclaration) }
      try write(rest)
      guard noticed.withLock({ $0.insert(file.path).inserted }) else { return reader.lineNumbers }
      let notice = (["read as \(reader.form.name)"] + reader.notices).joined(separator: "; ")
      StandardOutput.warn("fluxtape: \(file.path): \(notice)")
      return reader.lineNumbers
    }
  }
}

extension History {
  /// Opens logs, including those of other tools.
  static func openAny(_ paths: [String]) throws(HistoryError) -> [History] { try open(paths, converting: .ofForeignLogs) }
}

extension HistoryOpening {
  /// Opens logs, including those of other tools.
  ///
  /// - Parameter input: Standard input so far, for `-`. Without it, standard input is first read to its end.
  convenience init(any paths: [String], from input: LiveInput? = nil, isHeldBack: Bool = false) throws(HistoryError) {
    try self.init(paths, from: input, converting: .ofForeignLogs, isHeldBack: isHeldBack)
  }
}
