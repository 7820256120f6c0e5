import FluxtapeReplay
import Testing

struct RecordingTests {
  @Test func `an app starts in a state of a log`() throws {
    let recording = try Recorded.cart()
    let end: Cart = try recording.state(of: "cart")
    #expect(end == Cart())
    let totals = (1...8).map { try? recording.state(of: "cart", at: $0, as: Cart.self).total }
    #expect(totals.contains(400))
  }

  static let secret = """
    {"seq":1,"t":0,"store":"session","type":"@@INIT","state":{"items":[],"total":0,"note":{"$truncated":{"bytes":9,"digest":"d"}},"token":{"$redacted":"9f2c"}}}

    """

  @Test func `what was left out of the log is named with its path`() throws {
    let error = try #require(throws: ReplayError.self) { try Recorded.recording(Self.secret).state(of: "session", as: Cart.self) }
    #expect(
      "\(error)"
        == "the state of session cannot be decoded, because the log lacks some values: /note was truncated, /token was redacted")
  }

  @Test(arguments: [
    ("session", 9, "no step 9; the last step is 1"), ("cart", 1, "there is no store 'cart' in the log; its stores are session"),
  ])
  func `what is not there is said`(store: String, step: Int, says: String) throws {
    let error = try #require(throws: ReplayError.self) { try Recorded.recording(Self.secret).json(of: store, at: step) }
    #expect("\(error)" == says)
  }

  @Test func `a state of another type says where`() throws {
    let error = try #require(throws: ReplayError.self) { try Recorded.cart().state(of: "cart", as: [String: Int].self) }
    #expect("\(error)".contains("the state of cart cannot be decoded: at '/"), "\(error)")
  }

  @Test func `a log that is not there is an error of the same kind`() {
    #expect(throws: ReplayError.self) { try Recording("no-such-log.jsonl") }
  }
}
