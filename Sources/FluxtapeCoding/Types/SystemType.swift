import FluxtapeLocking
import FluxtapeLog

/// Types declared by an operating system or the standard library. The contents of their objects mean nothing to the author of an app, and
/// reading them may be dangerous.
package enum SystemType {
  private static let modules: Set<Substring> = [
    "AppKit", "Combine", "CoreData", "CoreFoundation", "CoreGraphics", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "ObjectiveC", "Observation", "Swift", "SwiftUI",
    "Synchronization", "UIKit", "_Concurrency", "__C", "os",
  ]

  static func isDeclaredBySystem(_ type: Any.Type) -> Bool {
    let name = TypeName.qualified(type)
    // The names of Objective-C classes have no module.
    guard let dot = name.firstIndex(of: ".") else { return true }
    return modules.contains(name[..<dot])
  }

  /// Whether the type is `UnsafePointer` or a similar type.
  package static func isPointer(_ type: Any.Type) -> Bool {
    let name = TypeName.qualified(type)
    return ["Swift.Unsafe", "Swift.OpaquePointer", "Swift.ObjectIdentifier", "Swift.AutoreleasingUnsafe", "Swift.Unmanaged"]
      .contains { name.hasPrefix($0) }
  }

  /// Whether the type is an existential: `Any`, `any P`.
  package static func isExistential(_ type: Any.Type) -> Bool {
    let identity = ObjectIdentifier(type)
    if let known = existentials.withLock({ $0[identity] }) { return known }
    let isExistential = isNamedAsExistential(type)
    existentials.withLock { $0[identity] = isExistential }
    return isExistential
  }

  /// A cache, since making a name takes microseconds.
  private static let existentials = Locked<[ObjectIdentifier: Bool]>(renewable: { [:] })

  private static func isNamedAsExistential(_ type: Any.Type) -> Bool {
    // The name of `any P` may equal that of `P`, but its metatype is named `P.Protocol`.
    let name = TypeName.qualified(Swift.type(of: type))
    return name.hasPrefix("(any ") || name.hasSuffix(".Protocol") && !name.hasSuffix(".Type.Protocol")
  }

  /// Whether the type is `NSError` or a subclass. Checked by name: on Linux the class is in a part of Foundation that is not linked here.
  static func isNSError(_ mirror: Mirror) -> Bool {
    var ancestor: Mirror? = mirror
    for _ in 0..<Reflection.mostAncestors {
      guard let current = ancestor else { return false }
      if ["Foundation.NSError", "NSError", "__C.NSError"].contains(TypeName.qualified(current.subjectType)) { return true }
      ancestor = current.superclassMirror
    }
    return false
  }
}

// MARK: - Objects of Foundation

extension SystemType {
  /// `{"domain":…,"code":…,"message":…}`, if `value` is an `NSError`.
  ///
  /// The rest of its `userInfo` is left out: it may hold anything, including paths and other errors.
  static func nsError(_ value: Any) -> [UInt8]? {
    guard type(of: value) is AnyObject.Type, let error = value as? any Error else { return nil }
    let mirror = Mirror(reflecting: value)
    guard isNSError(mirror) else { return nil }
    let userInfo = error._userInfo as? [String: Any] ?? mirror.descendant("_userInfo") as? [String: Any]
    return json(error._domain, error._code, userInfo?["NSLocalizedDescription"] as? String)
  }

  /// `{"domain":…,"code":…}` for system errors that are not objects on all platforms, such as `CocoaError`. The domain is the type's name.
  static func systemError(_ value: Any) -> [UInt8]? {
    guard let error = value as? any Error, isDeclaredBySystem(type(of: value)) else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.children.contains(where: { $0.label == "userInfo" || $0.label == "_nsError" }) else { return nil }
    // The error's code property is in a part of Foundation that is not linked here.
    let code = (mirror.descendant("code") as? any RawRepresentable)?.rawValue as? Int
    return json(TypeName.of(type(of: value)), code ?? error._code, nil)
  }

  private static func json(_ domain: String, _ code: Int, _ message: String?) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append("{\"domain\":", string: domain)
    bytes.append(",\"code\":", decimal: code)
    bytes.append(",\"message\":", string: message)
    return bytes + [UInt8(ascii: "}")]
  }
}
