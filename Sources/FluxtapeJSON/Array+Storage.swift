// Arrays are copied when they are changed while shared. Whether two are copies of one another costs nothing to tell from where
// their elements lie, which Swift says in unsafe code only.

extension Array {
  /// Where the elements lie: the same for copies that no change has parted. Never to be followed.
  package var storageAddress: UInt {
    // Sound: the address is told, not used.
    unsafe withUnsafeBufferPointer { buffer in UInt(bitPattern: buffer.baseAddress) }
  }

  /// Whether both arrays are copies of one another that no change has parted. Says no more about arrays that are not.
  ///
  /// - Complexity: O(1).
  package func sharesStorage(with other: [Element]) -> Bool { count == other.count && storageAddress == other.storageAddress }
}

extension JSONObject {
  package var storageAddress: UInt { members.storageAddress }

  /// Whether both objects are copies of one another that no change has parted. Says no more about objects that are not.
  package func sharesStorage(with other: JSONObject) -> Bool { members.sharesStorage(with: other.members) }
}
