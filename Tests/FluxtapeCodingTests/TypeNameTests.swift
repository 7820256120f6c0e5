import FluxtapeCoding
import Testing

struct Shelf<Item> {
  struct Row {}
  private struct Hidden {}
  static var hidden: Any.Type { Hidden.self }
  enum `Größe` {}
}

extension Array { struct Part {} }

private struct Secret {}

struct TypeNameTests {
  struct Inner: Hashable { struct Innermost {} }

  @Test func `a name has neither module nor address`() {
    struct `two words` {}
    #expect(TypeName.of(`two words`.self) == "TypeNameTests.`two words`")
    struct Local {}
    #expect(TypeName.of(Int.self) == "Int")
    #expect(TypeName.of(Inner.Innermost.self) == "TypeNameTests.Inner.Innermost")
    #expect(TypeName.of(Secret.self) == "Secret")
    #expect(TypeName.of(Local.self) == "TypeNameTests.Local")
    #expect(TypeName.of(Shelf<Secret>.Row.self) == "Shelf<Secret>.Row")
    #expect(TypeName.of(Shelf<Local>.hidden) == "Shelf<TypeNameTests.Local>.Hidden")
    #expect(TypeName.of(Shelf<Int>.`Größe`.self) == "Shelf<Int>.Größe")
    #expect(TypeName.of([Inner: [Local?]].self) == "Dictionary<TypeNameTests.Inner, Array<Optional<TypeNameTests.Local>>>")
    #expect(TypeName.of([Local].Part.self) == "Array<TypeNameTests.Local>.Part")
    #expect(TypeName.of((Local, x: Int).self) == "(TypeNameTests.Local, x: Int)")
    #expect(TypeName.of((@Sendable (inout Secret) async throws -> Void).self) == "@Sendable (inout Secret) async throws -> ()")
    #expect(TypeName.of((any Hashable & Sendable).self) == "Hashable")
    #expect(TypeName.of(Any.self) == "Any")
    #expect(TypeName.of(Any.Type.self) == "Any.Type")
    #expect(TypeName.of(Secret.Type.self) == "Secret.Type")
  }

  @Test(arguments: [
    ("Shop.TimelineState.Action", "TimelineState.Action"),
    ("Shop.(unknown context at $55a4299a3414).Row", "Row"),
    ("Shop.Cart.(unknown context at $1).(unknown context at $2).Row", "Cart.Row"),
    ("Shop.Box<Shop.(unknown context at $1).A, Swift.Int>.Part.Inner", "Box<A, Int>.Part.Inner"),
    ("(extension in Shop):Swift.Array<Shop.A>.Part", "Array<A>.Part"),
    ("Shop.`hello world`", "`hello world`"),
    ("Shop.`a.b`.C", "`a.b`.C"),
    ("NSURLSession", "NSURLSession"),
    ("__C.CGRect", "CGRect"),
    ("any Swift.Collection<Swift.Int>", "any Collection<Int>"),
    ("Shop.P & Shop.Q", "P & Q"),
    ("", ""),
    ("(", "("),
    ("Shop.", "Shop."),
    ("(unknown context at", "(unknown context at"),
    ("Shop.Box<", "Box<"),
  ]) func `paths are cleaned wherever they stand in a name`(_ name: String, _ cleaned: String) {
    #expect(TypeName.cleaned(name) == cleaned)
  }

  @Test(arguments: [
    ("Cart.Action", "Action"), ("Action", "Action"), ("Box<Cart.Action>", "Box"), ("Box<Cart.Item>.Action", "Action"),
    ("Box<A>.Inner<B.C>", "Inner"), ("(Action)", "(Action)"), ("", ""),
  ]) func `the last component stands outside of generic arguments`(_ name: String, _ component: String) {
    #expect(TypeName.lastComponent(of: name) == component)
  }
}
