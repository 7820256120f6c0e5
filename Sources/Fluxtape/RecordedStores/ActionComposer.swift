#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
internal import FluxtapeLog

/// Composes the beginnings of a store's lines. It keeps its memory, and all that stays the same from one line to the next.
///
/// Sendable without the compiler's proof: whoever takes one out of ``Dispatching`` has it alone, until it is put back. For the same reason what
/// each line asks for needs no check for exclusive access, at five places, each of which would take some eighty instructions; none is accessed
/// while code of the app runs.
final class ActionComposer: @unchecked Sendable {
  private let log: RunLog
  private let store: [UInt8]
  private let label: String
  private let actions: ActionWriter
  private let memory: (any MemoryRoom)?
  private var sites: [CallSite.Key: [UInt8]] = [:]
  /// Mostly, what dispatches does so from one place.
  @safe @exclusivity(unchecked) private var latestSite: (key: CallSite.Key, member: [UInt8])?
  @safe @exclusivity(unchecked) private var buffer: [UInt8] = []
  @safe @exclusivity(unchecked) private var latest: ActionName

  /// - Parameter store: As ``ActionHead/storeMember(_:)`` writes it.
  init(in log: RunLog, of store: [UInt8], labelled label: String, rules: EncodingRules) {
    self.log = log
    self.store = store
    self.label = label
    memory = rules.memory
    actions = ActionWriter(rules: rules) { ActionHead.nameMembers(type: $0, version: $1, enumCase: $2) }
    latest = actions.name(of: ActionHead.storeBegan)
  }

  /// Sites beyond this number are written anew each time: who passes lines on could make any number of them.
  private static let mostSites = 1000
}

// MARK: - Composing

extension ActionComposer {
  /// The line of an action. One that a dispatcher sent to this store among others needs no contents: its cause has them.
  ///
  /// - Parameter outer: What led to it if nothing else did.
  func compose(_ action: ActionSubject, site: CallSite?, outer: StepNumber? = nil) -> ActionHead {
    let name = ThreadFlag.encoding.withFlagSet { actions.describe(action) }
    return compose(name, actions.contents, site: site, outer: outer)
  }

  /// The line of an action or an event.
  ///
  /// - Parameters:
  ///   - name: That of an event; `nil` for an action, which its type and case name.
  ///   - contents: The action, or what the event carries: nothing if it is of the type `Nothing`.
  ///   - effect: What an event says of asynchronous work.
  func compose<Contents>(_ name: String?, _ contents: Contents, site: CallSite?, effect: RecordedEffect? = nil) -> ActionHead {
    guard let name else { return ActionSubject.with(contents) { compose($0, site: site) } }
    let described = ThreadFlag.encoding.withFlagSet { actions.describe(name, Contents.self == Nothing.self ? nil : contents) }
    return compose(described, actions.contents, site: site, effect: effect)
  }

  /// The line with which asynchronous work ends.
  func compose(_ name: String, resultOf effect: RecordedEffect, _ result: Any?, site: CallSite?) -> ActionHead {
    let described = ThreadFlag.encoding.withFlagSet { result.map { actions.describe(resultOf: name, $0) } ?? actions.name(of: name) }
    return compose(described, result == nil ? [] : actions.contents, site: site, effect: effect)
  }

  /// The line of something that the log itself has a name for.
  func compose(_ type: String, site: CallSite?) -> ActionHead { compose(actions.name(of: type), [], site: site) }

  private func compose(
    _ name: ActionName, _ payload: [UInt8], site: CallSite?, outer: StepNumber? = nil, effect: RecordedEffect? = nil
  ) -> ActionHead {
    latest = name
    for failure in actions.takeFailures() { log.tell(EncodingProblem(failure), of: label) }
    let cause = log.currentCause ?? outer.map(RecordedCause.step)
    let dispatched = cause.flatMap(log.dispatch(causing:))
    let isCopy = dispatched?.name.members == name.members && dispatched?.payload == payload
    var head = ActionHead(store: store, name: isCopy ? name.typeMember : name.members, reusing: takeBuffer())
    if let cause { head.append(cause: cause) }
    if let site { appendSite(site, to: &head) }
    if let effect { head.append(effect: effect) }
    if isCopy { return head }
    if !payload.isEmpty {
      head.append(payload: payload)
    } else if dispatched?.name.typeMember == name.typeMember {
      // A reader would take the contents of the dispatch for its own.
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

  /// Gives back the memory of a line that is written.
  func reuse(_ head: consuming ActionHead) {
    let memory = head.takeBuffer()
    if memory.capacity <= Self.mostKeptBytes { buffer = memory }
  }

  /// A line larger than this is rare.
  private static let mostKeptBytes = 1 << 16
}

// MARK: - Contents

extension ActionComposer {
  /// What the line tells of the action composed last, for those who may copy it.
  var contents: OpenDispatch.Contents { OpenDispatch.Contents(name: latest, payload: actions.contents) }

  /// Of the action described last, a number that is the same for actions that are described the same, as good as never for others.
  var latestIdentity: Int {
    var hasher = Hasher()
    hasher.combine(latest.members)
    hasher.combine(actions.contents)
    return hasher.finalize()
  }

  /// Describes an action without composing a line.
  func identity(of action: ActionSubject) -> Int {
    latest = ThreadFlag.encoding.withFlagSet { actions.describe(action) }
    return latestIdentity
  }

  /// Whether both would be described the same.
  func areSame(_ left: ActionSubject, _ right: ActionSubject) -> Bool {
    if let memory, left.isProvenEqual(to: right, by: memory) { return true }
    return ThreadFlag.encoding.withFlagSet {
      let name = actions.describe(left)
      let payload = actions.contents
      return actions.describe(right).members == name.members && actions.contents == payload
    }
  }
}
#endif
