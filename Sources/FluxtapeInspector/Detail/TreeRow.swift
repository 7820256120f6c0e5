import FluxtapeDocuments
import FluxtapeJSON

/// One visible row of a value shown as a tree.
struct TreeRow: Sendable {
  enum Label: Hashable, Sendable {
    /// A store's name, if several stores are shown.
    case store(String)
    case key(String)
    case index(Int)
    /// A page of a long container.
    case page(Range<Int>)
    /// The whole value, if it is not a container.
    case whole
  }

  enum Fold: Hashable, Sendable { case leaf, open, closed }

  var place: Folds.Place
  var depth: Int
  var label: Label
  /// Nil for a removed member, and for the cursor's path while its value is absent.
  var value: JSONNode?
  var fold: Fold = .leaf
  var sign: Sign?
  /// The old value.
  var was: JSONNode?
  /// Why no value is shown.
  var note: String?
}

extension TreeRow {
  /// Opens or closes the row. Without room, says that the limit of rows keeps it closed.
  mutating func setFold(open: Bool, hasRoom: Bool) {
    fold = open && hasRoom ? .open : .closed
    if open, !hasRoom { note = JSONTree.limitNote }
  }

  /// The number of values directly below the row that the limit of rows hides.
  var hiddenByLimit: Int {
    guard note == JSONTree.limitNote else { return 0 }
    return if case .page(let range) = label { range.count } else { value?.childCount ?? 0 }
  }
}
