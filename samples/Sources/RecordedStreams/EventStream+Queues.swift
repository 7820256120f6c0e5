import Dispatch
import FluxtapeStores

extension EventStream {
  /// Calls subscribers on `queue`. Each value keeps its cause.
  public func received(on queue: DispatchQueue) -> EventStream {
    delivered { work in queue.async(execute: work) }
  }
}

extension Selection {
  /// Calls subscribers on `queue`. Each value keeps its cause.
  public func received(on queue: DispatchQueue) -> Selection {
    delivered { work in queue.async(execute: work) }
  }
}
