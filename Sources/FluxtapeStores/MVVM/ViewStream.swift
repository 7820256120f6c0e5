public import Fluxtape

/// A screen without its views: inputs go in, outputs come out, and all of it ends with the screen.
///
/// ```swift
/// let search = ViewStream(SearchLogic.self, input: .init(), state: .init(), extra: .init(api: api), recording: recorder.store("search"))
/// let token = search.output.titles.subscribe { print($0) }
/// search.input.queryTyped("swift")
/// ```
///
/// In the log each input is an action, and so is what is set when no input is at work: by an answer, for instance. Its state has a member
/// for each ``Variable`` and ``Property`` of the logic's state and outputs; where both have one of the same name, it is the output's.
///
/// When it is released its subscriptions end, its work is cancelled, and the log says `@@DEINIT`. Whatever the logic's closures hold, they do
/// not keep it alive.
public final class ViewStream<Logic: ViewLogic>: Sendable {
  /// Where values are put in: `search.input.queryTyped("swift")`.
  public let input: ViewStreamInput<Logic.Input>
  /// What is shown.
  public let output: Logic.Output
  private let core: StreamCore

  /// - Parameters:
  ///   - logic: Makes the outputs.
  ///   - input: The relays that values will be put into.
  ///   - state: What the screen begins with.
  ///   - extra: What it needs besides.
  ///   - runner: Starts the screen's work; samples and tests give one with a clock of its own, ``VirtualClock``.
  ///   - recording: Where the screen is recorded, `recorder.store("search")`. The log keeps nothing alive.
  ///   - fileID: Where the screen is made, for its first step in the log.
  ///   - line: Where the screen is made, for its first step in the log.
  public init(
    _ logic: Logic.Type = Logic.self, input: Logic.Input, state: Logic.State, extra: Logic.Extra, runner: any EffectRunner = .tasks,
    recording: StoreTap? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    core = StreamCore(recording: recording, runner: runner)
    output = logic.bind(from: Dependency(input, state, extra, core))
    self.input = ViewStreamInput(input)
    core.add(streamParts(of: input) + streamParts(of: state) + streamParts(of: output))
    core.begin(from: CallSite(fileID: fileID, line: line))
  }

  deinit { core.close() }
}

/// The inputs of a screen as the outside has them: values can be put in, and nothing can be taken out.
@dynamicMemberLookup
public struct ViewStreamInput<Input: Sendable>: Sendable {
  private let input: Input

  init(_ input: Input) { self.input = input }

  public subscript<Value>(dynamicMember relay: KeyPath<Input, Relay<Value>>) -> Entry<Value> { Entry(relay: input[keyPath: relay]) }

  /// One input.
  public struct Entry<Value: Sendable>: Sendable {
    fileprivate let relay: Relay<Value>

    /// Puts `value` in.
    public func callAsFunction(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
      relay.accept(value, fileID: fileID, line: line)
    }
  }
}

extension ViewStreamInput.Entry where Value == Void {
  /// Tells that it happened.
  public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) { relay.accept((), fileID: fileID, line: line) }
}
