/// A copy of a log at one moment: the files kept at that time, joined into one.
///
/// The files are already open, so later appends, renames and deletions do not affect the copy.
struct LogExport {
  /// Oldest first.
  let files: [ReadableFile]

  /// Writes the copy to `path`, where no file may exist. The file appears there complete or not at all.
  func write(to path: String) throws(RecorderError) {
    let draft = "\(path).\(SystemFacts.processIdentifier)-\(UInt32.random(in: 0 ... .max)).draft"
    do throws(RecorderError) {
      try RecorderError.wrapping(RecorderError.Reason.cannotCreate) { () throws(PosixError) in try PosixFile(creating: draft) }.fill(
        from: self)
      try RecorderError.wrapping(RecorderError.Reason.cannotCreate) { () throws(PosixError) in
        guard try PosixFile.move(draft, to: path) else { throw .occupied }
      }
    } catch {
      PosixFile.remove(draft)
      throw RecorderError(error.reason, path: path)
    }
  }
}

extension PosixFile {
  fileprivate func fill(from export: LogExport) throws(RecorderError) {
    for file in export.files {
      let end = try file.endOfLastLine()
      var offset = 0
      while offset < end {
        let bytes = try file.readAll(min(ReadableFile.bytesToCopyAtOnce, end - offset), at: offset)
        try append(bytes)
        offset += bytes.count
      }
    }
  }

  private func append(_ bytes: [UInt8]) throws(RecorderError) {
    let (_, failure) = bytes.write { (rest) throws(RecorderError) in
      try RecorderError.wrapping(RecorderError.Reason.cannotWrite) { () throws(PosixError) in try append(rest) }
    }
    if let failure { throw failure }
  }
}

extension ReadableFile {
  fileprivate static let bytesToCopyAtOnce = 256 << 10

  fileprivate func readAll(_ count: Int, at offset: Int) throws(RecorderError) -> [UInt8] {
    try RecorderError.wrapping(RecorderError.Reason.cannotRead) { () throws(PosixError) in
      let bytes = try read(count, at: offset)
      // The file is shorter than a moment ago: another process truncates the log.
      guard bytes.count == count else { throw .inputOutput }
      return bytes
    }
  }

  /// The offset behind the last complete line.
  fileprivate func endOfLastLine() throws(RecorderError) -> Int {
    var end = size
    while end > 0 {
      let start = max(0, end - Self.bytesToCopyAtOnce)
      if let place = try readAll(end - start, at: start).lastIndex(of: UInt8(ascii: "\n")) { return start + place + 1 }
      end = start
    }
    return 0
  }
}
