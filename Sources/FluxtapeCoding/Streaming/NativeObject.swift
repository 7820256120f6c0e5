/// A placeholder for any class declared in Swift.
///
/// Not `AnyObject`: in unoptimized builds `isKnownUniquelyReferenced` is always false for references of that type.
///
/// Sound: objects of all such classes keep their reference count in the same place, and nothing else of them is read.
package final class NativeObject {
  private init() {}

  /// Whether the reference at an address is the only one to its object.
  package static func isUnique(at reference: UnsafeMutableRawPointer) -> Bool {
    unsafe isKnownUniquelyReferenced(&reference.assumingMemoryBound(to: NativeObject.self).pointee)
  }
}
