import FluxtapeCoding

/// The proof that equal bytes mean equal values, for a type and every type that its values can lead to.
///
/// A type is proven if none of its parts gives a doubt. Types may contain themselves (a tree of arrays, an indirect enum). So all types are
/// collected first, and doubts then propagate from each type to the types that contain it. A type without doubts is proven.
struct BitwiseEquality {
  /// The examined types; the requested one is first.
  private(set) var subjects: [Subject] = []
  private var places: [ObjectIdentifier: Int] = [:]

  struct Subject {
    let type: Any.Type
    fileprivate(set) var significant: [Range<Int>]
    /// The first doubt that reached the type, by the shortest path.
    fileprivate(set) var doubt: TypeAnatomy.Doubt?
    /// The types that contain it.
    fileprivate var users: [(place: Int, label: String)] = []

    init(type: Any.Type, significant: [Range<Int>], doubt: TypeAnatomy.Doubt? = nil) {
      (self.type, self.significant, self.doubt) = (type, significant, doubt)
    }
  }

  /// A type can lead to infinitely many others: `indirect enum Nest<T> { case end, more(Nest<[T]>) }`.
  private static let maximumTypes = 500

  /// - Parameter known: Returns the layouts found before, whose results are reused.
  init(of type: Any.Type, known: (Any.Type) -> ValueLayout?) {
    var doubtful: [Int] = []
    add(type)
    var next = 0
    while next < subjects.count {
      let anatomy = TypeAnatomy(of: subjects[next].type)
      (subjects[next].significant, subjects[next].doubt) = (anatomy.significant, anatomy.doubt)
      for part in anatomy.parts { examine(part, of: next, known: known) }
      if subjects[next].doubt != nil { doubtful.append(next) }
      next += 1
    }
    spread(doubtful)
  }

  private mutating func add(_ type: Any.Type) {
    places[ObjectIdentifier(type)] = subjects.count
    subjects.append(Subject(type: type, significant: []))
  }

  private mutating func examine(_ part: (label: String, type: Any.Type), of user: Int, known: (Any.Type) -> ValueLayout?) {
    if let place = places[ObjectIdentifier(part.type)] {
      subjects[place].users.append((user, part.label))
    } else if let layout = known(part.type) {
      guard let doubt = layout.firstDoubt, subjects[user].doubt == nil else { return }
      subjects[user].doubt = TypeAnatomy.Doubt(path: part.label + doubt.path, reason: doubt.reason)
    } else if subjects.count < Self.maximumTypes {
      add(part.type)
      subjects[subjects.count - 1].users = [(user, part.label)]
    } else if subjects[user].doubt == nil {
      subjects[user].doubt = TypeAnatomy.Doubt(path: part.label, reason: "leads to more than \(Self.maximumTypes) types")
    }
  }

  private mutating func spread(_ first: [Int]) {
    var doubtful = first
    var next = 0
    while next < doubtful.count {
      let subject = subjects[doubtful[next]]
      next += 1
      guard let doubt = subject.doubt else { continue }
      for user in subject.users where subjects[user.place].doubt == nil {
        subjects[user.place].doubt = TypeAnatomy.Doubt(path: user.label + doubt.path, reason: doubt.reason)
        doubtful.append(user.place)
      }
    }
  }
}
