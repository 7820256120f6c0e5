import FluxtapeAnswers
import FluxtapeHistory
package import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

/// The differences between two values for people: one line per change, with a sign first.
///
/// ```text
/// ~ .items[0].qty  1 → 4  (+3)
/// + .items[1]      {"id":"p3","qty":2}
/// - .note          "gift"
/// > .items[2]      from .items[0]
/// ```
package struct DifferenceReport: Sendable {
  /// One line per change. Empty if there is none.
  package let lines: [String]

  /// The width at which a value is cut; `show --path` prints it whole.
  private static let widestValue = 60
  /// The maximum width to which paths are padded.
  private static let widestPath = 36

  package init(from old: JSONNode, to new: JSONNode) {
    let rows = changes(from: old, to: new).map { change -> (sign: String, path: String, text: String) in
      let path = StatePath(change.pointer, in: change.kind.isRemoval ? old : new).description.displayed()
      return switch change.kind {
      case .added(let value): ("+", path, Self.text(value))
      case .removed(let value): ("-", path, Self.text(value))
      case .replaced(let old, let new): ("~", path, Self.text(old, new) + Self.delta(old, new))
      case .moved(let origin): (">", path, "from \(StatePath(origin, in: old).description.displayed())")
      }
    }
    let width = min(Self.widestPath, rows.map { Typesetting.unicode.width(of: $0.path) }.max() ?? 0)
    lines = rows.map { "\($0.sign) \($0.path.padded(toColumns: width))  \($0.text)" }
  }

  private static func text(_ value: JSONNode) -> String { value.value.shortText(widestValue) }

  private static func text(_ old: JSONNode, _ new: JSONNode) -> String {
    ChangedText(old.value, new.value, columns: widestValue).arrow
  }

  /// The change of a number.
  private static func delta(_ old: JSONNode, _ new: JSONNode) -> String {
    guard let old = old.number, let new = new.number, let delta = numberDelta(from: old, to: new) else { return "" }
    return "  (\(delta))"
  }
}

extension Change.Kind {
  fileprivate var isRemoval: Bool { if case .removed = self { true } else { false } }
}
