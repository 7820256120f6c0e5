import FluxtapeJSON

/// The strategy for describing actions of one type.
final class ActionPlan {
  let type: Any.Type
  let way: Strategy
  /// The app's rule for their names.
  let naming: ActionNaming?

  enum Strategy {
    /// By the type's name and the whole encoding.
    case whole(ActionName, WritingContext)
    /// By reflection, as in ``ActionDescription``.
    case reflection
  }

  /// - Parameter isEnum: Whether the action is an enum value.
  init(of type: Any.Type, isEnum: @autoclosure () -> Bool, for writer: ActionWriter) {
    self.type = type
    naming = writer.naming(of: type)
    // Wrappers: the dispatched action is the value inside.
    let isWrapper = type == AnyHashable.self || type is any OptionalValue.Type
    if isWrapper || writer.values.isWrittenWhole(type) {
      way = .reflection
    } else if isEnum() {
      way = .reflection
    } else {
      let name = writer.name(TypeName.of(type), of: type)
      way = .whole(name, writer.values.context(ofActionNamed: name.key))
    }
  }
}
