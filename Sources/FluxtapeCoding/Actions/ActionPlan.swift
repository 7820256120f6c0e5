import FluxtapeJSON

/// How actions of one type are described.
final class ActionPlan {
  let type: Any.Type
  let way: Way
  /// What the app says about them.
  let naming: ActionNaming?

  enum Way {
    /// As an enum whose cases can be looked into.
    case cases(CaseList)
    /// By the name of the type and the whole encoding.
    case whole(TypePlan, ActionName, WritingContext)
    /// As ``ActionDescription`` does it.
    case reflection
  }

  init(of type: Any.Type, for writer: ActionWriter) {
    self.type = type
    let plan = TypePlan.of(type)
    naming = writer.naming(of: type)
    // Someone dispatched what is inside.
    let isWrapper = type == AnyHashable.self || type is any OptionalValue.Type
    if isWrapper || writer.values.isWrittenWhole(plan) {
      way = .reflection
    } else if let cases = CaseList(of: type, for: writer.values) {
      way = .cases(cases)
    } else if TypeMetadata(type).kind == .enumeration || TypeMetadata(type).kind == .unknown {
      way = .reflection
    } else {
      let name = writer.name(TypeName.of(type), of: type)
      way = .whole(plan, name, writer.values.context(ofActionNamed: name.key))
    }
  }
}
