import FluxtapeLog

extension History {
  /// Opens logs. Files of one run are joined, in the order of their segments; each run is a history of its own.
  ///
  /// `-` is standard input, which is read to its end first. Packed files are unpacked into a temporary file. Among several files, empty ones
  /// are skipped: a process may be killed right after it created its next segment.
  /// - Parameters:
  ///   - paths: The files.
  ///   - conversion: Converts files of other tools. Without one, every file is read as a log.
  /// - Returns: the runs in the order of the files.
  /// - Throws: ``HistoryError`` for the first file that cannot be opened or has no record.
  /// - Complexity: O(bytes of the files). The files stay open.
  public static func open(_ paths: [String], converting conversion: LogConversion? = nil) throws(HistoryError) -> [History] {
    try open(paths, standardInput: 0, temporaryFolder: FileBytes.temporaryFolder, converting: conversion)
  }

  package static func open(_ paths: [String], threads: Int) throws(HistoryError) -> [History] {
    try open(paths, standardInput: 0, temporaryFolder: FileBytes.temporaryFolder, threads: threads)
  }

  package static func open(
    _ paths: [String], standardInput: Int32, temporaryFolder: String, threads: Int = 2,
    converting conversion: LogConversion? = nil
  ) throws(HistoryError) -> [History] {
    let files = try FileBytes.opened(paths, standardInput: standardInput, temporaryFolder: temporaryFolder, converting: conversion)
    let opening = try HistoryOpening(files, threads: threads - 1)
    try opening.readToEnd()
    return opening.histories
  }

  /// Opens only the lines of a file, for logs of a later version: every line that is a JSON object is a row of an unknown kind, with its
  /// `seq` and `t` if it has them. There are no stores and no states.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be opened or is empty.
  public static func openRaw(_ path: String) throws(HistoryError) -> History {
    let opening = try HistoryOpening([FileBytes(opening: path)], isRaw: true)
    try opening.wait()
    guard let history = opening.histories.first else { throw HistoryError(.empty, path: path) }
    return history
  }
}

extension FileBytes {
  /// Opens all files, in the order in which they are read.
  static func opened(
    _ paths: [String], standardInput: Int32, liveInput: LiveInput? = nil, temporaryFolder: String,
    converting conversion: LogConversion? = nil
  ) throws(HistoryError) -> [FileBytes] {
    var files: [FileBytes] = []
    for path in paths {
      var file: FileBytes
      if path != LogFile.standardInputPath {
        file = try FileBytes(opening: path)
      } else if let liveInput {
        file = try liveInput.bytes()
      } else {
        file = try FileBytes(spooling: standardInput, into: temporaryFolder)
      }
      if let packing = file.packing { file = try file.unpacked(packing, into: temporaryFolder) }
      files.append(try conversion?.log(of: file, into: temporaryFolder) ?? file)
    }
    let written = files.filter { $0.count > 0 }
    return try RunSorter.inSegmentOrder(written.isEmpty ? files : written)
  }
}
