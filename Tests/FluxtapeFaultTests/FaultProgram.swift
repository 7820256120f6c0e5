import Foundation

/// Runs the program that records.
struct FaultProgram {
  /// The folder for the files of one run.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fluxtape-faults-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// All logs in the folder.
  var logs: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted().map(path)
  }

  /// The path of the program: beside the tests.
  static let executable: String = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let folder = bundles.first?.deletingLastPathComponent() ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appending(path: "FluxtapeFaultProgram").path
  }()

  struct Output {
    /// `nil` if a signal ended it.
    let status: Int32?
    let lines: [String]
    /// The lines on standard error.
    let errors: [String]

    /// The rest of the first line that begins with `word`.
    func said(_ word: String) -> String? {
      lines.first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }
  }

  /// Runs a command to its end.
  static func run(_ command: String, _ arguments: [String]) throws -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    // A few lines, which the pipe holds until the output is read.
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let output = try lines(from: pipe)
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : nil
    return Output(status: status, lines: output, errors: try lines(from: errors))
  }

  private static func lines(from pipe: Pipe) throws -> [String] {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func run(_ arguments: String...) throws -> Output { try Self.run(Self.executable, arguments) }

  /// Starts the program, waits until `isReady`, and kills it so many microseconds later.
  func kill(after microseconds: UInt32, arguments: [String], isReady: () -> Bool) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.executable)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    while process.isRunning, !isReady() { usleep(100) }
    usleep(microseconds)
    guard Foundation.kill(process.processIdentifier, SIGKILL) == 0 else { throw Mistake.endedByItself }
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal else { throw Mistake.endedByItself }
  }

  enum Mistake: Error { case endedByItself }

  /// The numbers that the program has written so far.
  func numbers(count: Int) -> [Int] {
    let bytes = (try? Data(contentsOf: folder.appending(path: "numbers"))).map(Array.init) ?? []
    return (0..<count).map { place in
      (0..<8).reduce(0) { number, byte in
        let index = place * 8 + byte
        return index < bytes.count ? number | Int(bytes[index]) << (8 * byte) : number
      }
    }
  }
}
