/// What belongs to a person and shows by its form: addresses of mail, numbers of telephones with the code of a country.
enum PersonalForms {
  static func finds(in bytes: [UInt8]) -> [SecretFind] {
    var finds: [SecretFind] = []
    var place = 0
    while let sign = bytes[place...].firstIndex(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "+") }) {
      let range = bytes[sign] == UInt8(ascii: "@") ? address(around: sign, from: place, in: bytes) : number(from: sign, in: bytes)
      if let range { finds.append(SecretFind(.personal, range)) }
      place = range?.upperBound ?? sign + 1
    }
    return finds
  }

  private static func address(around at: Int, from first: Int, in bytes: [UInt8]) -> Range<Int>? {
    func isInside(_ byte: UInt8) -> Bool { PrintedValue.isKeyByte(byte) || ".+%".utf8.contains(byte) }
    let start = bytes[first..<at].lastIndex { !isInside($0) }.map { $0 + 1 } ?? first
    var end = bytes[(at + 1)...].firstIndex { !PrintedValue.isKeyByte($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
    while end > at, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return start < at && bytes[at..<end].contains(UInt8(ascii: ".")) ? start..<end : nil
  }

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
