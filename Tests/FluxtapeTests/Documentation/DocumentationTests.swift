import Testing

/// The pages are correct: their code compiles and runs.
struct DocumentationTests {
  @Test(arguments: DocumentationPage.all)
  func `each block of code stands word for word in a test`(_ page: DocumentationPage) throws {
    for block in try page.code() { #expect(try DocumentationPage.isCompiled(block), "\(block)") }
  }

  @Test func `the pages are found`() throws {
    for (name, blocks) in [("Attaching", 11), ("TurnABugIntoATest", 3), ("RecordYourTests", 4), ("FluxtapeTesting", 1), ("README", 1)] {
      #expect(try DocumentationPage.named(name)?.code().count ?? 0 >= blocks, "\(name)")
    }
    #expect(try DocumentationPage.compiledCode().count > 50)
  }
}
