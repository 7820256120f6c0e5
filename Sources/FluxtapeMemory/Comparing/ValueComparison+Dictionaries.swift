import FluxtapeCoding
import FluxtapeJSON

extension ValueComparison {
  func compareDictionaries(
    _ old: ErasedValuePointer, _ new: ErasedValuePointer, by access: any DictionaryAccess, in context: WritingContext
  ) -> Outcome {
    let value = types.of(access.value.type)
    guard access.hasNames, !value.isLeftOut else { return compareDocuments(old, new, in: context) }
    guard let entries = old.differingEntries(from: new, by: access, value), !haveSecretNeighbour(entries, value) else {
      return compareDocuments(old, new, in: context)
    }
    let mark = mark
    for place in 0..<entries.count {
      let name = entries.name(place)
      let inside = writer.context(forKey: name, in: context)
      at(name) {
        entries.withValues(place, value) { oldValue, newValue in
          switch (oldValue, newValue) {
          case (let oldValue?, let newValue?): _ = compare(oldValue, newValue, in: inside)
          case (nil, let newValue?): writeAdd { writer.write(newValue, in: inside) }
          case (_, nil): writeRemove()
          }
        }
      }
    }
    return operationCount == mark.operations ? .unchanged : .changedInside
  }

  private func haveSecretNeighbour(_ entries: any DifferingEntries, _ value: ComparedType) -> Bool {
    writer.rules.hidesSecrets && entries.haveSecretNeighbour(value) { mayBeSecretKey($0) }
  }
}
