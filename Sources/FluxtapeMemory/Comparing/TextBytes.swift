#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

import FluxtapeCoding
import FluxtapeJSON

/// The key of a member, compared only by its bytes.
struct KeyText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: KeyText, right: KeyText) -> Bool { left.text.isSameText(as: right.text) }
  func hash(into hasher: inout Hasher) { hasher.combineBytes(of: text) }
}

extension String {
  /// Whether both have the same UTF-8 bytes. Fast for copies of one string, and for short strings.
  ///
  /// Sound: it reads exactly the bytes of two live strings.
  func isSameText(as other: String) -> Bool {
    isCopy(of: other) || (utf8.count == other.utf8.count && hasSameBytes(as: other))
  }

  /// Whether both have the same words in memory, and therefore the same bytes.
  @inline(__always)
  func isCopy(of other: String) -> Bool {
    #if _pointerBitWidth(_64)
    let (left, right) = unsafe (unsafeBitCast(self, to: (UInt64, UInt64).self), unsafeBitCast(other, to: (UInt64, UInt64).self))
    return left == right
    #else
    return unsafe withUnsafeBytes(of: self) { left in
      unsafe withUnsafeBytes(of: other) { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return false }
        return unsafe memcmp(left, right, MemoryLayout<String>.size) == 0
      }
    }
    #endif
  }
}
