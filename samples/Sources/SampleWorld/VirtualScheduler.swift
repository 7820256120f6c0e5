import Fluxtape
import FluxtapeStores
import RecordedStreams

/// A virtual clock as a scheduler, for operators that need time. It runs everything on the main actor.
///
/// Like a queue, it loses the cause: use `clock.scheduler.keepingCauses(of: recorder)`.
public struct VirtualScheduler: Scheduler, Sendable {
  public typealias SchedulerOptions = Never

  public struct SchedulerTimeType: Strideable, Sendable {
    let instant: VirtualClock.Instant

    public func distance(to other: Self) -> Stride { Stride(instant.duration(to: other.instant)) }
    public func advanced(by stride: Stride) -> Self { Self(instant: instant.advanced(by: stride.duration)) }
  }

  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Sendable {
    let duration: Duration

    public init(_ duration: Duration) { self.duration = duration }
  }

  let clock: VirtualClock

  public var now: SchedulerTimeType { SchedulerTimeType(instant: clock.now) }
  public var minimumTolerance: Stride { 0 }

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    _ = start(at: now, every: nil, action)
  }

  public func schedule(after date: SchedulerTimeType, tolerance: Stride, options: Never?, _ action: @escaping () -> Void) {
    _ = start(at: date, every: nil, action)
  }

  public func schedule(
    after date: SchedulerTimeType, interval: Stride, tolerance: Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let task = start(at: date, every: interval.duration, action)
    return AnyCancellable { task.cancel() }
  }

  private func start(at date: SchedulerTimeType, every interval: Duration?, _ action: @escaping () -> Void) -> Task<Void, Never> {
    // Safe: all streams of the samples are created on the main actor, and the action runs there.
    nonisolated(unsafe) let action = action
    return Cause.with(nil) {
      clock.start { [clock] in
        var due = date.instant
        repeat {
          guard (try? await clock.sleep(until: due)) != nil else { return }
          await MainActor.run { action() }
          due = due.advanced(by: interval ?? .zero)
        } while interval != nil
      }
    }
  }
}

extension VirtualScheduler.Stride {
  public typealias Magnitude = Self

  public init(integerLiteral seconds: Int) { self.init(.seconds(seconds)) }
  public init?<Source: BinaryInteger>(exactly source: Source) { self.init(.seconds(Int(source))) }

  public var magnitude: Self { max(self, Self(.zero - duration)) }

  public static func seconds(_ count: Int) -> Self { Self(.seconds(count)) }
  public static func seconds(_ count: Double) -> Self { Self(.seconds(count)) }
  public static func milliseconds(_ count: Int) -> Self { Self(.milliseconds(count)) }
  public static func microseconds(_ count: Int) -> Self { Self(.microseconds(count)) }
  public static func nanoseconds(_ count: Int) -> Self { Self(.nanoseconds(count)) }

  public static func < (first: Self, second: Self) -> Bool { first.duration < second.duration }
  public static func + (first: Self, second: Self) -> Self { Self(first.duration + second.duration) }
  public static func - (first: Self, second: Self) -> Self { Self(first.duration - second.duration) }
  public static func * (first: Self, second: Self) -> Self { Self(first.duration * (second.duration / .seconds(1))) }
  public static func *= (first: inout Self, second: Self) { first = first * second }
}

extension VirtualClock {
  /// The clock as a scheduler for operators.
  public var scheduler: VirtualScheduler { VirtualScheduler(clock: self) }
}

/// The virtual clock as a scheduler, keeping causes. In an app: `DispatchQueue.main.keepingCauses(of: recorder)`.
public typealias SampleScheduler = CausalScheduler<VirtualScheduler>
