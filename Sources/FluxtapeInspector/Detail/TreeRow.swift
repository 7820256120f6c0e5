import FluxtapeDocuments
import FluxtapeJSON

/// One visible row of a value shown as a tree.
struct TreeRow: Sendable {
  enum Label: Hashable, Sendable {
    /// A store's name, where several stores are shown.
    case store(String)
    case key(String)
    case index(Int)
    /// A stretch of a container that is too long to be listed.
    case page(Range<Int>)
    /// The value itself, where it is no container and has no name.
    case whole
  }

  enum Fold: Hashable, Sendable { case leaf, open, closed }

  var place: Folds.Place
  var depth: Int
  var label: Label
  /// Nil where nothing is there: a removed member, or the place that a path keeps while its value is absent.
  var value: JSONNode?
  var fold: Fold = .leaf
  var sign: Sign?
  /// What stood here before.
  var was: JSONNode?
  /// Why there is no value to show, in words.
  var note: String?
}
