import Testing

/// The pages are correct: their code compiles and runs.
struct DocumentationTests {
  @Test(arguments: DocumentationPage.all)
  func `each block of code stands word for word in a test`(_ page: DocumentationPage) throws {
    let compiled = try DocumentationPage.compiledCode()
    for block in try page.code() {
      let bare = DocumentationPage.bare(block)
      #expect(compiled.contains { $0.contains(bare) }, "\(block)")
    }
  }

  @Test func `the pages are found`() throws {
    #expect(try DocumentationPage.named("Attaching")?.code().count ?? 0 > 10)
    #expect(try DocumentationPage.compiledCode().count > 50)
  }
}
