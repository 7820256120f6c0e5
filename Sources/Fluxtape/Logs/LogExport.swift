internal import FluxtapeLog

/// A copy of a log as it stood at one moment: the files that were kept then, joined into one.
///
/// The files are open already. What is appended, renamed or deleted meanwhile does not matter.
struct LogExport {
  /// Oldest first.
  let files: [ReadableFile]
  /// Whether the last file ends inside a line that is whole but for its end.
  let endsInOpenLine: Bool

  /// Writes the copy to `path`, at which nothing may stand. Whoever looks there sees nothing or all of it.
  func write(to path: String) throws(RecorderError) {
    let draft = "\(path).\(SystemFacts.processIdentifier)-\(UInt32.random(in: 0 ... .max)).draft"
    do throws(RecorderError) {
      try writeDraft(to: draft)
      guard try Self.move(draft, to: path) else { throw RecorderError(.cannotCreate(code: PosixError.occupied.code), path: path) }
    } catch {
      PosixFile.remove(draft)
      throw RecorderError(error.reason, path: path)
    }
  }

  private static func move(_ draft: String, to path: String) throws(RecorderError) -> Bool {
    do throws(PosixError) { return try PosixFile.move(draft, to: path) } catch { throw RecorderError(.cannotCreate(code: error.code)) }
  }

  private func writeDraft(to path: String) throws(RecorderError) {
    let copy: PosixFile
    do throws(PosixError) { copy = try PosixFile(creating: path) } catch { throw RecorderError(.cannotCreate(code: error.code)) }
    for (place, file) in files.enumerated() {
      let isOpen = endsInOpenLine && place == files.count - 1
      let end = isOpen ? file.size : try Self.endOfLastLine(of: file)
      var offset = 0
      while offset < end {
        let bytes = try Self.read(min(Self.bytesAtOnce, end - offset), of: file, at: offset)
        try Self.append(bytes, to: copy)
        offset += bytes.count
      }
      if isOpen {
        var end: [UInt8] = []
        OutcomeFacts.endLine(in: &end)
        try Self.append(end, to: copy)
      }
    }
  }

  /// Where the last whole line ends. A line that is cut off is none.
  private static func endOfLastLine(of file: ReadableFile) throws(RecorderError) -> Int {
    var end = file.size
    while end > 0 {
      let start = max(0, end - bytesAtOnce)
      let bytes = try read(end - start, of: file, at: start)
      if let place = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + place + 1 }
      end = start
    }
    return 0
  }

  private static func read(_ count: Int, of file: ReadableFile, at offset: Int) throws(RecorderError) -> [UInt8] {
    do throws(PosixError) {
      let bytes = try file.read(count, at: offset)
      // Shorter than it was a moment ago: somebody cuts the log.
      guard bytes.count == count else { throw PosixError.inputOutput }
      return bytes
    } catch {
      throw RecorderError(.cannotRead(code: error.code))
    }
  }

  private static func append(_ bytes: [UInt8], to copy: PosixFile) throws(RecorderError) {
    let limit = copy.sizeLimit(at: copy.writtenSize)
    guard limit - copy.writtenSize >= bytes.count else { throw RecorderError(.fileSizeLimit(bytes: limit)) }
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(PosixError) {
        rest = rest.dropFirst(try copy.append(rest, at: copy.writtenSize))
      } catch {
        throw RecorderError(.cannotWrite(code: error.code))
      }
    }
  }

  private static let bytesAtOnce = 256 << 10
}
