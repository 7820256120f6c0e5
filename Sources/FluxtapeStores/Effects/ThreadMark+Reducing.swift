internal import Fluxtape

extension ThreadMark {
  /// The thread is inside a reducer or an effect handler, of any store.
  ///
  /// A dispatch made there would wait for a lock that its own thread holds, or that a thread waiting for this one holds.
  static let reducing = ThreadMark()
}
