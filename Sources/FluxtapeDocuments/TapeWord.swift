import FluxtapeJSON

/// One value of a JSON text in 64 bits. A tape is the skeleton of a text in its order. A scalar has one word; an array or object has three,
/// followed by the words of its contents. The word of a member's key precedes those of its value.
///
/// ```text
/// text   {"a":[1,"x"],"b":true}
/// tape   object 0 | members 2, words 10 | bytes 22, height 2 | "a" 2 | array 5 | elements 2, words 5 | bytes 7, height 1
///        | 1 at 6 | "x" at 9 | "b" 14 | true 17
///
/// scalar     63…61 kind · 60 hasEscapes · 59 isIrregular · 58…32 length, saturated · 31…0 offset
/// container  63…61 kind · 59 isIrregular · 31…0 offset  │  63…32 count · 31…0 words  │  63…32 height · 31…0 bytes
/// ```
/// A string's offset and length exclude its quotation marks. The offset counts from the beginning of the text.
struct TapeWord {
  var bits: UInt64

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }
}

extension TapeWord {
  /// The maximum number of bytes in a text: offsets and counts have 32 bits.
  static let maximumByteCount = Int(Int32.max)

  /// The number of words of a container before those of its contents.
  static let containerHead = 3

  /// Marks a length that does not fit; longer values are measured when read.
  private static let longest = UInt64(1) << 27 - 1

  @inline(__always)
  init(_ kind: JSONNode.Kind, offset: Int, length: Int = 0, hasEscapes: Bool = false, isIrregular: Bool = false) {
    bits =
      UInt64(kind.rawValue) << 61 | (hasEscapes ? 1 << 60 : 0) | (isIrregular ? 1 << 59 : 0)
      | min(UInt64(truncatingIfNeeded: length), Self.longest) << 32 | UInt64(truncatingIfNeeded: offset)
  }

  @inline(__always)
  var kind: JSONNode.Kind { JSONNode.Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 61)) ?? .null }

  /// Whether a string has a backslash.
  var hasEscapes: Bool { bits & 1 << 60 != 0 }

  /// Whether the value's text differs from its written form: white space, needless escapes.
  var isIrregular: Bool { bits & 1 << 59 != 0 }

  @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }

  /// The bytes of a scalar, or `nil` if the length does not fit.
  @inline(__always)
  var length: Int? {
    let length = bits >> 32 & Self.longest
    return length == Self.longest ? nil : Int(truncatingIfNeeded: length)
  }

  @inline(__always)
  var isContainer: Bool { bits >> 61 >= UInt64(JSONNode.Kind.array.rawValue) }
}

/// The second and third word of a container.
struct ContainerWords {
  /// The number of elements or members.
  var count: Int
  /// The words of the container with its contents.
  var words: Int
  /// Bytes from the opening to the closing bracket.
  var bytes: Int
  /// The levels of nested containers, including this one.
  var height: Int

  var second: UInt64 { UInt64(truncatingIfNeeded: count) << 32 | UInt64(truncatingIfNeeded: words) }
  var third: UInt64 { UInt64(truncatingIfNeeded: height) << 32 | UInt64(truncatingIfNeeded: bytes) }

  @inline(__always)
  static func count(_ second: UInt64) -> Int { Int(truncatingIfNeeded: second >> 32) }
  @inline(__always)
  static func words(_ second: UInt64) -> Int { Int(truncatingIfNeeded: second & 0xFFFF_FFFF) }
  @inline(__always)
  static func bytes(_ third: UInt64) -> Int { Int(truncatingIfNeeded: third & 0xFFFF_FFFF) }
  @inline(__always)
  static func height(_ third: UInt64) -> Int { Int(truncatingIfNeeded: third >> 32) }
}
