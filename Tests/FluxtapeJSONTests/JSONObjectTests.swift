import FluxtapeJSON
import Testing

struct JSONObjectTests {
  /// Members in an array with linear search: the reference for an object.
  private struct Model {
    var members: [(key: String, value: Int)] = []

    subscript(key: String) -> Int? {
      get { members.first { Array($0.key.utf8) == Array(key.utf8) }?.value }
      set {
        let place = members.firstIndex { Array($0.key.utf8) == Array(key.utf8) }
        switch (place, newValue) {
        case (let place?, let value?): members[place].value = value
        case (let place?, nil): members.remove(at: place)
        case (nil, let value?): members.append((key, value))
        case (nil, nil): break
        }
      }
    }
  }

  /// Sizes around those at which an index is first used, and grows.
  @Test(arguments: [3, 22, 23, 24, 25, 30, 43, 44, 90, 400])
  func `members keep their order and are found, whatever comes and goes`(size: Int) {
    var random = RandomJSON(seed: size)
    var object = JSONObject()
    var model = Model()
    for step in 0..<size * 8 {
      let key = "key\(random.number(below: size))"
      let value = random.number(below: 3) == 0 ? nil : step
      object[key] = value.map { .number(JSONNumber($0)) }
      model[key] = value
      if step % 100 == 0 || size < 30 {
        #expect(object.map(\.key) == model.members.map(\.key))
        for number in 0..<size {
          #expect(object["key\(number)"]?.int == model["key\(number)"])
        }
      }
    }
    #expect(object.map { $0.value.int } == model.members.map(\.value))
  }

  @Test func `keys are told apart by their bytes`() {
    let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test func `objects are equal whatever the order of their members`() {
    let keys = (0..<40).map { "key\($0)" }
    let forwards = JSONObject(keys.map { ($0, .string($0)) })
    var backwards = JSONObject(keys.reversed().map { ($0, .string($0)) })
    #expect(forwards == backwards)
    #expect(forwards.hashValue == backwards.hashValue)
    backwards["key3"] = nil
    #expect(forwards != backwards)
    backwards["other"] = "key3"
    #expect(forwards != backwards)
  }

  @Test func `of two members with one key the last value wins at the place of the first`() {
    let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
    #expect(JSONValue.object(object).text == #"{"a":3,"b":2}"#)
  }
}
