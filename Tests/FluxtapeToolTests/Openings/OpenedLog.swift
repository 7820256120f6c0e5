import FluxtapeRandomCases
import Foundation

/// A random log of some shape, and its changes while it is shown.
struct OpenedLog {
  enum Shape: CaseIterable {
    case hugeLines, tinyLines, causedByOne, severalStores, badLines, gaps, completions, hostileValues, packed, segments, severalRuns
    case empty, noLog
  }

  let shape: Shape
  let folder: TemporaryFolder
  /// The arguments of the tool: paths and options.
  private(set) var paths: [String] = []
  let options: [String]
  /// The last one, which grows.
  private var grown: String { paths.last ?? "" }
  private var nextStep = 1
  /// Steps that were left out and may come later.
  private var late: [Int] = []

  init(_ random: inout SplitMix64) throws {
    shape = Shape.allCases.randomElement(using: &random) ?? .tinyLines
    folder = try TemporaryFolder()
    options = Bool.random(using: &random) ? ["--follow"] : []
    switch shape {
    case .empty: paths = [try folder.write("", to: "empty.jsonl")]
    case .noLog: paths = [try folder.write("this is no log\n", to: "other.jsonl")]
    case .packed:
      let path = folder.path("packed.jsonl.gz")
      try Data(Gzip.stored(Array(text(lineCount(&random), &random).utf8))).write(to: URL(fileURLWithPath: path))
      paths = [path]
    case .segments:
      for segment in 1...3 {
        let header = #"{"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z","segment":\#(segment)}"# + "\n"
        paths.append(try folder.write(header + text(lineCount(&random) / 3, &random), to: "part\(segment).jsonl"))
      }
    case .severalRuns:
      for run in 1...3 {
        nextStep = 1
        paths.append(try folder.write(Self.header(run) + text(lineCount(&random) / 3, &random), to: "run\(run).jsonl"))
      }
    default: paths = [try folder.write(Self.header(1) + text(lineCount(&random), &random), to: "log.jsonl")]
    }
  }

  /// The exit status of the tool after the user quits.
  var status: Int32 { isOpened ? 0 : 3 }

  /// Whether there is something to show, or to wait for.
  var isOpened: Bool { shape == .empty ? !options.isEmpty : shape != .noLog }

  private static func header(_ run: Int) -> String {
    #"{"fluxtape":1,"run":"r\#(run)","time":"2026-11-21T09:00:00.000000Z"}"# + "\n"
  }
}

// MARK: - Lines

extension OpenedLog {
  /// Some logs are read at once, others while keys are pressed.
  private func lineCount(_ random: inout SplitMix64) -> Int {
    switch shape {
    case .hugeLines: Int.random(in: 40..<70, using: &random)
    default: [1, 40, 400, 4000].randomElement(using: &random) ?? 1
    }
  }

  private mutating func text(_ count: Int, _ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<count { text += line(&random) + "\n" }
    // One in four is torn.
    if Int.random(in: 0..<4, using: &random) == 0 { text += line(&random).prefix(Int.random(in: 1..<60, using: &random)) }
    return text
  }

  /// A record of the next step, or another line of such a log.
  private mutating func line(_ random: inout SplitMix64) -> String {
    switch (shape, Int.random(in: 0..<12, using: &random)) {
    case (.badLines, 0...3): return ["", "no record", "{\"seq\":", "[1]", "{\"t\":1}", "\u{0}"].randomElement(using: &random) ?? ""
    case (.gaps, 0): return #"{"seq":\#(step()),"t":1,"gap":{"lost":3,"first":2,"last":4,"reason":"disk full"}}"#
    case (.gaps, 1...3):
      late.append(step())
      return action(step(), &random)
    case (.gaps, 4) where !late.isEmpty: return action(late.removeFirst(), &random)
    case (.completions, 0...3): return begun(step(), &random)
    case (.completions, 4...6):
      return #"{"completes":\#(Int.random(in: 1...max(nextStep, 1), using: &random)),"t":9,"store":"a","dur":20,"state":{"n":1}}"#
    case (_, 11): return #"{"seq":\#(step()),"t":7,"mark":"here","level":"error"}"#
    default: return action(step(), &random)
    }
  }

  private mutating func step() -> Int {
    defer { nextStep += 1 }
    return nextStep
  }

  private func begun(_ step: Int, _ random: inout SplitMix64) -> String {
    #"{"seq":\#(step),"t":\#(step),"store":"a","type":"load","effect":{"id":"e\#(step)","phase":"started"}}"#
  }

  private func action(_ step: Int, _ random: inout SplitMix64) -> String {
    let store = shape == .severalStores ? "store\(Int.random(in: 0..<30, using: &random))" : "a"
    let payload =
      switch shape {
      case .hugeLines: String(repeating: "x", count: 60_000)
      case .hostileValues: [#"\u001b[2J"#, #"\ud800"#, "e\u{301}\u{301}", #"\u202eabc"#, "👩‍👧"].randomElement(using: &random) ?? ""
      default: "p\(step % 9)"
      }
    let cause: Int? =
      switch shape {
      case .causedByOne, .hugeLines: 1
      default: Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 1...step, using: &random) : nil
      }
    let change =
      step % 50 == 1
      ? #""state":{"n":\#(step),"l":[1,2,3],"m":{"a":null,"b":true}}"# : #""patch":[{"op":"replace","path":"/n","value":\#(step)}]"#
    return #"{"seq":\#(step),"t":\#(step)000,"store":"\#(store)","type":"tick\#(step % 7)","payload":{"text":"\#(payload)"},"#
      + (cause.map { #""cause":\#($0),"# } ?? "") + change + "}"
  }
}

// MARK: - Changes of the log

extension OpenedLog {
  /// Appends lines, cuts a line, truncates the log, replaces it or deletes it.
  mutating func change(_ random: inout SplitMix64) throws {
    guard shape != .packed else { return }
    let url = URL(fileURLWithPath: grown)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: try? FileManager.default.removeItem(at: url)
    case 1: try Data((Self.header(7) + text(20, &random)).utf8).write(to: url, options: .atomic)
    case 2:
      guard let file = try? FileHandle(forWritingTo: url) else { return }
      try file.truncate(atOffset: Bool.random(using: &random) ? 0 : (try file.seekToEnd()) / 2)
    default:
      guard let file = try? FileHandle(forWritingTo: url) else { return }
      try file.seekToEnd()
      try file.write(contentsOf: Data(text(Int.random(in: 1..<30, using: &random), &random).utf8))
    }
  }
}

/// A gzip file without compression.
enum Gzip {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let count = UInt16(end - start)
      packed.append(end == bytes.count ? 1 : 0)
      packed += littleEndian(count) + littleEndian(~count) + bytes[start..<end]
      start = end
    } while start < bytes.count
    return packed + littleEndian(checksum(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The CRC of RFC 1952, section 8.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }
}
