extension JSONNumber {
  /// Whether both numbers have the same value: `1`, `1.0` and `10e-1` do. Exact, for any length and exponent.
  ///
  /// - Complexity: O(length of both texts), never that of the number written out.
  public func isNumericallyEqual(to other: JSONNumber) -> Bool {
    self == other || Decimal(self) == Decimal(other)
  }

  /// A number in its one normal form: 0.d₁d₂… · 10^exponent, with d₁ and the last digit other than 0.
  private struct Decimal: Equatable {
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
  }

  /// An integer of any length: the sum of `limbs[i]` · 10^(9i), all limbs but the last in 0..<10⁹. The last is -1 for what is
  /// below zero and else 0, and no limb before it repeats what it says.
  private struct Exponent: Equatable {
    private static let base = 1_000_000_000
    private var limbs = [0]

    init() {}

    /// The integer that `text` spells, empty for 0, and `shift` more.
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
