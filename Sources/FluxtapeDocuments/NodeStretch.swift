import FluxtapeJSON

/// Consecutive elements or members of a container that is compared with another.
package struct NodeStretch: Sendable {
  package let start: Int
  package let count: Int
  /// The number that identifies a stretch of the other container with certainly the same contents; `nil` if there is none.
  package let shared: Int?
}

extension JSONNode {
  /// Divides the contents of two arrays, or of two objects, into shared and other stretches. Shared stretches have the same order in both.
  ///
  /// - Complexity: O(n / 32) if patches made one from the other; else O(1), with nothing shared.
  package static func stretches(of old: JSONNode, and new: JSONNode) -> (old: [NodeStretch], new: [NodeStretch]) {
    guard let oldChunks = old.chunks, let newChunks = new.chunks else {
      return ([NodeStretch(start: 0, count: old.count, shared: nil)], [NodeStretch(start: 0, count: new.count, shared: nil)])
    }
    var oldPlaces: [UInt: Int] = [:]
    for (place, chunk) in oldChunks.enumerated() { oldPlaces[chunk.address] = place }
    var pairs: [(old: Int, new: Int)] = []
    for (place, chunk) in newChunks.enumerated() {
      if let oldPlace = oldPlaces[chunk.address], oldPlace > pairs.last?.old ?? -1 { pairs.append((oldPlace, place)) }
    }
    return (stretches(oldChunks, sharing: pairs.map(\.old)), stretches(newChunks, sharing: pairs.map(\.new)))
  }

  private static func stretches(_ chunks: [Chunk], sharing shared: [Int]) -> [NodeStretch] {
    var stretches: [NodeStretch] = []
    var (start, begin, next) = (0, 0, 0)
    for (place, chunk) in chunks.enumerated() {
      if next < shared.count, shared[next] == place {
        if begin < start { stretches.append(NodeStretch(start: begin, count: start - begin, shared: nil)) }
        stretches.append(NodeStretch(start: start, count: chunk.count, shared: next))
        next += 1
        begin = start + chunk.count
      }
      start += chunk.count
    }
    if begin < start { stretches.append(NodeStretch(start: begin, count: start - begin, shared: nil)) }
    return stretches
  }

  private typealias Chunk = (address: UInt, count: Int)

  /// The chunks of a large container.
  private var chunks: [Chunk]? {
    switch storage {
    case .array(let elements): Self.chunks(elements.value)
    case .object(let members): Self.chunks(members.value.entries)
    case .text, .spliced: nil
    }
  }

  private static func chunks<Element>(_ list: ChunkedList<Element>) -> [Chunk]? {
    guard list.count > ElementList.chunkSize else { return nil }
    var chunks: [Chunk] = []
    list.forEachChunk { chunks.append(($0.elements.storageAddress, $0.count)) }
    return chunks
  }
}
