import Foundation

/// Measures processor time in seconds, which does not include other work of the machine.
enum ProcessorTime {
  /// The unsafe call is sound: it fills the structure passed to it.
  static func ofThisThread() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return seconds(time)
  }

  /// Returns the processor time of all threads of a process; 0 if it has ended.
  ///
  /// The unsafe calls are sound: they fill the values passed to them.
  static func of(_ process: pid_t) -> Double {
    #if canImport(Darwin)
    var usage = rusage_info_v2()
    _ = unsafe withUnsafeMutablePointer(to: &usage) { usage in
      unsafe usage.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) { unsafe proc_pid_rusage(process, RUSAGE_INFO_V2, $0) }
    }
    return Double(usage.ri_user_time + usage.ri_system_time) / 1e9
    #else
    var (clock, time) = (clockid_t(), timespec())
    guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else { return 0 }
    return seconds(time)
    #endif
  }

  private static func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }
}
