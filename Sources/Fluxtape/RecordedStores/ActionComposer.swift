internal import FluxtapeCoding
internal import FluxtapeLog

/// Composes the beginnings of a store's lines.
///
/// Sendable without the compiler's proof: one thread at a time uses a composer, see ``RecordedStore/composing(_:)``.
final class ActionComposer: @unchecked Sendable {
  private let log: RunLog
  private let store: [UInt8]
  private let label: String
  private let actions: ActionWriter
  private var latest: ActionName

  /// - Parameter store: The member, as ``ActionHead/storeMember(_:)`` writes it.
  init(in log: RunLog, of store: [UInt8], labelled label: String, rules: EncodingRules) {
    self.log = log
    self.store = store
    self.label = label
    actions = ActionWriter(rules: rules) { ActionHead.nameMembers(type: $0, version: $1, enumCase: $2) }
    latest = actions.name(of: ActionHead.storeBegan)
  }
}

// MARK: - Composing

extension ActionComposer {
  /// What a line says of an action or event itself.
  private typealias Description = (name: ActionName, payload: [UInt8])

  /// Composes the line of an action. An action that a dispatcher sent to several stores needs no payload here: its cause has it.
  ///
  /// - Parameter outer: The cause if there is no other.
  func compose<Action>(action: Action, site: CallSite?, outer: StepNumber? = nil) -> ActionHead {
    compose(site: site, outer: outer) { ($0.describe(action), $0.payload) }
  }

  /// Composes the line of an action or an event.
  ///
  /// - Parameters:
  ///   - name: The name of an event; `nil` for an action, whose type and case give the name.
  ///   - contents: The action, or the event's payload; a value of type `Nothing` means none.
  ///   - effect: The effect that an event belongs to.
  func compose<Contents>(_ name: String?, _ contents: Contents, site: CallSite?, effect: EffectFacts? = nil) -> ActionHead {
    guard let name else { return compose(action: contents, site: site) }
    return compose(site: site, effect: effect) { ($0.describe(name, Contents.self == Nothing.self ? nil : contents), $0.payload) }
  }

  /// Composes the line that ends an effect.
  func compose(_ name: String, resultOf effect: EffectFacts, _ result: Any?, site: CallSite?) -> ActionHead {
    compose(site: site, effect: effect) { actions in
      guard let result else { return (actions.name(of: name), []) }
      return (actions.describe(resultOf: name, result), actions.payload)
    }
  }

  /// Composes the line of a built-in event. It has no trace, since the lock of the store's states may be held here.
  func compose(_ type: String, site: CallSite?) -> ActionHead { compose(site: site, hasTrace: false) { ($0.name(of: type), []) } }

  private func compose(
    site: CallSite?, outer: StepNumber? = nil, effect: EffectFacts? = nil, hasTrace: Bool = true,
    _ describe: (ActionWriter) -> Description
  ) -> ActionHead {
    let (name, payload) = ThreadFlag.encoding.withFlagSet { describe(actions) }
    let trace = hasTrace ? log.currentTrace : nil
    latest = name
    for failure in actions.takeFailures() { log.tell(EncodingProblem(failure), of: label) }
    let cause = log.currentCause ?? outer.map(RecordedCause.step)
    let dispatched = cause.flatMap(log.dispatch(causing:))
    let isCopy = dispatched?.name.members == name.members && dispatched?.payload == payload
    var head = ActionHead(store: store, name: isCopy ? name.typeMember : name.members)
    if let cause { head.append(cause: cause) }
    if let site { head.append(site: site.text) }
    if let trace { head.append(trace: trace.traceID, span: trace.spanID) }
    effect?.append(to: &head)
    if isCopy { return head }
    if !payload.isEmpty {
      head.append(payload: payload)
    } else if dispatched?.name.typeMember == name.typeMember {
      // Otherwise a reader would take the payload of the dispatch for this action's.
      head.append(payload: Array((name.enumCase == nil ? "null" : "{}").utf8))
    }
    return head
  }
}

// MARK: - Contents

extension ActionComposer {
  /// The name and payload of the action composed last, for copies of it.
  var contents: OpenDispatch.Contents { OpenDispatch.Contents(name: latest, payload: actions.payload) }

  /// Whether the log would say the same of an action.
  func says<Action>(_ contents: OpenDispatch.Contents, of action: Action) -> Bool {
    ThreadFlag.encoding.withFlagSet { actions.describe(action).members == contents.name.members && actions.payload == contents.payload }
  }
}
