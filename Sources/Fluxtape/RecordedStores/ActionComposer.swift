internal import FluxtapeCoding
internal import FluxtapeLog

/// Composes the beginnings of a store's lines. It reuses its memory and everything that stays the same between lines.
///
/// Sendable without the compiler's proof: code that takes a composer out of ``Dispatching`` has exclusive use of it until it puts it back.
/// For the same reason the five properties read for each line skip the dynamic exclusivity check, which would cost about eighty
/// instructions each; none is accessed while code of the app runs.
final class ActionComposer: @unchecked Sendable {
  private let log: RunLog
  private let store: [UInt8]
  private let label: String
  private let actions: ActionWriter
  private var sites: [CallSite.Key: [UInt8]] = [:]
  /// A cache of one: most dispatches come from one call site.
  @safe @exclusivity(unchecked) private var latestSite: (key: CallSite.Key, member: [UInt8])?
  @safe @exclusivity(unchecked) private var buffer: [UInt8] = []
  @safe @exclusivity(unchecked) private var latest: ActionName

  /// - Parameter store: The member, as ``ActionHead/storeMember(_:)`` writes it.
  init(in log: RunLog, of store: [UInt8], labelled label: String, rules: EncodingRules) {
    self.log = log
    self.store = store
    self.label = label
    actions = ActionWriter(rules: rules) { ActionHead.nameMembers(type: $0, version: $1, enumCase: $2) }
    latest = actions.name(of: ActionHead.storeBegan)
  }

  /// Sites beyond this number are not cached: a caller that forwards source lines could create any number of them.
  private static let mostSites = 1000
}

// MARK: - Composing

extension ActionComposer {
  /// Composes the line of an action. An action that a dispatcher sent to several stores needs no payload here: its cause has it.
  ///
  /// - Parameter outer: The cause if there is no other.
  func compose(_ action: ActionSubject, site: CallSite?, outer: StepNumber? = nil) -> ActionHead {
    let name = ThreadFlag.encoding.withFlagSet { actions.describe(action) }
    return compose(name, actions.payload, site: site, outer: outer)
  }

  /// Composes the line of an action or an event.
  ///
  /// - Parameters:
  ///   - name: The name of an event; `nil` for an action, whose type and case give the name.
  ///   - contents: The action, or the event's payload; a value of type `Nothing` means none.
  ///   - effect: The effect that an event belongs to.
  func compose<Contents>(_ name: String?, _ contents: Contents, site: CallSite?, effect: RecordedEffect? = nil) -> ActionHead {
    guard let name else { return ActionSubject.with(contents) { compose($0, site: site) } }
    let described = ThreadFlag.encoding.withFlagSet { actions.describe(name, Contents.self == Nothing.self ? nil : contents) }
    return compose(described, actions.payload, site: site, effect: effect)
  }

  /// Composes the line that ends an effect.
  func compose(_ name: String, resultOf effect: RecordedEffect, _ result: Any?, site: CallSite?) -> ActionHead {
    let described = ThreadFlag.encoding.withFlagSet { result.map { actions.describe(resultOf: name, $0) } ?? actions.name(of: name) }
    return compose(described, result == nil ? [] : actions.payload, site: site, effect: effect)
  }

  /// Composes the line of a built-in event. It has no trace, since the lock of the store's states may be held here.
  func compose(_ type: String, site: CallSite?) -> ActionHead { compose(actions.name(of: type), [], site: site, trace: nil) }

  private func compose(
    _ name: ActionName, _ payload: [UInt8], site: CallSite?, outer: StepNumber? = nil, effect: RecordedEffect? = nil
  ) -> ActionHead {
    compose(name, payload, site: site, outer: outer, effect: effect, trace: log.currentTrace)
  }

  private func compose(
    _ name: ActionName, _ payload: [UInt8], site: CallSite?, outer: StepNumber? = nil, effect: RecordedEffect? = nil, trace: TraceContext?
  ) -> ActionHead {
    latest = name
    for failure in actions.takeFailures() { log.tell(EncodingProblem(failure), of: label) }
    let cause = log.currentCause ?? outer.map(RecordedCause.step)
    let dispatched = cause.flatMap(log.dispatch(causing:))
    let isCopy = dispatched?.name.members == name.members && dispatched?.payload == payload
    var head = ActionHead(store: store, name: isCopy ? name.typeMember : name.members, reusing: takeBuffer())
    if let cause { head.append(cause: cause) }
    if let site { appendSite(site, to: &head) }
    if let trace { head.append(trace: trace.traceID, span: trace.spanID) }
    if let effect { head.append(effect: effect) }
    if isCopy { return head }
    if !payload.isEmpty {
      head.append(payload: payload)
    } else if dispatched?.name.typeMember == name.typeMember {
      // Otherwise a reader would take the payload of the dispatch for this action's.
      head.append(payload: Array((name.enumCase == nil ? "null" : "{}").utf8))
    }
    return head
  }

  private func appendSite(_ site: CallSite, to head: inout ActionHead) {
    let key = site.key
    if let latestSite, latestSite.key == key { return head.append(site: latestSite.member) }
    let member = key.flatMap { sites[$0] } ?? ActionHead.siteMember(log.redacted(site.text))
    head.append(site: member)
    guard let key else { return }
    latestSite = (key, member)
    if sites.count < Self.mostSites { sites[key] = member }
  }

  private func takeBuffer() -> [UInt8] {
    defer { buffer = [] }
    return buffer
  }

  /// Takes back the buffer of a written line.
  func reuse(_ head: consuming ActionHead) {
    let memory = head.takeBuffer()
    if memory.capacity <= Self.mostKeptBytes { buffer = memory }
  }

  /// Larger lines are rare, so their buffers are not kept.
  private static let mostKeptBytes = 1 << 16
}

// MARK: - Contents

extension ActionComposer {
  /// The name and payload of the action composed last, for copies of it.
  var contents: OpenDispatch.Contents { OpenDispatch.Contents(name: latest, payload: actions.payload) }

  /// Whether both actions have the same description.
  func areSame(_ left: ActionSubject, _ right: ActionSubject) -> Bool {
    ThreadFlag.encoding.withFlagSet {
      let name = actions.describe(left)
      let payload = actions.payload
      return actions.describe(right).members == name.members && actions.payload == payload
    }
  }
}
