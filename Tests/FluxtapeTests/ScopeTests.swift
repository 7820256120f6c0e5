import FluxtapeDocuments
import FluxtapeLocking
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// A view model as in MVVM and Unio: no store, no conformance, not Sendable.
private final class LoginModel {
  var email = ""
  var attempts = 0
  var onChange: (String) -> Void = { _ in }

  struct Snapshot {
    let email: String
    let attempts: Int
  }

  var snapshot: Snapshot { Snapshot(email: email, attempts: attempts) }

  func type(_ text: String) {
    email = text
    onChange(text)
  }
}

@MainActor private final class MainModel {
  var isLoading = false
}

/// An actor that has its own tap.
private actor Depot {
  private var stock = 3
  private let recorder: Recorder
  private lazy var recording = recorder.store("depot", of: self) { $0.stock }

  init(_ recorder: Recorder) { self.recorder = recorder }

  func reserve(_ count: Int) async {
    await recording.record("reserve", count) {
      await Task.yield()
      stock -= count
    }
  }

  func restock(_ count: Int) { recording.record("restock", count) { stock += count } }
}

private struct OutOfStock: Error { let missing: Int }

struct ScopeTests {
  @Test func `a scope tells the state that its object has at the end`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let model = LoginModel()
    let login = recorder.store("login", of: model) { $0.snapshot }
    login.record("email", "a@b.c") { model.type("a@b.c") }
    login.record("tapped") { model.attempts += 1 }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 login @@INIT", "2 login email", "3 login tapped"])
    #expect(log.action("email")?.payload == "a@b.c")
    #expect(log.action("tapped")?.payload == nil)
    #expect(log.action("email")?.site?.hasPrefix("FluxtapeTests/ScopeTests.swift:") == true)
    #expect(
      try log.states(of: "login").map(\.state) == [
        ["email": "", "attempts": 0], ["email": "a@b.c", "attempts": 0], ["email": "a@b.c", "attempts": 1],
      ])
  }

  @Test func `what changed beside all scopes is told before the next, and blamed on nobody`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let model = LoginModel()
    let login = recorder.store("login", of: model) { $0.snapshot }
    model.attempts = 7
    login.record("email", "x") { model.type("x") }
    #expect(
      try RecordedLog(sink).lines.dropFirst(2).map { $0.replacing(/,"site":"[^"]*"/, with: "") } == [
        #"{"seq":2,"t":0,"store":"login","type":"@@STATE","patch":[{"op":"replace","path":"/attempts","value":7}]}"#,
        #"{"seq":3,"t":0,"store":"login","type":"email","payload":"x","dur":0,"patch":[{"op":"replace","path":"/email","value":"x"}]}"#,
      ])
  }

  @Test func `of scopes inside each other the outermost tells the state`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let model = LoginModel()
    let login = recorder.store("login", of: model) { $0.snapshot }
    model.onChange = { text in login.record("validated", text) { model.attempts += 1 } }
    login.record("email", "x") { model.type("x") }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 login @@INIT", "2 login email", "3 login validated <2"])
    #expect(log.action("validated")?.outcome.isUnreduced == true)
    #expect(try log.states(of: "login").map(\.step) == [1, 2])
    model.onChange = { _ in }
  }

  @Test func `a value of a stream is an event, and the state it finds is the one before`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let model = LoginModel()
    let login = recorder.store("login", of: model) { $0.snapshot }
    let observe: (Int) -> Void = login.tap("subject")
    model.attempts = 1
    observe(5)
    login.record("email", "x") { observe(6) }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 login @@INIT", "2 login @@STATE", "3 login subject", "4 login email", "5 login subject <4"])
    #expect(log.actions.filter { $0.type == "subject" }.allSatisfy { $0.outcome.isUnreduced && !$0.outcome.isEmpty })
    #expect(try log.states(of: "login").map(\.step) == [1, 2, 4])
  }

  @Test func `a scope that throws is recorded with its error and the state`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let model = LoginModel()
    let login = recorder.store("login", of: model) { $0.snapshot }
    // A typed error stays typed.
    do throws(OutOfStock) {
      try login.record("tapped") { () throws(OutOfStock) in
        model.attempts = 1
        throw OutOfStock(missing: 2)
      }
    } catch { #expect(error.missing == 2) }
    let action = try #require(try RecordedLog(sink).action("tapped"))
    #expect(action.outcome.error == RecordedError(type: "OutOfStock", message: "OutOfStock(missing: 2)"))
    #expect(action.outcome.patch?.isEmpty == false)
  }

  @Test func `an actor keeps a tap that reads its state`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let depot = Depot(recorder)
    await depot.reserve(2)
    await depot.restock(4)
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 depot @@INIT", "2 depot reserve", "3 depot reserve <2", "4 depot restock"])
    #expect(try log.states(of: "depot").map(\.state) == [3, 1, 5])
  }

  @MainActor @Test func `an object of the main actor is recorded there`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let model = MainModel()
    let screen = recorder.store("screen", of: model) { ["isLoading": $0.isLoading] }
    await screen.record("fetch") {
      model.isLoading = true
      await Task.yield()
      model.isLoading = false
    }
    screen.record("tapped") { model.isLoading = true }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 screen @@INIT", "2 screen fetch", "3 screen fetch <2", "4 screen tapped"])
    #expect(try log.states(of: "screen").map(\.state) == [["isLoading": false], ["isLoading": false], ["isLoading": true]])
  }

  @Test func `a recorder keeps nothing alive, and says when a store is gone`() throws {
    let (recorder, sink) = Recorder.inMemory()
    weak var gone: LoginModel?
    do {
      let model = LoginModel()
      gone = model
      let login = recorder.store("login", of: model) { $0.snapshot }
      login.record("email", "x") { model.type("x") }
      let second = recorder.store("login", of: model) { $0.snapshot }
      #expect(second.label == "login#2")
    }
    #expect(gone == nil)
    let again = recorder.store("login")
    #expect(again.label == "login")
    let log = try RecordedLog(sink)
    #expect(log.actions.filter { $0.type == "@@DEINIT" }.map(\.store).sorted() == ["login", "login#2"])
    #expect(log.action("@@DEINIT")?.outcome == Outcome(isUnreduced: true))
  }

  @Test func `a tap that outlives its object records actions without a state`() throws {
    let (recorder, sink) = Recorder.inMemory()
    var model: LoginModel? = LoginModel()
    let login = recorder.store("login", of: try #require(model)) { $0.snapshot }
    model = nil
    login.record("late") {}
    #expect(try RecordedLog(sink).action("late")?.outcome == Outcome(duration: 0, isUnreduced: true))
    #expect(model == nil)
  }

  @Test func `a store that was never recorded does not end`() throws {
    let (recorder, sink) = Recorder.inMemory()
    do { _ = recorder.store("unused") }
    #expect(try RecordedLog(sink).records.isEmpty)
  }
}
