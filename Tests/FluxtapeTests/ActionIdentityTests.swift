import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private enum Edit: Equatable {
  case insert(String, at: Int)
  case remove(Int)
  case undo
}

private struct Note: Error {}

/// Matching an action at a reducer to its record.
struct ActionIdentityTests {
  private typealias Dispatch = (Edit) -> Void

  /// Plays actions in a store with the middleware `between`, recorded before it and at its reducer.
  private static func play(_ actions: [Edit], between: @escaping (@escaping Dispatch) -> Dispatch) throws -> RecordedLog {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    var state: [String] = []
    let reduce = app.reducer { (state: inout [String], action: Edit) in
      switch action {
      case .insert(let text, let place): state.insert(text, at: place)
      case .remove(let place): state.remove(at: place)
      case .undo: break
      }
    }
    let dispatch = app.middleware({ (_: Edit) in }, { state })(between { reduce(&state, $0) })
    for action in actions { dispatch(action) }
    return try RecordedLog(sink)
  }

  @Test func `an action passed on as it is has one record`() throws {
    let log = try Self.play([.insert("a", at: 0), .undo, .remove(0)]) { $0 }
    #expect(log.summary == ["1 app Edit.insert", "2 app Edit.undo", "3 app Edit.remove"])
  }

  @Test func `an action made anew with the same contents is the same`() throws {
    let long = "a text that is too long to lie in the string itself"
    let log = try Self.play([.insert(long, at: 0)]) { next in
      { action in
        guard case .insert(let text, let place) = action else { return next(action) }
        next(.insert(String(text.map { $0 }), at: place))
      }
    }
    #expect(log.summary == ["1 app Edit.insert"])
    #expect(log.actions[0].outcome.patch?.operations.count == 1)
  }

  @Test func `an action of the same case with other contents is another one, caused by the first`() throws {
    let log = try Self.play([.insert("a", at: 0)]) { next in { _ in next(.insert("b", at: 0)) } }
    #expect(log.summary == ["1 app Edit.insert", "2 app Edit.insert <1"])
    #expect(log.actions.map(\.payload) == [["_0": "a", "at": 0], ["_0": "b", "at": 0]])
    #expect(log.actions.map(\.outcome.isUnreduced) == [true, false])
    #expect(try log.states(of: "app").last?.state == ["b"])
  }

  @Test func `an action of another case is another one`() throws {
    let log = try Self.play([.undo]) { next in { _ in next(.insert("b", at: 0)) } }
    #expect(log.summary == ["1 app Edit.undo", "2 app Edit.insert <1"])
  }

  @Test func `a reducer inside of a reducer does not take the record of its action again`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let inner = app.reducer { (state: inout Int, action: Int) in state += action }
    let outer = app.reducer { (state: inout Int, action: Int) in inner(&state, action) }
    var state = 0
    app.record(action: 5) { outer(&state, 5) }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Int", "2 app Int <1"])
    #expect(try log.states(of: "app").map(\.state) == [0, 5, 5])
    #expect(log.actions.allSatisfy { $0.outcome.patch != nil })
  }

  @Test func `an enum passed as a protocol is described by its case`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let reduce = app.reducer { (state: inout Int, action: any Sendable) in state += 1 }
    var state = 0
    app.record(action: Edit.insert("x", at: 2) as any Sendable) { reduce(&state, Edit.insert("x", at: 2)) }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Edit.insert"])
    #expect(log.actions[0].enumCase == "insert")
    #expect(log.actions[0].payload == ["_0": "x", "at": 2])
  }
}

// MARK: - Errors

extension ActionIdentityTests {
  @Test func `an error behind the reducer is told, as the outcome was`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let reduce = app.reducer { (state: inout Int, action: Int) in state += action }
    var state = 0
    #expect(throws: Note.self) {
      try app.record(action: 5) { () throws in
        reduce(&state, 5)
        throw Note()
      }
    }
    let log = try RecordedLog(sink)
    #expect(log.actions[0].outcome.patch?.operations.count == 1)
    guard case .mark(let mark)? = log.records.last else {
      Issue.record("no mark: \(log.lines)")
      return
    }
    #expect(mark.text == "Note: Note()")
    #expect(mark.level == "error")
    #expect(mark.cause == .step(1))
  }

  @Test func `an error of the reducer itself is told once`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    var state = 0
    #expect(throws: Note.self) {
      try app.record(action: 5) { () throws in
        try app.reduce(5, into: &state) { (_: inout Int, _: Int) throws(Note) in throw Note() }
      }
    }
    let log = try RecordedLog(sink)
    #expect(log.actions.map(\.outcome.error) == [RecordedError(type: "Note", message: "Note()")])
    #expect(log.lines.allSatisfy { !$0.contains("mark") })
  }
}

// MARK: - Dispatchers

extension ActionIdentityTests {
  @Test func `a scope without contents does not seem to have those of the dispatch around it`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("cart")
    recorder.dispatcher("app").record("refresh", ["all": true]) {
      tap.record("refresh") {}
      tap.record("refresh", ["all": true]) {}
      tap.record("other") {}
    }
    let log = try RecordedLog(sink)
    let payloads = log.lines.dropFirst(2).filter { $0.contains("\"type\"") }.map { line in
      line.contains("\"payload\":null") ? "null" : line.contains("\"payload\"") ? "other" : "none"
    }
    #expect(payloads == ["null", "none", "none"])
  }
}
