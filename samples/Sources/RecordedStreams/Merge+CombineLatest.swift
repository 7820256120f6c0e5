#if !canImport(Combine)

// The two operators of Combine that OpenCombine 0.14 lacks, as far as the samples use them.

extension Publisher {
  /// The elements of both publishers.
  public func merge<Other: Publisher<Output, Failure>>(with other: Other) -> some Publisher<Output, Failure> {
    [eraseToAnyPublisher(), other.eraseToAnyPublisher()].publisher.setFailureType(to: Failure.self).flatMap { $0 }
  }

  /// The latest elements of both publishers, each time that one of them has a new one.
  ///
  /// Where both stem from one element, one of the two is new a moment before the other, and is given beside the old one.
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
