import FluxtapeLocking

/// The allocator of ``Output``.
///
/// The memory that containers point to is never freed, since user code may keep a container and use it later. It passes from a released
/// writer to the next one, so its amount is bounded by the number of simultaneous writers.
///
/// Sound: an address is either in the list or with one writer. The buffers are freed when memory is returned; a late container finds no
/// frame with its serial number, and does not reach them.
enum OutputMemory {
  private static let free = Locked<[UInt]>(renewable: { [] })

  static func take() -> Output {
    let address = free.withLock { $0.popLast() }
    if let memory = unsafe address.flatMap({ unsafe UnsafeMutablePointer<Output.Memory>(bitPattern: $0) }) {
      unsafe memory.pointee.takeBuffers()
      return unsafe Output(memory: memory)
    }
    let memory = UnsafeMutablePointer<Output.Memory>.allocate(capacity: 1)
    unsafe memory.initialize(to: Output.Memory())
    return unsafe Output(memory: memory)
  }

  static func giveBack(_ output: Output) {
    unsafe output.memory.pointee.giveBackBuffers()
    let address = UInt(bitPattern: unsafe output.memory)
    free.withLock { $0.append(address) }
  }

  /// Above every depth that rules allow; a reader stops at ``JSONValue/maximumDepth``.
  static let largestDepth = 500

  /// One for each level of a value, and some for writers without deeper levels.
  fileprivate static let frameCapacity = largestDepth + 16
}

extension Output.Memory {
  /// Enough for most payloads.
  private static let firstCapacity = (bytes: 1 << 10, keyHashes: 64, keys: 128, forms: 64)

  fileprivate init() {
    unsafe frames = .allocate(capacity: OutputMemory.frameCapacity)
    unsafe frames.initialize(repeating: Output.Frame(), count: OutputMemory.frameCapacity)
    allocated = Self.firstCapacity.bytes
    (capacity, keyHashCapacity, keyCapacity, formCapacity) = Self.firstCapacity
    unsafe bytes = .allocate(capacity: capacity)
    unsafe keyHashes = .allocate(capacity: keyHashCapacity)
    unsafe keys = KeyEntry.table(capacity: keyCapacity)
    unsafe forms = FormEntry.table(capacity: formCapacity)
  }

  fileprivate mutating func takeBuffers() {
    allocated = Self.firstCapacity.bytes
    (byteLimit, serialLimit, isExhausted) = (.max, .max, false)
    lent = KeyedContainerPool()
    (capacity, keyHashCapacity, keyCapacity, formCapacity) = Self.firstCapacity
    unsafe bytes = .allocate(capacity: capacity)
    unsafe keyHashes = .allocate(capacity: keyHashCapacity)
    unsafe keys = KeyEntry.table(capacity: keyCapacity)
    unsafe forms = FormEntry.table(capacity: formCapacity)
  }

  fileprivate mutating func giveBackBuffers() {
    for depth in 0...self.depth { unsafe frames[depth].serial = Output.noSerial }
    (count, depth, serial, scope, keyHashCount, keyEvictions) = (0, 0, Output.noSerial, 0, 0, 0)
    unsafe (writer, session) = (nil, nil)
    lent.free()
    unsafe bytes.deallocate()
    unsafe keyHashes.deallocate()
    unsafe KeyEntry.freeTable(keys, capacity: keyCapacity)
    unsafe FormEntry.freeTable(forms, capacity: formCapacity)
    formCount = 0
  }
}
