import FluxtapeRandomCases

/// Generates an editing session like a real one: seph-blog1 of josephg/editing-traces, a blog post of 137,154 edits.
///
/// The statistics of that session, with those of the generated one in parentheses:
///
/// ```text
/// edits           91.3 % insert, 6.6 % delete, 2.1 % replace            (90.9, 6.9, 2.2)
/// inserted        99.5 % one character; with what is pasted 1.65        (99.7 %, 1.64)
/// deleted         56 % one character; 13 on average                     (56 %, 12.5)
/// runs of typing  12.3 edits on average, half of them at most 7         (11.9, 7)
/// jumps           before 6.9 % of the edits, half of them by at most 28 (6.5 %, 26)
/// the text        56,769 characters at the end, 34,000 on average       (52,203, 33,000)
///                 half of them after 31 % of the edits                  (28 %)
/// its lines       688; the one that is edited has 221 characters        (719, 207)
/// ```
struct SessionGenerator {
  private var random: SplitMix64
  private var words: StateGenerator
  private var places = LinePlaces(text: "")
  private var edits: [TextEdited] = []
  private var limit = 0
  private var length = 0
  private var cursor = 0
  /// The text still to be typed, reversed.
  private var waiting: [Unicode.Scalar] = []

  init(seed: Int) {
    random = SplitMix64(seed: seed)
    words = StateGenerator(seed: seed + 1)
  }

  /// Deciles: nine tenths of the values are at most the last but one.
  private static let runLengths = [1, 1, 1, 2, 4, 7, 10, 14, 20, 32, 62]
  private static let jumpLengths = [1, 3, 6, 11, 17, 28, 45, 76, 162, 708, 20_000]
}

extension SessionGenerator {
  mutating func session(edits count: Int) -> EditingSession {
    limit = count
    while edits.count < count {
      for _ in 0..<max(1, number(byTenths: Self.runLengths)) { insert(nextScalar()) }
      // A text grows faster at the start.
      if chance(Double(edits.count) < 0.3 * Double(count) ? 0.045 : 0.027) { paste() }
      if chance(0.58) {
        for _ in 0..<(chance(0.72) ? 1 : Int.random(in: 2...4, using: &random)) {
          replace(chance(0.56) ? 1 : length(upTo: 5.85), with: "")
        }
      } else if chance(0.67) {
        replace(chance(0.56) ? 1 : length(upTo: 5.85), with: String(nextScalar()))
      }
      if chance(0.88) { jump() }
    }
    return EditingSession(
      name: "a generated session", start: "", end: places.text, edits: edits)
  }

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  /// Returns a random number with the given deciles.
  private mutating func number(byTenths tenths: [Int]) -> Int {
    let tenth = Int.random(in: 0..<tenths.count - 1, using: &random)
    return Int.random(in: tenths[tenth]...max(tenths[tenth], tenths[tenth + 1] - 1), using: &random)
  }

  /// Returns a random length: each range between powers of two, up to this power, is equally likely.
  private mutating func length(upTo power: Double) -> Int {
    let power = Double.random(in: 1..<power + 1, using: &random)
    let whole = Double(1 << Int(power))
    return Int(whole * (1 + power - power.rounded(.down)))
  }

  private mutating func nextScalar() -> Unicode.Scalar {
    if waiting.isEmpty {
      // Half of the paragraphs follow an empty line.
      let end = chance(0.05) ? (chance(0.5) ? "\n\n" : "\n") : " "
      waiting = (words.words(1) + end).unicodeScalars.reversed()
    }
    return waiting.popLast() ?? " "
  }

  private mutating func insert(_ scalar: Unicode.Scalar) { edit(at: cursor, deleting: 0, inserting: String(scalar)) }

  private mutating func paste() {
    let count = length(upTo: 9.6)
    var text = String.UnicodeScalarView()
    for _ in 0..<count { text.append(nextScalar()) }
    edit(at: cursor, deleting: 0, inserting: String(text))
  }

  /// Replaces scalars before the cursor.
  private mutating func replace(_ count: Int, with text: String) {
    let count = min(count, cursor)
    if count > 0 { edit(at: cursor - count, deleting: count, inserting: text) }
  }

  private mutating func jump() {
    let distance = number(byTenths: Self.jumpLengths)
    cursor = min(max(cursor + (chance(0.5) ? distance : -distance), 0), length)
  }

  private mutating func edit(at position: Int, deleting deleted: Int, inserting inserted: String) {
    guard edits.count < limit else { return }
    let count = inserted.unicodeScalars.count
    edits.append(TextEdited([TextEdited.Patch(position: position, deleted: deleted, inserted: inserted)], in: &places))
    length += count - deleted
    cursor = position + count
  }
}
