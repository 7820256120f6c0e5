import FluxtapeJSON

/// How actions of one type are described.
final class ActionPlan {
  let type: Any.Type
  let way: Strategy
  /// What the app says about them.
  let naming: ActionNaming?

  enum Strategy {
    /// As an enum whose cases can be looked into in memory.
    case cases(any ActionCases)
    /// By the name of the type and the whole encoding.
    case whole(ActionName, WritingContext)
    /// As ``ActionDescription`` does it.
    case reflection
  }

  /// - Parameter isEnum: Whether an action of this type is in a case.
  init(of type: Any.Type, isEnum: @autoclosure () -> Bool, for writer: ActionWriter) {
    self.type = type
    naming = writer.naming(of: type)
    // Someone dispatched what is inside.
    let isWrapper = type == AnyHashable.self || type is any OptionalValue.Type
    if isWrapper || writer.values.isWrittenWhole(type) {
      way = .reflection
    } else if let cases = writer.values.rules.memory?.actionCases(of: type, for: writer) {
      way = .cases(cases)
    } else if isEnum() {
      way = .reflection
    } else {
      let name = writer.name(TypeName.of(type), of: type)
      way = .whole(name, writer.values.context(ofActionNamed: name.key))
    }
  }
}
