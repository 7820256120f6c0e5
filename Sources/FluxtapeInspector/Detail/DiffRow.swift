import FluxtapeDocuments
import FluxtapeJSON

/// One row of a diff: a value that changed, a container with several changes in it, or a run of what did not change.
struct DiffRow: Sendable {
  enum Content: Sendable {
    case replaced(old: JSONNode, new: JSONNode)
    case added(JSONNode)
    case removed(JSONNode)
    case moved(from: JSONPointer, JSONNode)
    /// A container whose changes follow, with its size before and after.
    case inside(old: JSONNode?, new: JSONNode)
    /// Members that stayed as they were, left out.
    case unchanged(Int)
    case same(JSONNode)
  }

  var place: Folds.Place
  var depth: Int
  var label: String
  var sign: Sign?
  var content: Content
}
