/// Detects personal data by its form: email addresses, and phone numbers with a country code.
enum PersonalForms {
  static func finds(in bytes: [UInt8]) -> [SecretFind] {
    var finds: [SecretFind] = []
    var place = 0
    while let sign = bytes.first(signs, from: place) {
      let range = bytes[sign] == UInt8(ascii: "@") ? address(around: sign, from: place, in: bytes) : number(from: sign, in: bytes)
      if let range { finds.append(SecretFind(.personal, range)) }
      place = range?.upperBound ?? sign + 1
    }
    return finds
  }

  private static func address(around at: Int, from first: Int, in bytes: [UInt8]) -> Range<Int>? {
    let start = bytes.start(of: names, before: at, from: first)
    var end = bytes.end(of: hosts, from: at + 1)
    while end > at, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return start < at && bytes.first(UInt8(ascii: "."), from: at, before: end) != nil ? start..<end : nil
  }

  private static let names = ByteSet.key.union(".+%")
  private static let hosts = ByteSet.key.union(".")
  private static let signs = ByteSet("@+")

  /// E.164: up to 15 digits.
  private static func number(from plus: Int, in bytes: [UInt8]) -> Range<Int>? {
    var (end, count) = (plus + 1, 0)
    for place in plus + 1..<min(bytes.count, plus + 24) {
      if TokenForm.isDigit(bytes[place]) {
        (end, count) = (place + 1, count + 1)
      } else if !" -()/.".utf8.contains(bytes[place]) {
        break
      }
    }
    return (8...15).contains(count) && TokenForm.isDigit(bytes[plus + 1]) ? plus..<end : nil
  }
}
