#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import FluxtapeLogReading

extension HistoryError: CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public var description: String {
    "\(LogFile.displayName(of: path)): \(reason)"
  }
}

extension HistoryError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound: "no such file; check the path"
    case .isDirectory: "this is a folder; name the log files in it"
    case .tooManyFolders: "there are more than \(LogFolder.mostFolders) folders in it; name the one with the logs"
    case .notAFile: "this is a pipe or a device, not a file; hand its contents to standard input and open '-'"
    case .notPermitted: "no permission to read this file; change its permissions or ask its owner"
    case .empty: "the file is empty; run the app that records into it"
    case .noRecords(nil): "no record of a log in it; is it the right file?"
    case .noRecords(let error?): "no record of a log in it; is it the right file? First line: \(error)"
    case .newerVersion(let version):
      "written in log format \(version), this program reads up to \(LogHeader.currentVersion); install a newer one, or look at the raw lines"
    case .tooManyLines: "more than \(RunIndexer.maximumRows) lines; cut the log into parts and open one of them"
    case .tooManyStores:
      "more than \(RunIndexer.freeStores) stores, and one for every \(RunIndexer.bytesPerStore) bytes; name stores without identifiers"
    case .unreadable(let code): "cannot be read: \(Self.systemMessage(code)); copy the file to another disk and try again"
    case .notSpooled(let code):
      "cannot write a temporary file: \(Self.systemMessage(code)); set TMPDIR to a folder with free space, or save the log to a file"
    case .notUnpacked(let program):
      "'\(program)' cannot unpack it: it is cut or damaged ('\(program) -dc FILE > whole.jsonl' saves the intact part), or \(program) is "
        + "not installed"
    case .unpacksTooFar(let program, let limit):
      "unpacked, it has more than \(limit >> 20) MB, too much for its size; run '\(program) -dc FILE > whole.jsonl' and open whole.jsonl"
    case .archive(let form, let command): "this is a \(form) archive; run '\(command)' and open what is in the folder 'logs'"
    case .notConverted(let why), .notDeclared(let why): why
    case .changed: "the file is shorter than when it was opened, or another one has its path; open it again"
    case .damaged(let byteOffset): "the line at byte \(byteOffset) is damaged, or was changed after the log was opened; open it again"
    case .noSuchRow(let row): "there is no row \(row)"
    case .noSuchStore(let name): "there is no store '\(name)' in this log"
    }
  }

  private static func systemMessage(_ code: Int32) -> String {
    // Sound: `strerror` returns a terminated text, which is copied at once.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
