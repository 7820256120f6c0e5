import FluxtapeInterop
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

struct DamagedExportTests {
  /// Any file is refused with a message or becomes lines of a log, each of them a record.
  @Test(arguments: ["lifted state", "row of a report server", "actions and a preloaded state", "bare actions"])
  func `bytes that are flipped, dropped or repeated never do more than that`(name: String) throws {
    let form = try #require(DevToolsFormTests.forms.first { $0.name == name })
    let whole = Array(form.text.utf8)
    var random = SplitMix64(seed: 8)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
        }
      }
      guard var reader = ForeignLogReader(ofFileBeginning: bytes), reader.form == .reduxDevTools else { continue }
      _ = reader.convert(bytes)
      guard let log = try? reader.finish() else { continue }
      for line in log.split(separator: UInt8(ascii: "\n")) { #expect(throws: Never.self) { try LogLine(decoding: Array(line)) } }
    }
  }
}
