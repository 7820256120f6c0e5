import FluxtapeSimulatedRuns
import Foundation

/// A folder of logs as many CI jobs leave them, generated on first use and equal in every run.
final class Fleet {
  /// The number of logs that targets are meant for.
  static let usualCount = 2000
  private static let bytesPerRun = 95 << 10

  let count: Int
  private let folder: ScratchFolder
  private var made: String?

  init(of count: Int = Fleet.usualCount, in folder: ScratchFolder) {
    self.count = count
    self.folder = folder
  }

  /// The folder with the logs of several simulated apps. One run in 50 has a bug.
  func path() throws -> String {
    if let made { return made }
    let path = folder.path("fleet")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let trial = CausesTrial(seed: 1)
    let bugs = PlantedBug.all
    for number in 0..<count {
      // Cycles through all bugs and their apps.
      let bug = bugs[(number + number / 50) % bugs.count]
      let text = try trial.log(of: bug.app, number.isMultiple(of: 50) ? bug.fault : nil, number, background: Self.bytesPerRun)
      try text.write(toFile: "\(path)/\(number).jsonl", atomically: false, encoding: .utf8)
    }
    made = path
    return path
  }
}
