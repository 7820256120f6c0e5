/// Whose objects are taken apart by reflection, and what identifies the others.
///
/// What a library keeps in its objects says nothing to the author of an app, and the library may change it on another thread while it is read.
/// So the recorder looks into objects of the app's own classes alone. Of all others it writes type and number, and never reads their memory.
package struct ObjectRules: Sendable {
  /// Modules that are the app's own, besides the one that declares the type of the recorded value.
  package var modules: Set<String>
  package let numbers: ObjectNumbers

  package init(modules: Set<String>, numbers: ObjectNumbers) {
    self.modules = modules
    self.numbers = numbers
  }
}

/// Whose objects are taken apart in values of one type.
final class ObjectScope {
  let root: Any.Type
  let isOfObject: Bool
  private let modules: Set<String>
  /// To make the name of a type takes microseconds.
  private var known: [ObjectIdentifier: Bool] = [:]

  init(of root: Any.Type, under rules: ObjectRules) {
    self.root = root
    isOfObject = root is AnyObject.Type
    // A generic type is often a library's, around one of the app's. What a tap refers to is the recorder itself.
    let isGeneric = TypeName.qualified(root).contains("<")
    modules = rules.modules.union(isGeneric ? [] : [ModuleName.declaring(root)].compactMap(\.self)).subtracting(["Fluxtape"])
  }

  /// Whether an object's own fields, and those that it has from its superclasses, are read if they are declared in this class.
  func takesApart(_ type: Any.Type) -> Bool {
    let identity = ObjectIdentifier(type)
    if let answer = known[identity] { return answer }
    let isValue = (type as? any ValueSemantic.Type)?.hasValueSemantics ?? false
    let answer = isValue || type == root || ModuleName.declaring(type).map(modules.contains) ?? false
    known[identity] = answer
    return answer
  }
}

/// Modules in the names that ``TypeName/qualified(_:)`` gives to types.
enum ModuleName {
  /// The module that declares a type. `nil` for classes of Objective-C.
  static func declaring(_ type: Any.Type) -> String? {
    let name = TypeName.qualified(type)
    // `(extension in Shop):Rx.Bag.Row`
    if name.hasPrefix(extensionMark) { return String(name.dropFirst(extensionMark.count).prefix { $0 != ")" }) }
    return name.firstIndex(of: ".").map { String(name[..<$0]) }
  }

  private static let extensionMark = "(extension in "
}
