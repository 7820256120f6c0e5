import Fluxtape
import FluxtapeStores
import Foundation
import ShopStores
import Testing

@Suite struct ShopTests {
  /// The log of one play of the script.
  private static func record() async -> [UInt8] {
    let clock = VirtualClock()
    let sink = MemorySink()
    let recorder = Recorder(writingTo: sink, context: .sample("shop", clock: clock))
    do {
      let shop = Shop(clock: clock, recorder: recorder)
      await ScriptedUser(of: shop, clock: clock).play()
    }
    recorder.close()
    return sink.bytes
  }

  @Test func `the log in the repository is what the script makes`() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../logs/shop.jsonl")
    let recorded = await Self.record()
    if ProcessInfo.processInfo.environment["RECORD_LOGS"] == "1" { try Data(recorded).write(to: file) }
    #expect(try Data(contentsOf: file) == Data(recorded))
  }

  @Test func `the log has its causes, its failure and its retry`() async {
    let text = String(decoding: await Self.record(), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.contains(#""seq":"#) } >= 200)
    #expect(text.contains("抹茶茶碗"))
    #expect(text.contains(#""type":"cart.checkoutFailed""#))
    #expect(text.contains(#""type":"session.retried""#))
    #expect(lines.count { $0.contains(#""cause":"#) } > 40)
  }

  @Test func `the password and the tokens are nowhere in the log`() async {
    let text = String(decoding: await Self.record(), as: UTF8.self)
    #expect(!text.contains("correct horse"))
    #expect(!text.contains("tok-1"))
    #expect(text.contains(#"{"$redacted":"#))
  }
}
