extension Sequence {
  /// The elements with equal keys together, in the order in which the keys first come.
  package func grouped(by key: (Element) -> String) -> [[Element]] {
    Dictionary(grouping: enumerated()) { key($0.element) }.values.sorted { $0[0].offset < $1[0].offset }.map { $0.map(\.element) }
  }
}
