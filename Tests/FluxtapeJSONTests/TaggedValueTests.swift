import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct TaggedValueTests {
  @Test(arguments: [
    (TaggedValue.redacted(digest: "9f2c41d07be3a85c"), #"{"$redacted":"9f2c41d07be3a85c"}"#),
    (.truncated(bytes: 120_931, digest: "00"), #"{"$truncated":{"bytes":120931,"digest":"00"}}"#),
    (.float(.nan), #"{"$float":"nan"}"#),
    (.float(.infinity), #"{"$float":"inf"}"#),
    (.float(.negativeInfinity), #"{"$float":"-inf"}"#),
    (.opaque(typeName: "URLSession"), #"{"$opaque":"URLSession"}"#),
  ])
  func `a tag is written and read`(tag: TaggedValue, text: String) throws {
    #expect(tag.json.text == text)
    #expect(TaggedValue(try JSONValue(parsing: text)) == tag)
  }

  @Test(arguments: [
    "{}", #""$redacted""#, #"{"$redacted":1}"#, #"{"$redacted":"a","x":1}"#, #"{"$$redacted":"a"}"#, #"{"$unknown":"a"}"#,
    #"{"$float":"NaN"}"#, #"{"$float":1}"#, #"{"$truncated":{"bytes":1}}"#, #"{"$truncated":{"bytes":-1,"digest":""}}"#,
    #"{"$truncated":{"bytes":1.5,"digest":""}}"#, #"{"$truncated":{"bytes":1,"digest":"","x":0}}"#, #"{"$opaque":null}"#,
  ])
  func `another object is plain`(text: String) throws {
    #expect(TaggedValue(try JSONValue(parsing: text)) == nil)
  }

  @Test(arguments: [
    ("a", "a"), ("", ""), ("$", "$$"), ("$redacted", "$$redacted"), ("$$a", "$$$a"), ("a$", "a$"), ("$\u{301}", "$$\u{301}"),
  ])
  func `a key that begins with a dollar sign gets one more`(key: String, written: String) {
    #expect(Array(TaggedValue.escapedKey(key).utf8) == Array(written.utf8))
    #expect(Array(TaggedValue.unescapedKey(written).utf8) == Array(key.utf8))
  }

  @Test func `only a number that is not finite needs a tag`() {
    #expect(TaggedValue(Double.nan) == .float(.nan))
    #expect(TaggedValue(-Float.infinity) == .float(.negativeInfinity))
    #expect(TaggedValue(Double.infinity) == .float(.infinity))
    #expect(TaggedValue(1.5) == nil)
  }
}
