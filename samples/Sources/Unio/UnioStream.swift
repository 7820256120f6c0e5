import Fluxtape
import FluxtapeStores
import RecordedStreams

/// How one screen makes outputs of inputs: four types and one function, the same for every screen.
///
/// - SeeAlso: Unio (cats-oss), whose shape this is. A `PublishRelay` is a `PassthroughSubject` here, a `BehaviorRelay` a `CurrentValueSubject`.
protocol UnioLogic {
  /// What happens to the screen: a `struct` of subjects, which only the outside sends to.
  associatedtype Input
  /// What the screen remembers: a `struct` of subjects with a latest value, which nobody outside sees.
  associatedtype State
  /// What it needs besides: an API, a store.
  associatedtype Extra
  /// What the screen shows: a `struct` of publishers.
  associatedtype Output

  /// Called once for each screen. What is stored in `cancellables` ends with it.
  @MainActor static func bind(from dependency: Dependency<Self>, storedIn cancellables: inout [AnyCancellable]) -> Output
}

/// What a screen's logic is made from.
@MainActor struct Dependency<Logic: UnioLogic> {
  let input: Logic.Input
  let state: Logic.State
  let extra: Logic.Extra
  let recording: StreamRecording<Logic>
}

/// A screen without its views: inputs go in, outputs come out, and all of it ends with the screen.
@MainActor final class UnioStream<Logic: UnioLogic> {
  let output: Logic.Output
  private let input: Logic.Input
  private let state: Logic.State
  private let recording = StreamRecording<Logic>()
  private var cancellables: [AnyCancellable] = []

  init(
    _ logic: Logic.Type, input: Logic.Input, state: Logic.State, extra: Logic.Extra, named name: String, recorder: Recorder
  ) {
    (self.input, self.state) = (input, state)
    output = logic.bind(
      from: Dependency(input: input, state: state, extra: extra, recording: recording), storedIn: &cancellables)
    recording.tap = recorder.store(name, of: self) { $0.snapshot }
  }

  /// Puts `value` in. In the log it is an action of the input's name.
  func accept<Value>(
    _ value: Value, for path: KeyPath<Logic.Input, PassthroughSubject<Value, Never>>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let subject = input[keyPath: path]
    let name = Mirror(reflecting: input).children.first { $0.value as AnyObject === subject }?.label ?? "input"
    recording.tap.record(name, value, fileID: fileID, line: line) { subject.send(value) }
  }

  /// What the log tells as the state: the latest values, by the names of their properties.
  private var snapshot: [String: Any] {
    let values = Mirror(reflecting: state).children.compactMap { child in
      child.label.flatMap { label in (child.value as? any LatestValue).map { (label, $0.latest) } }
    }
    return Dictionary(uniqueKeysWithValues: values)
  }
}

/// The screen's tap, for what its logic does later. It is there once the screen is.
@MainActor final class StreamRecording<Logic: UnioLogic> {
  fileprivate(set) var tap = ObjectTap<UnioStream<Logic>>.disabled
}

private protocol LatestValue {
  var latest: Any { get }
}

extension CurrentValueSubject: LatestValue {
  fileprivate var latest: Any { value }
}
