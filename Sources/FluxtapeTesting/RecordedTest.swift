import FluxtapeLocking

/// The running test case that is recorded.
public enum RecordedTest {
  /// Creates the folder for attachments of the running test case, such as screenshots, and returns its path.
  ///
  /// ```swift
  /// if let folder = RecordedTest.makeAttachmentsFolder() { try png.write(to: URL(filePath: folder + "/screen.png")) }
  /// ```
  ///
  /// The folder is beside the log. It is renamed with the log at the end of the case, and deleted with the log of a case that passes. So
  /// ask for it again in each case. The page of `fluxtape report` shows what is in it.
  ///
  /// - Returns: `nil` outside of recorded test cases, including threads and detached tasks of Swift Testing, and if there is no log.
  public static func makeAttachmentsFolder() -> String? {
    (RecordedCase.current ?? RecordedCase.ofProcess.withLock { $0 })?.makeAttachmentsFolder()
  }
}
