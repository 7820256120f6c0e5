/// Stands for any class that is declared in Swift.
///
/// Not `AnyObject`: whether a reference of that type is the only one, builds without optimization deny of all.
///
/// Sound: objects of all such classes count their references in the same place, and nothing else of them is looked at.
package final class NativeObject {
  private init() {}

  /// Whether the reference at an address is the only one to its object.
  package static func isUnique(at reference: UnsafeMutableRawPointer) -> Bool {
    unsafe isKnownUniquelyReferenced(&reference.assumingMemoryBound(to: NativeObject.self).pointee)
  }
}
