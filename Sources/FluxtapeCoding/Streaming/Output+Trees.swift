import FluxtapeJSON

extension Output {
  /// Writes JSON unchanged.
  func append(json: JSONValue) {
    switch json {
    case .null: writeNull()
    case .bool(let bool): write(bool)
    case .number(let number): append(number)
    case .string(let text): append(quoted: text)
    case .array(let elements):
      append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if isExhausted { break }
        if place > 0 { append(UInt8(ascii: ",")) }
        append(json: element)
      }
      append(UInt8(ascii: "]"))
    case .object(let object):
      append(UInt8(ascii: "{"))
      for (place, member) in object.enumerated() {
        if isExhausted { break }
        if place > 0 { append(UInt8(ascii: ",")) }
        append(quoted: member.key)
        append(UInt8(ascii: ":"))
        append(json: member.value)
      }
      append(UInt8(ascii: "}"))
    }
  }

  private func append(_ number: JSONNumber) {
    if let integer = number.int { write(integer) } else { append(Array(number.text.utf8)) }
  }

  /// Writes a text unchanged, whatever it holds.
  func append(quoted text: String) {
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { text in unsafe quote(text) }
    if isDone == nil { unsafe Array(text.utf8).withUnsafeBufferPointer { text in unsafe quote(text) } }
  }
}
