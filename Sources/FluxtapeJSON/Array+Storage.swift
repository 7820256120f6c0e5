extension Array {
  /// Whether both arrays are copies of one another that no change has parted. Says no more about arrays that are not.
  ///
  /// - Complexity: O(1).
  package func sharesStorage(with other: [Element]) -> Bool {
    // Sound: the addresses are compared, never followed.
    unsafe withUnsafeBufferPointer { left in
      unsafe other.withUnsafeBufferPointer { right in
        unsafe left.count == right.count && left.baseAddress == right.baseAddress
      }
    }
  }
}

extension JSONObject {
  /// Whether both objects are copies of one another that no change has parted. Says no more about objects that are not.
  package func sharesStorage(with other: JSONObject) -> Bool { members.sharesStorage(with: other.members) }
}
