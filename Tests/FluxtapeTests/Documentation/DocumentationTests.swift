import Testing

/// The pages are correct: their code compiles and runs.
struct DocumentationTests {
  @Test(arguments: DocumentationPage.all)
  func `each block of code stands word for word in a test`(_ page: DocumentationPage) throws {
    for block in try page.code() { #expect(try DocumentationPage.isCompiled(block), "\(block)") }
  }

  @Test func `the pages are found`() throws {
    #expect(try DocumentationPage.named("Attaching")?.code().count ?? 0 > 10)
    #expect(try DocumentationPage.compiledCode().count > 50)
  }
}
