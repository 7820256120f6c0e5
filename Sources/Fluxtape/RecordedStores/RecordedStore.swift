internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

/// One store as the log knows it.
///
/// It has two locks, and the log has another one. `dispatching` protects the bookkeeping. `states` keeps the store's states in order; the
/// app's `encode(to:)` is the only app code that runs under it. Lock order: `states` first, then `dispatching` or the log's lock.
@usableFromInline final class RecordedStore: Sendable {
  let log: RunLog
  /// The store's name in the log.
  let label: String
  private let ownLabel: AttachedStores.Label
  private let rules: EncodingRules
  /// The label as a member of records.
  let member: [UInt8]
  let dispatching = Locked(renewable: { Dispatching() })
  /// Composers that no thread uses.
  private let composers = Locked<[ActionComposer]>(renewable: { [] })
  let states: Locked<StateLine>
  /// The source of the last state, if the store is an object.
  let object = Locked<ObservedObject?>(renewable: { nil })

  /// Whether the log records the end of the store.
  private let tellsEnd: Bool
  /// A step before which the store was not there: the one that began next when it was made.
  let madeBefore: StepNumber

  init(_ name: String, in log: RunLog, module: String, tellsEnd: Bool) {
    self.log = log
    self.tellsEnd = tellsEnd
    // A sink that makes a store is inside of the log's lock.
    madeBefore = log.isInSink ? 1 : log.withWriter { StepNumber($0.nextStep) }
    ownLabel = log.stores.withLock { $0.attach(name) }
    label = ownLabel.text
    let member = ActionHead.storeMember(label)
    self.member = member
    let rules = log.rules(forStore: name, in: module)
    self.rules = rules
    let label = label
    states = Locked(renewable: { StateLine(of: name, labelled: label, member, in: log, rules: rules) })
    log.stores.withLock { $0.set(self) }
    if let listener = log.listener.withLock({ $0 }) { tell(listener) }
  }

  /// Runs when the last tap of the store is released. Afterwards another store may use the label.
  deinit {
    guard !log.isForked else { return }
    if !log.isInSink, let reason = tellLeftOut() { log.tell(reason, of: [label]) }
    if tellsEnd, dispatching.withLock({ $0.hasRecords }), !log.isInSink {
      let head = composing { $0.compose(ActionHead.storeEnded, site: nil) }
      let now = log.now
      _ = log.recording { $0.append(head, OutcomeFacts(isUnreduced: true), at: now) }
    }
    log.stores.withLock { $0.detach(ownLabel) }
  }

  /// Runs `body` with a composer that no other thread uses meanwhile: app code runs in it, and may wait for another thread.
  func composing<Result>(_ body: (ActionComposer) -> Result) -> Result {
    let composer = composers.withLock { $0.popLast() } ?? ActionComposer(in: log, of: member, labelled: label, rules: rules)
    // Usually at most four threads dispatch at the same time.
    defer { composers.withLock { if $0.count < 4 { $0.append(composer) } } }
    return body(composer)
  }
}
