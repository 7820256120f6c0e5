package import FluxtapeJSON
package import FluxtapeLog

/// What can be written as JSON.
package protocol JSONWritable { func write(into bytes: inout [UInt8]) }

/// What a member of a JSON object is made of.
package protocol JSONMember: JSONWritable { var jsonValue: JSONValue { get } }

extension JSONMember { package func write(into bytes: inout [UInt8]) { jsonValue.write(into: &bytes) } }

extension JSONValue: JSONMember { package var jsonValue: JSONValue { self } }
extension JSONObject: JSONMember { package var jsonValue: JSONValue { .object(self) } }
extension String: JSONMember { package var jsonValue: JSONValue { .string(self) } }
extension Bool: JSONMember { package var jsonValue: JSONValue { .bool(self) } }
extension Int: JSONMember { package var jsonValue: JSONValue { .number(JSONNumber(self)) } }
extension StepNumber: JSONMember { package var jsonValue: JSONValue { rawValue.jsonValue } }
extension Array: JSONWritable, JSONMember where Element: JSONMember { package var jsonValue: JSONValue { .array(map(\.jsonValue)) } }

extension JSONObject {
  /// Members without a value are left out.
  package init(members: KeyValuePairs<String, (any JSONMember)?>) { self = JSONObject().adding(members) }

  package func adding(_ members: KeyValuePairs<String, (any JSONMember)?>) -> JSONObject {
    var result = self
    for case (let key, let value?) in members { result[key] = value.jsonValue }
    return result
  }

  package func merging(_ other: JSONObject) -> JSONObject {
    var result = self
    for member in other { result[member.key] = member.value }
    return result
  }
}

extension JSONValue {
  /// An object. Members without a value are left out.
  package static func object(members: KeyValuePairs<String, (any JSONMember)?>) -> JSONValue { .object(JSONObject(members: members)) }
}
