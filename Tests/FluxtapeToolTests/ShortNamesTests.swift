import FluxtapeJSON
import Testing

@testable import FluxtapeTool

struct ShortNamesTests {
  private static let (composed, decomposed) = ("/runs/caf\u{E9}.jsonl", "/runs/cafe\u{301}.jsonl")

  private func path(_ text: String, in names: ShortNames) -> ExactText? {
    let path = names.path(named: text) ?? names.paths(endingWith: text).first
    return path.map { ExactText(text: $0) }
  }

  @Test func `composed and decomposed letters name two files, whose names do not print alike`() {
    var names = ShortNames()
    names.add([Self.composed, Self.decomposed].map { ShortNames.File(path: $0, typed: $0) })
    #expect(names[Self.composed] != names[Self.decomposed])
    for file in [Self.composed, Self.decomposed] {
      for text in [file, names[file]] { #expect(path(text, in: names) == ExactText(text: file), "\(text)") }
    }
  }

  @Test func `a later file whose path prints like an earlier one gets another name, and the earlier one keeps its name`() {
    var names = ShortNames()
    names.add([ShortNames.File(path: Self.composed, typed: Self.composed)])
    // An agent may send a name back in another form.
    for text in ["caf\u{E9}.jsonl", "cafe\u{301}.jsonl"] { #expect(path(text, in: names) == ExactText(text: Self.composed)) }
    names.add([ShortNames.File(path: Self.decomposed, typed: Self.decomposed)])
    #expect(names[Self.composed] == "caf\u{E9}.jsonl" && names[Self.decomposed] != "caf\u{E9}.jsonl")
    #expect(path("caf\u{E9}.jsonl", in: names) == ExactText(text: Self.composed))
    for text in ["cafe\u{301}.jsonl", Self.decomposed, names[Self.decomposed]] {
      #expect(path(text, in: names) == ExactText(text: Self.decomposed), "\(text)")
    }
  }
}
