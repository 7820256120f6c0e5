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
    var oldPlaces: [ChunkIdentity: Int] = [:]
    for (place, chunk) in oldChunks.enumerated() { oldPlaces[chunk.identity] = place }
    var pairs: [(old: Int, new: Int)] = []
    for (place, chunk) in newChunks.enumerated() {
      if let oldPlace = oldPlaces[chunk.identity], oldPlace > pairs.last?.old ?? -1 { pairs.append((oldPlace, place)) }
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

  private typealias Chunk = (identity: ChunkIdentity, count: Int)

  /// The chunks of a large container.
  private var chunks: [Chunk]? {
    guard count > ElementList.chunkSize else { return nil }
    switch storage {
    case .array(let elements): return Self.chunks(elements.value) { ChunkIdentity($0.text, $0.place) }
    case .object(let members): return Self.chunks(members.value.entries) { ChunkIdentity($0.text, $0.place) }
    case .parsed(let text, let place) where text.word(Int(place)).kind == .array:
      return Self.chunks(ElementList(of: text, at: Int(place))) { ChunkIdentity($0.text, $0.place) }
    case .parsed(let text, let place): return Self.chunks(MemberList(of: text, at: Int(place)).entries) { ChunkIdentity($0.text, $0.place) }
    case .scalar, .text: return nil
    }
  }

  private static func chunks<Run>(_ list: ChunkedList<Run>, _ identity: (Run) -> ChunkIdentity) -> [Chunk] {
    var chunks: [Chunk] = []
    list.forEachChunk { chunk in
      chunks.append((chunk.run.map(identity) ?? ChunkIdentity(address: chunk.elements.storageAddress, place: 0), chunk.count))
    }
    return chunks
  }
}

/// Identifies a chunk in memory.
private struct ChunkIdentity: Hashable {
  let address: UInt
  let place: UInt32
}

extension ChunkIdentity {
  init(_ text: JSONText, _ place: UInt32) { self.init(address: UInt(bitPattern: ObjectIdentifier(text)), place: place) }
}
