import Foundation
import Testing

/// The compiler's messages for likely mistakes: the library's own words.
struct MisuseTests {
  /// A call, and the beginning of the compiler's error. `nil` for a correct call.
  private static let calls: [(code: String, error: String?)] = [
    ("_ = Recorder(to: URL(fileURLWithPath: \"/tmp/a\"))", "a log is named by the path of its file"),
    ("_ = Recorder(to: \"a.jsonl\")", nil),
    ("_ = recorder.store(\"login\", model) { $0.count }", "label the object"),
    ("_ = recorder.store(\"login\", model)", "label what the store begins with"),
    ("_ = recorder.store(\"login\", State())", "label what the store begins with"),
    ("_ = recorder.store(\"login\", of: model) { $0.count }", nil),
    ("_ = recorder.store(\"login\", state: State())", nil),
    ("tap.record(Action.add) { }", "label the action"),
    ("tap.record(Action.add)", "label the action, and say what it does"),
    ("tap.record(action: Action.add) { }", nil),
    ("tap.record(\"add\") { }", nil),
    ("tap.record(\"add\", 1) { }", nil),
    ("_ = tap.record(\"add\") { 1 }", nil),
    ("object.record(Action.add) { }", "label the action"),
    ("object.record(\"add\") { }", nil),
    ("dispatcher.record(Action.add) { }", "label the action"),
    ("dispatcher.record(\"add\", 1) { }", nil),
    ("_ = tap.reducer { (action: Action, state: inout State) in }", "the state comes first"),
    ("_ = tap.reducer { (action: Action, state: State) -> State in state }", "a reducer that returns the state is"),
    ("_ = tap.reducer { (state: inout State, action: Action) async in await Task.yield() }", "a reducer cannot wait"),
    ("_ = tap.reducer { (state: State, action: Action) async throws -> State in state }", "a reducer cannot wait"),
    ("_ = tap.reducer { (state: inout State, action: Action) in state.count += 1 }", nil),
    ("_ = tap.reducer { (state: State, action: Action) -> State in state }", nil),
    ("_ = tap.reducer { (action: Action, state: State?) -> State in state ?? State() }", nil),
    ("let reduce: (inout State, Action) throws -> Void = tap.reducer(throwing); _ = reduce", nil),
    ("let reduce: (State, Action) throws -> State = tap.reducer(returning); _ = reduce", nil),
    ("let reduce: (Action, State?) throws -> State = tap.reducer(beginning); _ = reduce", nil),
    ("Task { @MainActor in var state = State(); try tap.reducer(onMainActor)(&state, .add) }", nil),
    ("let reduce: (inout State, Action) -> Void = tap.reducer { state, _ in state.count += 1 }; _ = reduce", nil),
    ("tap.reduce(Action.add, into: &state) { (action: Action, state: inout State) in }", "the state comes first"),
    ("tap.reduce(Action.add, into: &state) { (state: inout State, action: Action) async in }", "a reducer cannot wait"),
    ("tap.reduce(Action.add, into: &state) { state, action in state.count += 1 }", nil),
    ("try tap.reduce(Action.add, into: &state, by: throwing)", nil),
  ]

  private static let surroundings = """
    import Fluxtape
    import Foundation

    struct State { var count = 0 }
    enum Action { case add }
    final class Model { var count = 0 }
    func throwing(_ state: inout State, _ action: Action) throws {}
    func returning(_ state: State, _ action: Action) throws -> State { state }
    func beginning(_ action: Action, _ state: State?) throws -> State { state ?? State() }
    @MainActor func onMainActor(_ state: inout State, _ action: Action) throws {}

    func calls(_ recorder: Recorder, _ tap: StoreTap, _ object: ObjectTap<Model>, _ dispatcher: DispatcherTap, _ model: Model) throws {
      var state = State()

    """

  @Test func `each misuse is answered with what to write`() throws {
    let source = FileManager.default.temporaryDirectory.appending(path: "Misuse-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: source) }
    let code = Self.calls.map { "  do { \($0.code) }" }.joined(separator: "\n")
    try Data((Self.surroundings + code + "\n}\n").utf8).write(to: source)
    let errors = try errors(in: source)
    let firstLine = Self.surroundings.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    for (place, call) in Self.calls.enumerated() {
      let said = errors[firstLine + place] ?? []
      guard let error = call.error else {
        #expect(said.isEmpty, "\(call.code)")
        continue
      }
      #expect(said.count == 1 && said[0].contains("unavailable: \(error)"), "\(call.code): \(said)")
    }
  }

  /// The compiler's errors for each line, with the modules that this test was built with.
  private func errors(in source: URL) throws -> [Int: [String]] {
    let (compiler, output) = (Process(), Pipe())
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let modules = try #require(Self.modules)
    let leaf = modules.deletingLastPathComponent().appending(path: "CMaskedBytes.build/module.modulemap").path
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path, "-Xcc", "-fmodule-map-file=\(leaf)", source.path,
    ]
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    var errors: [Int: [String]] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix(source.path + ":") {
      let parts = line.dropFirst(source.path.count + 1).split(separator: ":", maxSplits: 2)
      guard parts.count == 3, let number = Int(parts[0]), parts[2].hasPrefix(" error: ") else { continue }
      errors[number, default: []].append(String(parts[2].dropFirst(8)))
    }
    #expect(!errors.isEmpty, "\(text)")
    return errors
  }

  /// The folder `Modules` beside the program that runs the tests, or above it if tests are a bundle.
  private static var modules: URL? {
    let programs = [CommandLine.arguments[0]] + Bundle.allBundles.map(\.bundlePath)
    for program in programs {
      var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
      while folder.path != "/" {
        let modules = folder.appending(path: "Modules")
        if FileManager.default.fileExists(atPath: modules.appending(path: "Fluxtape.swiftmodule").path) { return modules }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }
}
