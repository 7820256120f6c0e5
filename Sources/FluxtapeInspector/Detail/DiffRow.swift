import FluxtapeDocuments
import FluxtapeJSON

/// One row of a diff: a changed value, a container with several changes, or a group of unchanged members.
struct DiffRow: Sendable {
  enum Content: Sendable {
    case replaced(old: JSONNode, new: JSONNode)
    case added(JSONNode)
    case removed(JSONNode)
    case moved(from: JSONPointer, JSONNode)
    /// A container; rows for its changes follow.
    case inside(old: JSONNode?, new: JSONNode)
    /// The number of unchanged members that are hidden.
    case unchanged(Int)
    case same(JSONNode)
  }

  var place: Folds.Place
  var depth: Int
  var label: String
  var sign: Sign?
  var content: Content
}
