import Foundation
import Testing

/// Answers of more rows than are made at once, some of them long.
struct LongAnswerTests {
  private static let count = 600

  private static func log(in folder: TemporaryFolder) throws -> String {
    let lines = (1...count).map { step in
      // More than is made at once, in the second pieces and in later ones.
      let text = String(repeating: "x", count: [100, 500].contains(step) ? 1_200_000 : step % 7)
      return #"{"seq":\#(step),"t":\#(step),"store":"s","type":"act\#(step)","payload":{"n":\#(step),"text":"\#(text)"},"patch":[]}"#
    }
    return try folder.write(lines.map { $0 + "\n" }.joined(), to: "long.jsonl")
  }

  @Test(arguments: [
    ["list", "LOG"], ["list", "LOG", "--json"], ["list", "LOG", "--json", "--with", "payload"], ["find", "LOG", "payload.n > 0"],
  ])
  func `each row has its line, in order`(_ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let log = try Self.log(in: folder)
    let answer = try BuiltTool.run(arguments.map { $0 == "LOG" ? log : $0 })
    let lines = answer.output.split(separator: "\n")
    #expect(answer.status == 0 && lines.count == Self.count)
    for (place, line) in lines.enumerated() {
      #expect(line.firstMatch(of: /act([0-9]+)/)?.1 == "\(place + 1)")
    }
  }

  @Test(arguments: [[], ["--full"]]) func `each row is in the table, in order`(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let answer = try BuiltTool.run(["export", Self.log(in: folder), "--to", "csv"] + options)
    let lines = answer.output.split(separator: "\r\n")
    #expect(answer.status == 0 && lines.count == Self.count + 1)
    for (place, line) in lines.dropFirst().enumerated() { #expect(line.hasPrefix("\(place + 1),\(place + 1),")) }
  }
}
