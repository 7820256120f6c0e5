import FluxtapeCoding

/// Checks the reading of metadata, once per process before the first type is proven.
///
/// The answers are known for the types of this file. If one is wrong, on a future system or with a future compiler, no type is ever proven:
/// the recorder is slower but correct.
///
/// Sound: the addresses are those of values retained meanwhile, and only the tested code reads them.
enum LayoutSelfTest {
  static let isPassed = proven.allSatisfy { doubt(about: $0) == nil } && doubtful.allSatisfy { doubt(about: $0) != nil } && areMasksRight

  private static func doubt(about type: Any.Type) -> TypeAnatomy.Doubt? {
    BitwiseEquality(of: type, known: { _ in nil }).subjects.first?.doubt
  }

  private static func significantBytes(of type: Any.Type) -> [Range<Int>] { TypeAnatomy(of: type).significant }

  // MARK: Types with value semantics

  private struct Padded {
    var first: UInt8 = 0
    var second: Int = 0
    var third: Bool = false
    var fourth: String = ""
  }

  private struct Generic<Value, Other> {
    var tag: UInt8
    var value: Value
    var others: [String: Other]
  }

  private enum Case {
    case number(Int)
    case text(String, Padded)
    case nothing
  }

  private enum Choice {
    case chosen(Padded)
    case neither
    case both
  }

  private indirect enum Tree {
    case leaf(Generic<Int, Character>)
    case branch([Tree], ArraySlice<Tree>, Set<Int>)
  }

  private static let proven: [Any.Type] = [
    Int.self, Bool.self, Double.self, Substring.self, Padded.self, Generic<Bool, Date>.self, Case.self, Choice.self, Tree.self,
    Padded?.self,
    (Int, label: UInt8).self, Result<Tree, Never>.self, Range<Int>.self, Void.self,
  ]

  private typealias Date = Generic<Double, Duration>

  // MARK: Types without value semantics

  private final class Object {}

  private struct Weak { weak var object: Object? }
  private struct Unowned { unowned let object: Object }

  private enum Hidden {
    case text(String)
    indirect case object([Int: (Bool, Object?)])
  }

  private enum Cycle {
    case one([Cycle])
    indirect case other(Generic<Object, Int>)
  }

  private struct Closure { let action: (Int) -> Void }

  private static let doubtful: [Any.Type] = [
    Object.self, Weak.self, Unowned.self, Hidden.self, Cycle.self, Closure.self, Generic<Int, Object>.self, [String: [Object]].self,
    (Int, Object).self,
    Any.self, AnyHashable.self, (any Error)?.self, ContiguousArray<Unowned>.self, ObjectIdentifier.self,
    Result<Int, any Error>.self,
  ]

  // MARK: Arrays

  /// Whether ``PlainList`` gives the same results as the arrays themselves.
  static let areListsPlain =
    isPlain([UInt8]()) && isPlain([true, false]) && isPlain(["", "a text that is too long to lie in the string itself"])
    && isPlain([Padded()])
    && isPlain([Choice.neither, .both, .chosen(Padded())]) && isPlain([1.5, 2.5, 3.5]) && isPlain([[1], [2, 3]]) && isPlain([(), ()])

  private static func isPlain<Element>(_ list: [Element]) -> Bool {
    unsafe withUnsafePointer(to: list) { place in
      let found = unsafe PlainList.elements(of: UnsafeRawPointer(place))
      return unsafe list.withUnsafeBufferPointer { elements in
        unsafe found.count == elements.count && found.start == UnsafeRawPointer(elements.baseAddress)
      }
    }
  }

  // MARK: Masks

  /// Compares with the field offsets of the public `MemoryLayout.offset(of:)`.
  private static var areMasksRight: Bool {
    guard let second = MemoryLayout<Padded>.offset(of: \.second), let fourth = MemoryLayout<Padded>.offset(of: \.fourth),
      let value = MemoryLayout<Generic<Int16, Bool>>.offset(of: \.value),
      let others = MemoryLayout<Generic<Int16, Bool>>.offset(of: \.others)
    else { return false }
    let word = MemoryLayout<Int>.size
    let padded = [0..<1, second..<second + word + 1, fourth..<fourth + 2 * word]
    return significantBytes(of: Padded.self) == padded && significantBytes(of: Padded?.self) == padded
      && significantBytes(of: Choice.self) == padded && significantBytes(of: Case.self) == [0..<MemoryLayout<Case>.size]
      && significantBytes(of: Generic<Int16, Bool>.self) == [0..<1, value..<value + 2, others..<others + word]
      && significantBytes(of: (UInt8, Int16).self) == [0..<1, 2..<4] && significantBytes(of: Int?.self) == [0..<word + 1]
  }
}
