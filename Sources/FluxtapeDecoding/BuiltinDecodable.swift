import FluxtapeCoding
import FluxtapeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type that the recorder encodes in a special way, so that its `init(from:)` cannot decode it.
protocol BuiltinDecodable {
  init(decoding node: DecodingNode) throws
}

extension Date: BuiltinDecodable {
  init(decoding node: DecodingNode) throws {
    guard let text = node.json.string else {
      self.init(timeIntervalSinceReferenceDate: try node.floatingPoint())
      return
    }
    guard let seconds = DateText.secondsSince2001(text) else { throw node.corrupted("not a date as in RFC 3339") }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension Data: BuiltinDecodable {
  init(decoding node: DecodingNode) throws {
    guard let data = Data(base64Encoded: try node.string()) else { throw node.corrupted("not valid base64") }
    self = data
  }
}

extension URL: BuiltinDecodable {
  init(decoding node: DecodingNode) throws {
    // A relative URL is written with its base.
    guard node.json.object == nil else {
      try self.init(from: NodeDecoder(node: node))
      return
    }
    guard let url = URL(string: try node.string()) else { throw node.corrupted("not a valid URL") }
    self = url
  }
}

extension Decimal: BuiltinDecodable {
  init(decoding node: DecodingNode) throws {
    if TaggedValue(node.json) == .float(.nan) {
      self = .nan
      return
    }
    guard let number = node.json.number else { throw node.mismatch(Decimal.self) }
    guard let decimal = Decimal(string: number.text) else { throw node.outOfRange(Decimal.self) }
    self = decimal
  }
}

extension Dictionary: BuiltinDecodable where Key: Decodable, Value: Decodable {
  /// Decodes an object as the standard library does, or an array of pairs.
  init(decoding node: DecodingNode) throws {
    guard let pairs = node.json.array else {
      try self.init(from: NodeDecoder(node: node))
      return
    }
    self.init(minimumCapacity: pairs.count)
    for (index, json) in pairs.enumerated() {
      let pair = DecodingNode(json, key: PlaceKey(index), inside: node)
      guard case .array(let parts) = json, parts.count == 2 else { throw pair.mismatch([Any].self, expected: "a key and its value") }
      let key = try DecodingNode(parts[0], key: PlaceKey(0), inside: pair).decode(Key.self)
      self[key] = try DecodingNode(parts[1], key: PlaceKey(1), inside: pair).decode(Value.self)
    }
  }
}
