// What is used of Dispatch and of Foundation. Compiled once as each of them.

#if DISPATCH
  public final class DispatchSemaphore: Sendable {
    public init(value: Int) {}
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    @discardableResult public func signal() -> Int { 0 }
  }

  public enum DispatchTimeoutResult {
    case success, timedOut
  }

  public enum DispatchTimeInterval {
    case seconds(Int), milliseconds(Int)
  }

  public struct DispatchTime {
    public static func now() -> DispatchTime { DispatchTime() }
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
      time
    }
  }

  public enum DispatchQueue {
    public static func concurrentPerform(iterations: Int, execute: (Int) -> Void) {}
  }
#else
  public struct URL {
    public init(filePath: String) {}
  }

  public struct Data: RandomAccessCollection {
    public init(contentsOf url: URL) throws {}
    public init<S: Sequence>(_ bytes: S) where S.Element == UInt8 {}
    public func write(to url: URL) throws {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 { 0 }
  }
#endif
