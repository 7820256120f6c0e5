#if !canImport(Combine)
import OpenCombine

// The two operators that the samples use and OpenCombine 0.14 lacks.

extension Publisher {
  /// Emits the elements of both publishers.
  public func merge<Other: Publisher<Output, Failure>>(with other: Other) -> some Publisher<Output, Failure> {
    [eraseToAnyPublisher(), other.eraseToAnyPublisher()].publisher.setFailureType(to: Failure.self).flatMap { $0 }
  }

  /// Emits the latest elements of both publishers whenever one of them emits.
  ///
  /// When both derive from one upstream value, it first emits a pair of new and old: a glitch, as with Combine's operator.
  public func combineLatest<Other: Publisher>(_ other: Other) -> some Publisher<(Output, Other.Output), Failure>
  where Other.Failure == Failure {
    map(Either<Output, Other.Output>.first).merge(with: other.map(Either.second))
      .scan((nil, nil)) { (latest: (Output?, Other.Output?), element) in
        switch element {
        case .first(let value): (value, latest.1)
        case .second(let value): (latest.0, value)
        }
      }
      .compactMap { first, second in first.flatMap { first in second.map { (first, $0) } } }
  }
}

private enum Either<First, Second> {
  case first(First)
  case second(Second)
}

#endif
