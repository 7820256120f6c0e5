public import FluxtapeJSON

extension JSONNumber {
  /// Whether both numbers have the same value, as `1`, `1.0` and `10e-1` do. Exact for any length and exponent.
  ///
  /// - Complexity: O(length of both texts), whatever their exponents.
  public func isNumericallyEqual(to other: JSONNumber) -> Bool {
    self == other || Decimal(self) == Decimal(other)
  }

  /// Whether this number is less than `other`. Exact for any length and exponent.
  ///
  /// - Complexity: as ``isNumericallyEqual(to:)``.
  package func isLess(than other: JSONNumber) -> Bool { Decimal(self) < Decimal(other) }

  /// A number in its normal form: 0.d₁d₂… · 10^exponent, where d₁ and the last digit are not 0.
  private struct Decimal: Comparable {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = Exponent()

    init(_ number: JSONNumber) {
      var digitsBeforePoint = 0
      var hasPoint = false
      var bytes = number.text.utf8[...]
      isNegative = bytes.first == UInt8(ascii: "-")
      if isNegative { bytes.removeFirst() }
      while let byte = bytes.popFirst() {
        if byte | 0x20 == UInt8(ascii: "e") { break }
        if byte == UInt8(ascii: ".") {
          hasPoint = true
        } else {
          digits.append(byte)
          if !hasPoint { digitsBeforePoint += 1 }
        }
      }
      let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
      digits.removeFirst(leadingZeros)
      while digits.last == UInt8(ascii: "0") { digits.removeLast() }
      if digits.isEmpty {
        isNegative = false  // -0 is 0, and 0e5 too
      } else {
        exponent = Exponent(bytes, plus: digitsBeforePoint - leadingZeros)
      }
    }

    static func < (left: Decimal, right: Decimal) -> Bool {
      if left.isNegative != right.isNegative { return left.isNegative }
      return left.isNegative ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
    }

    private func isNearerToZero(than other: Decimal) -> Bool {
      if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
      return exponent == other.exponent ? digits.lexicographicallyPrecedes(other.digits) : exponent < other.exponent
    }
  }

  /// An integer of any length: the sum of `limbs[i]` · 10^(9i). All limbs but the last are in 0..<10⁹. The last limb is the sign: -1 for
  /// negative integers, else 0. No limb before the last only repeats the sign.
  private struct Exponent: Comparable {
    private static let base = 1_000_000_000
    private var limbs = [0]

    init() {}

    /// The integer in `text` (empty for 0), plus `shift`.
    init(_ text: Substring.UTF8View, plus shift: Int) {
      let isNegative = text.first == UInt8(ascii: "-")
      let digits = text.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "0") }
      limbs = []
      var end = digits.endIndex
      while end > digits.startIndex {
        let start = digits.index(end, offsetBy: -9, limitedBy: digits.startIndex) ?? digits.startIndex
        let limb = digits[start..<end].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        limbs.append(isNegative ? -limb : limb)
        end = start
      }
      add(shift)
    }

    private var isNegative: Bool { limbs.last == -1 }

    /// The limb at a place, with the sign extended beyond the last one.
    private func limb(_ place: Int) -> Int { place < limbs.count - 1 ? limbs[place] : isNegative ? Self.base - 1 : 0 }

    static func < (left: Exponent, right: Exponent) -> Bool {
      if left.isNegative != right.isNegative { return left.isNegative }
      let place = (0..<max(left.limbs.count, right.limbs.count)).last { left.limb($0) != right.limb($0) }
      return place.map { left.limb($0) < right.limb($0) } ?? false
    }

    private mutating func add(_ shift: Int) {
      var carry = shift
      var place = 0
      while place < limbs.count || (carry != 0 && carry != -1) {
        if place == limbs.count { limbs.append(0) }
        let sum = limbs[place] + carry
        let limb = (sum % Self.base + Self.base) % Self.base
        limbs[place] = limb
        carry = (sum - limb) / Self.base
        place += 1
      }
      let filler = carry == 0 ? 0 : Self.base - 1
      while limbs.last == filler { limbs.removeLast() }
      limbs.append(carry)
    }
  }
}
