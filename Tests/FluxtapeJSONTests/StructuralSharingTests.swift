import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct StructuralSharingTests {
  /// A document whose containers have unshared storage. It is parsed, since the optimizer puts some array literals into the program's
  /// constants, which are copied when they change.
  private static func document() throws -> JSONValue {
    var document = try JSONValue(parsing: #"{"left":{"deep":{"list":[1,2,3]}},"right":{"list":["a","b",["c"]],"map":{"x":{"y":1}}}}"#)
    // Enough members for an index.
    let members = (0..<50).map { ("key\($0)", ["n": .number(JSONNumber($0))] as JSONValue) }
    document[object: "large"] = .object(JSONObject(members))
    return document
  }

  /// The address of the storage of the container at `path`.
  private static func storage(_ path: String, of document: JSONValue) throws -> UInt {
    let value = try #require(document[try JSONPointer(parsing: path)])
    switch value {
    case .array(let elements): return elements.storageAddress
    case .object(let object): return object.storageAddress
    default: return try #require(nil as UInt?)
    }
  }

  private static let containers = [
    "", "/left", "/left/deep", "/left/deep/list", "/right", "/right/list", "/right/list/2", "/right/map", "/right/map/x", "/large",
    "/large/key7",
  ]

  @Test(arguments: [
    (#"{"op":"replace","path":"/left/deep/list/1","value":9}"#, ["", "/left", "/left/deep", "/left/deep/list"]),
    (#"{"op":"add","path":"/right/map/x/z","value":9}"#, ["", "/right", "/right/map", "/right/map/x"]),
    (#"{"op":"remove","path":"/right/list/2/0"}"#, ["", "/right", "/right/list", "/right/list/2"]),
    (#"{"op":"replace","path":"/large/key7/n","value":9}"#, ["", "/large", "/large/key7"]),
  ])
  func `a change of a copy copies the containers on its path and no other`(operation: String, copied: [String]) throws {
    let patch = try JSONPatch(decoding: .array([try JSONValue(parsing: operation)]))
    let document = try Self.document()
    let changed = try patch.applied(to: document)
    for path in Self.containers {
      let isSame = try Self.storage(path, of: document) == Self.storage(path, of: changed)
      #expect(isSame == !copied.contains(path), "\(path)")
    }
  }

  @Test(arguments: [
    #"{"op":"replace","path":"/left/deep/list/1","value":9}"#, #"{"op":"replace","path":"/right/map/x/y","value":9}"#,
    #"{"op":"remove","path":"/right/list/2/0"}"#, #"{"op":"replace","path":"/large/key7/n","value":9}"#,
    #"{"op":"test","path":"/large/key7/n","value":7}"#, #"{"op":"splice","path":"/right/list/0","at":1,"del":0,"ins":"!"}"#,
  ])
  func `a change of a document that is held once copies nothing`(operation: String) throws {
    let patch = try JSONPatch(decoding: .array([try JSONValue(parsing: operation)]))
    var document = try Self.document()
    let before = try Self.containers.map { try Self.storage($0, of: document) }
    try patch.apply(to: &document)
    #expect(try Self.containers.map { try Self.storage($0, of: document) } == before)
  }
}

extension JSONValue {
  fileprivate subscript(object key: String) -> JSONValue? {
    get { object?[key] }
    set {
      guard var object else { return }
      object[key] = newValue
      self = .object(object)
    }
  }
}
