import Fluxtape
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogSchema
import FluxtapeStores
import Foundation
import Testing

@testable import FluxtapeLive

/// `fluxtape live` with the session of an app that runs in this process.
struct DrivenAppTests {
  @Test func `a jump and the way back, told in the log`() throws {
    let app = try DrivenApp()
    let tea = app.add("tea", 5)
    let milk = app.add("milk", 2)
    let status = try app.run("status")
    #expect(
      status.lines == [
        "the app runs as without a session",
        "cart  keeps the states of steps \(tea - 1) to \(milk), "
          + "reads states of the log, takes actions, reads actions, recomputes, holds actions",
      ], "\(status)")
    let jump = try app.run("jump", "\(tea)")
    #expect(jump.output == "the app is at step \(tea) and goes on from there  (\(app.log):\(milk + 1))\n" && jump.status == 0, "\(jump)")
    #expect(app.cart.state == DrivenCart(items: ["tea"], total: 5))
    #expect(try app.run("status").lines.first == "jumped to \(tea)")
    let now = try JSONValue(parsing: app.run("now", "--json").output)
    #expect(now == ["done": "the app is where it was before the jump", "mark": .number(JSONNumber(milk + 3))])
    #expect(app.cart.state.items == ["tea", "milk"])
    let refused = try app.run("now")
    #expect(refused.status == 1 && refused.errors.hasPrefix("fluxtape: \(app.log): not done: "), "\(refused)")
    let beyond = try app.run("jump", "999")
    #expect(beyond.status == 1 && beyond.errors.contains("999"), "\(beyond)")

    let log = try app.closedLog()
    let live = try BuiltTool.run("find", log, "is:live", "--json").lines.map { try JSONValue(parsing: $0)["seq"]?.int }
    #expect(live == [1, milk + 1, milk + 2, milk + 3, milk + 4])
    let blame = try BuiltTool.run("blame", log, "cart.total").lines
    #expect(blame.last?.contains(":\(milk + 4) ") == true && blame.last?.contains("@@STATE by the inspector  was 5") == true, "\(blame)")
    let check = try BuiltTool.run("check", log)
    #expect(check.status == 0, "\(check)")
  }

  @Test func `held actions go on in order, or are dropped`() throws {
    let app = try DrivenApp()
    let tea = app.add("tea", 5)
    #expect(try app.run("lock").output.hasPrefix("new actions are held  ("))
    let held = app.add("milk", 2)
    _ = app.add("figs", 3)
    #expect(app.cart.state.items == ["tea"])
    #expect(try app.run("status").lines.first == "locked, 2 held")
    #expect(try app.run("unlock").output.hasPrefix("2 held actions go on  ("))
    #expect(app.cart.state.items == ["tea", "milk", "figs"])
    #expect(try app.run("lock").status == 0)
    _ = app.add("salt", 1)
    #expect(try app.run("drop").output.hasPrefix("1 held action is dropped, and the app is not locked any more  ("))
    _ = app.add("oil", 4)
    #expect(app.cart.state.items == ["tea", "milk", "figs", "oil"])
    #expect(try app.run("unlock").errors.hasSuffix("not done: the app is not locked\n"))

    let log = try app.closedLog()
    let rows = try BuiltTool.run("list", log, "--json").lines.map { try JSONValue(parsing: $0) }
    // Actions that go on are the app's.
    #expect(rows.allSatisfy { $0["byInspector"] == nil }, "\(rows)")
    #expect(rows.filter { $0["cause"]?.int == held }.count == 1 && rows.contains { $0["seq"]?.int == tea }, "\(rows)")
    #expect(try BuiltTool.run("check", log).status == 0)
  }

  @Test func `actions are dispatched, repeated, left out and recomputed`() throws {
    let app = try DrivenApp()
    let tea = app.add("tea", 5)
    let milk = app.add("milk", 2)
    #expect(try app.run("repeat", "\(tea)").output.hasPrefix("step \(tea) was dispatched again  ("))
    let action = try app.run("action", "\(milk)").output
    let edited = action.replacing(#""price":2"#, with: #""price":7"#)
    #expect(try app.run(["dispatch", "cart", "-"], input: edited).output.hasPrefix("the action was dispatched to 'cart'  ("), "\(action)")
    #expect(app.cart.state == DrivenCart(items: ["tea", "milk", "tea", "milk"], total: 19))
    let wrong = try app.run("dispatch", "cart", #"{"added":{"_0":"tea","price":"much"}}"#)
    #expect(wrong.status == 1 && wrong.errors.contains("the action of 'cart' cannot be read: '/added/price': expected Int"), "\(wrong)")
    let nobody = try app.run("dispatch", "basket", "1")
    #expect(nobody.status == 1 && nobody.errors.contains("no store 'basket' is attached; attached are: cart"), "\(nobody)")
    #expect(try app.run("skip", "\(tea)").status == 0)
    #expect(app.cart.state == DrivenCart(items: ["milk", "tea", "milk"], total: 14))
    #expect(try app.run("replay", "\(tea)").status == 0)
    #expect(app.cart.state == DrivenCart(items: ["tea", "milk", "tea", "milk"], total: 19))

    let log = try app.closedLog()
    let rows = try BuiltTool.run("list", log, "--json").lines.map { try JSONValue(parsing: $0) }
    let types = rows.filter { $0["byInspector"] == true }.map { $0["type"]?.string }
    #expect(types == ["DrivenAction.added", "DrivenAction.added", "@@STATE", "@@STATE"])
    for row in rows { #expect(try AnswerSchemaTests.schema("list").fault(in: row) == nil) }
    #expect(try BuiltTool.run("check", log).status == 0)
  }

  @Test func `what the app does after a jump is its own doing`() throws {
    let app = try DrivenApp()
    let other = Store(initial: DrivenCart(), reducer: DrivenCart.reduce, recording: app.recorder.store("other"))
    let tea = app.add("tea", 5)
    _ = app.add("milk", 2)
    let token = app.cart.subscribe { other.dispatch(.added("copy", price: $0.total)) }
    #expect(try app.run("jump", "\(tea)").status == 0)
    withExtendedLifetime(token) {}
    let rows = try BuiltTool.run("list", app.closedLog(), "--json").lines.map { try JSONValue(parsing: $0) }
    let jump = rows.first { $0["mark"]?.string?.hasPrefix("live: jump") == true }?["seq"]
    let caused = rows.filter { $0["cause"] != nil && $0["cause"] == jump }
    #expect(caused.map { $0["store"] } == ["cart", "other"] && caused.map { $0["byInspector"] } == [true, nil], "\(rows)")
  }

  @Test func `a state that is no longer kept comes from the log`() throws {
    let app = try DrivenApp(keptSteps: 2)
    let tea = app.add("tea", 5)
    for price in 1...6 { _ = app.add("milk", price) }
    let jump = try app.run("jump", "\(tea)")
    #expect(jump.status == 0 && jump.output.hasPrefix("the app is at step \(tea) and goes on from there  ("), "\(jump)")
    #expect(app.cart.state == DrivenCart(items: ["tea"], total: 5))
    let last = app.recorder.nextStep.rawValue - 1
    let state = try BuiltTool.run("show", app.closedLog(), "\(last)", "--state", "--store", "cart").output
    #expect(try JSONValue(parsing: state) == ["items": ["tea"], "total": 5], "\(state)")
  }

  @Test func `a store is not set to what stands in the log for a secret`() throws {
    let app = try DrivenApp(keptSteps: 2)
    let account = Store(initial: DrivenAccount(), reducer: DrivenAccount.reduce, recording: app.recorder.store("account"))
    app.live.attach(account, isolation: nil)
    account.dispatch("s3cret-1")
    let tea = app.add("tea", 5)
    for price in 1...6 {
      account.dispatch("s3cret-2")
      _ = app.add("milk", price)
    }
    let before = app.cart.state
    let jump = try app.run("jump", "\(tea)")
    let reason = "account.token is redacted in the log, so the app is not set to it"
    #expect(jump.status == 1 && jump.errors == "fluxtape: \(app.log):\(tea): \(reason)\n", "\(jump)")
    #expect(account.state.token == "s3cret-2" && app.cart.state == before)
  }

  @Test func `the app stops where a query holds, and goes on`() throws {
    let app = try DrivenApp()
    _ = app.add("tea", 5)
    let isOver = Locked(false)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      // It holds from when it is armed, a moment after its mark.
      while app.live.core?.breakpoint.armed == nil, !isOver.withLock({ $0 }) { usleep(500) }
      for price in 1...4 { _ = app.add("milk", price) }
      done.signal()
    }
    let answer = try app.run("break", "cart.total > 10", "--within", "60")
    isOver.withLock { $0 = true }
    done.wait()
    #expect(answer.status == 0 && answer.lines.count == 1, "\(answer)")
    #expect(answer.lines.first?.contains("added") == true && answer.errors.contains("the app stops where cart.total > 10"), "\(answer)")
    #expect(app.cart.state.total == 15)
    let nothing = try app.run("continue")
    #expect(nothing.status == 1 && nothing.errors.contains("the app does not wait at a breakpoint"), "\(nothing)")
    let texts = try BuiltTool.run("find", app.closedLog(), "is:live and is:mark").lines
    #expect(texts.contains { $0.contains("live: paused at step") } && texts.contains { $0.contains("live: went on from step") }, "\(texts)")
  }
}

// MARK: - The app

struct DrivenCart: Codable, Equatable, Sendable {
  var items: [String] = []
  var total = 0

  static func reduce(_ cart: inout DrivenCart, _ action: DrivenAction) {
    guard case .added(let name, let price) = action else { return }
    cart.items.append(name)
    cart.total += price
  }
}

enum DrivenAction: Codable, Sendable {
  case added(String, price: Int)
  case looked
}

struct DrivenAccount: Codable, Sendable {
  var token = ""

  static func reduce(_ account: inout DrivenAccount, _ token: String) { account.token = token }
}

/// An app with a recorded store and a live session.
private final class DrivenApp: Sendable {
  let log: String
  let recorder: Recorder
  let cart: Store<DrivenCart, DrivenAction>
  let live: LiveSession
  private let folder: URL

  init(keptSteps: Int = 1000) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "driven-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    log = folder.appending(path: "shop.jsonl").path
    var recording = RecorderOptions()
    recording.stateTimePerAction = .zero
    recorder = Recorder(to: log, options: recording)
    cart = Store(initial: DrivenCart(), reducer: DrivenCart.reduce, recording: recorder.store("cart"))
    var options = LiveOptions(keptSteps: keptSteps)
    // Machines that run tests may be slow.
    (options.longestWait, options.longestVerdict) = (.seconds(60), .seconds(60))
    live = LiveSession(recorder, inReleaseBuilds: true, options: options)
    live.attach(cart, isolation: nil)
  }

  deinit {
    live.close()
    recorder.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Adds an item. Returns the step.
  func add(_ name: String, _ price: Int) -> Int {
    cart.dispatch(.added(name, price: price))
    return recorder.nextStep.rawValue - 1
  }

  func run(_ words: String...) throws -> BuiltTool.Answer { try run(words) }

  func run(_ words: [String], input: String? = nil) throws -> BuiltTool.Answer { try BuiltTool.run(["live", log] + words, input: input) }

  /// Ends the session and the log. Returns its path.
  func closedLog() throws -> String {
    live.close()
    recorder.close()
    return log
  }
}
