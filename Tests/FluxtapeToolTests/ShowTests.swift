import Testing

struct ShowTests {
  @Test func `a state is shown with the keys that the app has`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(
      #"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"$$schema":{"$$id":1},"secret":{"$redacted":"aa"}}}"# + "\n", to: "a.jsonl")
    func show(_ options: String...) throws -> String { try BuiltTool.run(["show", log, "1"] + options).output }
    #expect(try show("--state", "--json") == #"{"$schema":{"$id":1},"secret":{"$redacted":"aa"}}"# + "\n")
    #expect(try show("--path", ".$schema.$id") == "1\n")
    #expect(try show("--path", #".["$$schema"]"#, "--json") == #"{"$id":1}"# + "\n")
    #expect(try show("--state").contains(#""$schema""#))
  }
}
