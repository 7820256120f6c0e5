import Fluxtape
import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.

/// The logic of one screen: four types, and a function that derives the outputs from the inputs.
///
/// - SeeAlso: Unio (cats-oss), which has this structure. Its `PublishRelay` is a `PassthroughSubject` here, its `BehaviorRelay` a
///   `CurrentValueSubject`.
protocol UnioLogic {
  /// What happens to the screen: a `struct` of subjects. Only code outside the logic sends to them.
  associatedtype Input
  /// What the screen remembers: a `struct` of subjects with a latest value. They are private to the logic.
  associatedtype State
  /// What the logic depends on: an API, a store.
  associatedtype Extra
  /// What the screen shows: a `struct` of publishers.
  associatedtype Output

  /// Derives the outputs. Called once for each screen; the subscriptions in `cancellables` end with it.
  @MainActor static func bind(from dependency: Dependency<Self>, storedIn cancellables: inout [AnyCancellable]) -> Output
}

/// The parameters of `bind`.
@MainActor struct Dependency<Logic: UnioLogic> {
  let input: Logic.Input
  let state: Logic.State
  let extra: Logic.Extra
  let recording: StreamRecording<Logic>
}

/// A screen without its views: inputs are write-only, outputs are read-only, and all subscriptions end with the screen.
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

  /// Sends `value` to an input. In the log it is an action with the name of the input.
  func accept<Value>(
    _ value: Value, for path: KeyPath<Logic.Input, PassthroughSubject<Value, Never>>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let subject = input[keyPath: path]
    let name = Mirror(reflecting: input).children.first { $0.value as AnyObject === subject }?.label ?? "input"
    recording.tap.record(name, value, fileID: fileID, line: line) { subject.send(value) }
  }

  /// The state in the log: the latest values, by the names of their properties.
  private var snapshot: [String: Any] {
    let values = Mirror(reflecting: state).children.compactMap { child in
      child.label.flatMap { label in (child.value as? any LatestValue).map { (label, $0.latest) } }
    }
    return Dictionary(uniqueKeysWithValues: values)
  }
}

/// The tap of the screen, for what its logic does later. Set at the end of the screen's `init`: a tap of `self` needs an initialized
/// object, and the first state should contain the first values.
@MainActor final class StreamRecording<Logic: UnioLogic> {
  fileprivate(set) var tap = ObjectTap<UnioStream<Logic>>.disabled
}

private protocol LatestValue {
  var latest: Any { get }
}

extension CurrentValueSubject: LatestValue {
  fileprivate var latest: Any { value }
}
