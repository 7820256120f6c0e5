extension RecorderError: CustomStringConvertible {
  public var description: String { path.map { "\($0): \(reason)" } ?? "\(reason)" }
}

extension RecorderError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotCreate(let code): "the log cannot be created: \(SystemFacts.message(for: code))"
    case .occupied(let occupant):
      "\(occupant) stands there, and a log is only ever made as a new file; name a path at which nothing stands"
    case .cannotMoveAside(let code): "the earlier log cannot be moved aside: \(SystemFacts.message(for: code))"
    case .cannotWrite(let code): SystemFacts.message(for: code)
    case .cannotRead(let code): "the log cannot be read: \(SystemFacts.message(for: code))"
    case .noFile: "nothing is recorded into a file"
    case .cannotSynchronize(let code): "the disk may not have the log: \(SystemFacts.message(for: code))"
    case .removed: "the log's file was deleted while it was written"
    case .tooLarge(let bytes): "a record of \(bytes) bytes is more than is kept"
    case .descriptorTaken: "the log's file descriptor was closed by the app"
    case .forked: "the log belongs to the process that this one was forked from"
    case .closed: "the log is closed"
    case .refused(let reason): reason
    case .tookNothing: "the sink took no byte"
    }
  }
}

extension RecorderError.Occupant: CustomStringConvertible {
  public var description: String {
    switch self {
    case .link: "a symbolic link"
    case .folder: "a folder"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}
