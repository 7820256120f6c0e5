import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReplay
import Testing

struct WhatIfTests {
  static func host() -> ReplayHost {
    var host = ReplayHost()
    host.add("cart", reduce: cartReducer)
    return host
  }

  /// The resulting run with the changes.
  static func log(_ recording: Recording, _ whatIf: WhatIf) throws -> (log: Recording, result: WhatIfResult) {
    var (host, bytes, result) = (Self.host(), [UInt8](), WhatIfResult?.none)
    result = try recording.write(whatIf, by: &host) { bytes += $0 }
    return (try Recorded.recording(String(decoding: bytes, as: UTF8.self)), try #require(result))
  }

  static func step(of type: String, in recording: Recording, number: Int = 0) -> Int {
    recording.history.rows.filter { $0.type == type }.compactMap { $0.step?.rawValue }[number]
  }

  @Test func `asking nothing changes nothing`() throws {
    let recording = try Recorded.cart()
    let (log, result) = try Self.log(recording, WhatIf())
    let comparison = try RunComparison(recording.history, log.history) { _, _ in true }
    #expect(comparison.isSame)
    #expect(result.replayed == Recorded.actions.count)
    #expect(result.leftOut == 0 && result.failures.isEmpty)
    #expect(log.history.rows.map(\.type) == recording.history.rows.map(\.type).filter { $0 != "closed" })
  }

  @Test func `what follows an action that is left out changes`() throws {
    let recording = try Recorded.cart()
    let whatIf = WhatIf([.skip(Self.step(of: "CartAction.itemAdded", in: recording))])
    let (log, result) = try Self.log(recording, whatIf)
    #expect(result.leftOut == 1)
    let step = Self.step(of: "CartAction.itemAdded", in: log)
    #expect(try log.state(of: "cart", at: step, as: Cart.self) == Cart(items: [.init(id: "p2", qty: 3)], total: 300))
    #expect(log.history.rows.allSatisfy { [.action, .state, .mark, .end].contains($0.kind) })
    #expect(log.history.header?.meta?["hypothetical"]?["skipped"]?.array?.count == 1)
    #expect(log.history.hypothetical?.log == recording.history.files.first?.displayName)
    #expect(log.history.hypothetical?.step == whatIf.edits.first?.step && recording.history.hypothetical == nil)
    #expect(try log.history.summary().isHypothetical && !recording.history.summary().isHypothetical)
  }

  @Test func `an action with other contents leads to another state`() throws {
    let recording = try Recorded.cart()
    let step = Self.step(of: "CartAction.itemAdded", in: recording, number: 1)
    let whatIf = WhatIf([.contents(step, ["id": "p9", "qty": 5])])
    let (log, _) = try Self.log(recording, whatIf)
    let other = Self.step(of: "CartAction.itemAdded", in: log, number: 1)
    #expect(try log.state(of: "cart", at: other, as: Cart.self).items.map(\.id) == ["p1", "p9"])
    #expect(try log.history.action(at: log.history.row(of: .init(other)) ?? 0)?.payload == ["id": "p9", "qty": 5])
  }

  @Test func `contents that cannot be are the reducer's error, and the state stays`() throws {
    let recording = try Recorded.cart()
    let step = Self.step(of: "CartAction.itemAdded", in: recording)
    let whatIf = WhatIf([.contents(step, ["id": 7])])
    let (log, result) = try Self.log(recording, whatIf)
    #expect(result.failures.map(\.step) == [step])
    #expect(result.failures.first?.message.hasPrefix("cannot be decoded: at ") == true)
    #expect(try log.state(of: "cart", at: Self.step(of: "CartAction.itemAdded", in: log), as: Cart.self) == Cart())
  }

  static let twoStores = """
    {"fluxtape":1,"run":"r"}
    {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"note":"","token":""}}
    {"t":1,"store":"log","type":"@@STATE","state":{"lines":0}}
    {"seq":2,"t":2,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","payload":{"_0":"outer"}}
    {"seq":3,"t":3,"store":"log","type":"line","cause":2,"patch":[{"op":"replace","path":"/lines","value":1}]}
    {"seq":4,"t":4,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","cause":[2,3],"payload":{"_0":"inner"},"patch":[{"op":"replace","path":"/note","value":"inner"}]}
    {"completes":2,"t":5,"store":"cart","patch":[{"op":"replace","path":"/note","value":"outer"}]}
    {"seq":5,"t":6,"mark":"seen","cause":2}
    {"seq":6,"t":7,"store":"cart","type":"load","effect":{"id":1,"phase":"started"}}
    {"completes":6,"t":8,"store":"cart","dur":900,"reduced":false}
    """

  @Test func `other stores, scopes, marks and nesting stay as they were`() throws {
    let recording = try Recorded.recording(Self.twoStores)
    let (log, result) = try Self.log(recording, WhatIf())
    #expect(try RunComparison(recording.history, log.history) { _, _ in true }.isSame)
    #expect(try log.state(of: "cart", as: Cart.self).note == "outer")
    #expect(recording.history.rows[1].kind == .state && result.number(of: recording.history.rows[1], in: log.history) == nil)
    #expect(log.history.rows.map(\.type) == recording.history.rows.map(\.type))
    let action = try log.history.action(at: 4)
    #expect(action?.cause?.steps == [2, 3])
  }

  @Test func `causes that are left out are no longer named`() throws {
    let recording = try Recorded.recording(Self.twoStores)
    let whatIf = WhatIf([.skip(2)])
    let (log, _) = try Self.log(recording, whatIf)
    let actions = try log.history.rows.indices.compactMap { try log.history.action(at: $0) }
    #expect(actions.map(\.type) == ["@@INIT", "line", "CartAction.noteChanged", "load"])
    #expect(actions.map { $0.cause?.steps ?? [] } == [[], [], [2], []])
    #expect(actions.map { $0.other["was"]?.int } == [nil, 3, 4, 6])
    #expect(try log.state(of: "cart", as: Cart.self).note == "inner")
  }

  @Test func `a bare log holds what the reducers have seen, and no more`() throws {
    let recording = try Recorded.recording(Self.twoStores)
    var whatIf = WhatIf()
    whatIf.isBare = true
    whatIf.kept = [4]
    let (log, _) = try Self.log(recording, whatIf)
    #expect(log.history.stores == ["cart"])
    #expect(log.history.rows.map(\.type) == ["@@INIT", "CartAction.noteChanged"])
  }

  @Test func `a moved action comes before another one, and a copy comes again`() throws {
    let recording = try Recorded.cart()
    let first = Self.step(of: "CartAction.itemAdded", in: recording)
    let third = Self.step(of: "CartAction.itemAdded", in: recording, number: 2)
    let end = try #require(recording.history.lastStep).rawValue + 1
    let other = WhatIf.Edit.copy(first, before: end, contents: ["id": "p9", "qty": 1])
    let (log, result) = try Self.log(recording, WhatIf([.copy(first, before: end), other, .move(third, before: first)]))
    #expect(result.moved == [third] && result.copied == 2 && result.leftOut == 0 && result.failures.isEmpty)
    #expect(try log.state(of: "cart", at: result.steps[third], as: Cart.self).items.map(\.id) == ["p3"])
    #expect(try log.state(of: "cart", at: result.steps[first], as: Cart.self).items.map(\.id) == ["p3", "p1"])
    #expect(try log.state(of: "cart", as: Cart.self).items.map(\.id) == ["p1", "p9"])
    let times = log.history.rows.compactMap(\.time)
    #expect(times == times.sorted())
    let differing = try recording.steps(differingIn: log.history, result)
    #expect(differing.contains(first))
    #expect(try recording.otherStates(in: log.history, result, atMost: 9).atEnd.map(\.store) == ["cart"])
  }

  @Test func `the header names the first step whose state may differ`() throws {
    let recording = try Recorded.recording(Self.twoStores)
    #expect(try Self.log(recording, WhatIf([.move(4, before: 2)])).log.history.hypothetical?.step == 2)
    #expect(try Self.log(recording, WhatIf([.copy(2, before: 5)])).log.history.hypothetical?.step == 5)
  }

  @Test func `of several moves the last one counts, a skipped action is not moved, and contents go along`() throws {
    let recording = try Recorded.recording(Self.twoStores)
    let (log, result) = try Self.log(recording, WhatIf([.move(4, before: 5), .contents(4, ["_0": "other"]), .move(4, before: 2)]))
    let actions = try log.history.rows.indices.compactMap { try log.history.action(at: $0) }
    #expect(actions.map(\.type) == ["@@INIT", "CartAction.noteChanged", "CartAction.noteChanged", "line", "load"])
    #expect(actions.map { $0.cause?.steps ?? [] } == [[], [], [], [3], []], "an action that comes later is no cause")
    #expect(actions.map { $0.other["was"]?.int } == [nil, 4, 2, 3, nil])
    #expect(actions[1].payload == ["_0": "other"])
    #expect(try log.state(of: "cart", as: Cart.self).note == "outer")
    #expect(result.moved == [4])
    let (skipped, none) = try Self.log(recording, WhatIf([.move(4, before: 2), .skip(4)]))
    #expect(none.moved.isEmpty && none.leftOut == 1)
    #expect(skipped.history.rows.map(\.type).filter { $0 == "CartAction.noteChanged" }.count == 1)
  }

  @Test(arguments: ["", #""seq":3,"#])
  func `a state without an action ends all differences`(step: String) throws {
    let recording = try Recorded.recording(
      """
      {"fluxtape":1,"run":"r"}
      {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"note":"","token":""}}
      {"seq":2,"t":1,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","payload":{"_0":"a"},"patch":[{"op":"replace","path":"/note","value":"a"}]}
      {\(step)"t":2,"store":"cart","type":"@@STATE","state":{"items":[],"total":0,"note":"b","token":""}}
      """)
    let (log, result) = try Self.log(recording, WhatIf([.skip(2)]))
    #expect(result.number(of: recording.history.rows[2], in: log.history) == 1)
    #expect(try recording.steps(differingIn: log.history, result).subtracting([2]).isEmpty)
    #expect(try recording.otherStates(in: log.history, result, atMost: 9).isEmpty)
  }
}
