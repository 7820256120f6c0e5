import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

@testable import FluxtapeCoding

/// A kind of state, and its changes.
protocol StateFamily: SendableMetatype {
  associatedtype State
  static var rules: EncodingRules { get }
  /// The name of the store.
  static var name: String { get }
  init(_ random: inout SplitMix64)
  var state: State { get }
  mutating func change(_ random: inout SplitMix64)
  /// Whether a state may once be one that no patch leads to.
  static var losesTrust: Bool { get }
  /// Breaks cycles, so that objects are freed.
  func end()
}

extension StateFamily {
  static var rules: EncodingRules { .plain }
  static var name: String { "store" }
  static var losesTrust: Bool { false }
  func end() {}
}

/// How states are compared.
enum ComparisonWay {
  case images
  /// As after a patch that was wrong: by the whole JSON.
  case texts
}

/// Follows one store with a comparison, as a recorder does, and with a document, as a reader does.
struct FollowedStore<Family: StateFamily> {
  private let delta: ImageComparison
  private let fresh = ImageComparison(rules: Family.rules)
  private var document: JSONValue?
  private var hasLostTrust = false
  private var patchBytes = 0
  private var wholeBytes = 0
  private var stateCount = 0

  init(_ way: ComparisonWay) {
    delta = ImageComparison(rules: Family.rules)
    if way == .texts { delta.distrust() }
  }

  /// Continues with `state`. The document must equal it.
  mutating func advance(to state: Family.State, _ comment: String) throws {
    var bytes: [UInt8] = []
    let patch = delta.advance(to: state, named: Family.name, appendingTo: &bytes)
    var expected: [UInt8] = []
    fresh.append(state, named: Family.name, to: &expected)

    var whole: [UInt8] = []
    delta.appendWhole(to: &whole)
    try require(whole == expected, "\(comment): \(text(whole)) is kept, \(text(expected)) is right")

    let right = try JSONValue(parsing: expected)
    if let patch {
      guard let before = document else { throw ExpectationBroken(text: "\(comment): a patch without a state before it") }
      let operations = try JSONPatch(decoding: JSONValue(parsing: bytes))
      try require(operations.operations.count == patch.operationCount, "\(comment): \(patch.operationCount) operations, not \(text(bytes))")
      guard let after = try? operations.applied(to: before) else {
        throw ExpectationBroken(text: "\(comment): \(text(bytes)) does not fit \(before.text), should lead to \(text(expected))")
      }
      try require(after == right, "\(comment): \(text(bytes)) leads from \(before.text) to \(after.text), not to \(text(expected))")
      // Continues with the reader's document, which has its own order of members.
      document = after
      patchBytes += bytes.count
    } else {
      try require(bytes.isEmpty && (document == nil || (Family.losesTrust && !hasLostTrust)), "\(comment): no patch")
      hasLostTrust = document != nil
      document = right
    }
    wholeBytes += expected.count
    stateCount += 1
    _ = delta.takeReleased()
  }

  /// Fails if patches replace everything, which would be correct too.
  func checkLength(_ comment: String) throws {
    // What is secret is replaced as a whole.
    guard wholeBytes > 250 * stateCount, !Family.rules.hidesSecrets else { return }
    try require(4 * patchBytes < 3 * wholeBytes, "\(comment): \(patchBytes) bytes of patches for \(wholeBytes) bytes of states")
  }

  mutating func forget() {
    delta.forget()
    document = nil
  }

  /// Not `#require`, which would describe every byte of both sides before the texts.
  private func require(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw ExpectationBroken(text: text()) }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

struct ExpectationBroken: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

extension StateFamily {
  /// Follows `transitions` changes one after the other.
  static func follow(seed: Int, transitions: Int, way: ComparisonWay? = nil) throws {
    var random = SplitMix64(seed: seed)
    var family = Self(&random)
    defer { family.end() }
    var store = FollowedStore<Self>(way ?? (seed % 4 == 3 ? .texts : .images))
    // States that the app keeps: the next change copies what they share, and changes unshared storage in place.
    var kept: [State] = []
    try store.advance(to: family.state, "\(Self.self), seed \(seed), first state")
    for step in 1...transitions {
      for _ in 0..<random.pick([1, 1, 1, 1, 2, 3, 0]) { family.change(&random) }
      try store.advance(to: family.state, "\(Self.self), seed \(seed), step \(step)")
      if random.chance(4) { kept.append(family.state) }
      if random.chance(6) { kept = [] }
      if random.chance(25) {
        store.forget()
        try store.advance(to: family.state, "\(Self.self), seed \(seed), step \(step), once more")
      }
    }
    try store.checkLength("\(Self.self), seed \(seed)")
  }
}
