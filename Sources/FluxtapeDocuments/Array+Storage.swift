package import FluxtapeJSON

// Arrays are copied on write. Whether two arrays are unchanged copies of each other follows from the addresses of their elements, which
// only unsafe code can read.

extension Array {
  /// The address of the elements: equal for copies without changes. Never dereference it.
  package var storageAddress: UInt {
    // Sound: the address is returned, not dereferenced.
    unsafe withUnsafeBufferPointer { buffer in UInt(bitPattern: buffer.baseAddress) }
  }

  /// Whether both arrays are unchanged copies of each other. If `false`, they may still be equal.
  ///
  /// - Complexity: O(1).
  package func sharesStorage(with other: [Element]) -> Bool { count == other.count && storageAddress == other.storageAddress }
}

extension JSONObject {
  package var storageAddress: UInt { members.storageAddress }

  /// Whether both objects are unchanged copies of each other. If `false`, they may still be equal.
  package func sharesStorage(with other: JSONObject) -> Bool { members.sharesStorage(with: other.members) }
}
