/// Which objects are written with their properties by reflection.
///
/// The contents of a library's objects mean nothing to the author of an app, and the library may change them on another thread during the
/// read. So the recorder reads only objects of the app's own classes. For all others it writes the type, and never reads their memory.
package struct ObjectRules: Sendable {
  /// The app's modules, in addition to the one that declares the recorded value's type.
  package var modules: Set<String>

  package init(modules: Set<String>) { self.modules = modules }
}

/// Decides which objects are written with their properties within values of one root type.
final class ObjectScope {
  let root: Any.Type
  let isOfObject: Bool
  private let modules: Set<String>
  /// A cache, since making the name of a type takes microseconds.
  private var known: [ObjectIdentifier: Bool] = [:]

  init(of root: Any.Type, under rules: ObjectRules) {
    self.root = root
    isOfObject = root is AnyObject.Type
    // A generic type often belongs to a library and wraps a type of the app. The recorder's own objects, which a tap refers to, are
    // excluded.
    let isGeneric = TypeName.qualified(root).contains("<")
    modules = rules.modules.union(isGeneric ? [] : [ModuleName.declaring(root)].compactMap(\.self)).subtracting(["Fluxtape"])
  }

  /// Whether the fields that this class declares are read, in its objects and in those of its subclasses.
  func takesApart(_ type: Any.Type) -> Bool {
    let identity = ObjectIdentifier(type)
    if let answer = known[identity] { return answer }
    let isValue = (type as? any ValueSemantic.Type)?.hasValueSemantics ?? false
    let answer = isValue || type == root || ModuleName.declaring(type).map(modules.contains) ?? false
    known[identity] = answer
    return answer
  }
}

/// Finds the module in names made by ``TypeName/qualified(_:)``.
enum ModuleName {
  /// The module that declares a type. `nil` for Objective-C classes.
  static func declaring(_ type: Any.Type) -> String? {
    let name = TypeName.qualified(type)
    // `(extension in Shop):Rx.Bag.Row`
    if name.hasPrefix(extensionMark) { return String(name.dropFirst(extensionMark.count).prefix { $0 != ")" }) }
    return name.firstIndex(of: ".").map { String(name[..<$0]) }
  }

  private static let extensionMark = "(extension in "
}
