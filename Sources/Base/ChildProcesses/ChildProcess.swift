internal import Dispatch

/// Runs other programs: without a shell, so arguments are passed unchanged.
///
/// A thread of its own starts the program, exchanges data with it and waits for its end, so that
/// neither a busy pool of threads nor a program that hangs can make a deadline pass unnoticed.
public struct ChildProcess: Sendable {
  /// The program: a path, or a name to look for on `PATH`.
  public var name: String
  /// Its arguments, after its name.
  public var arguments: [String]
  /// Variables that it gets besides those of this process, or in place of them.
  public var environment: [String: String]
  /// Its standard input.
  public var input: [UInt8]
  /// When it is killed.
  public var deadline: Duration

  /// A program to run once or several times.
  public init(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: [UInt8] = [], deadline: Duration = .seconds(600)
  ) {
    self.name = name
    self.arguments = arguments
    self.environment = environment
    self.input = input
    self.deadline = deadline
  }

  /// How a program ended.
  public enum Status: Sendable, Hashable {
    /// By itself, with a status.
    case exited(Int32)
    /// Something sent it a signal, such as 9.
    case signal(Int32)
  }

  /// The output and the status of a program that has ended.
  public struct Result: Sendable {
    /// How it ended.
    public var status: Status
    /// Standard output.
    public var output: [UInt8]
    /// Standard error.
    public var errors: [UInt8]
  }

  /// Why there is no result.
  public enum Failure: Error, Hashable {
    /// There is no such program.
    case notFound
    /// It could not be started, ended with an error, or did not end in time. The reason is a
    /// sentence part in lower case.
    case failed(String)
  }

  /// Runs the program to its end. It is killed at the deadline, and if the task is cancelled; this
  /// throws then.
  public func run() async throws(Failure) -> Result {
    let child = RunningChild(self)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        child.start { continuation.resume(returning: $0) }
      }
    } onCancel: {
      child.cancel()
    }
    return try outcome.get()
  }

  /// As ``run()``, but blocks the calling thread.
  public func runBlocking() throws(Failure) -> Result {
    let child = RunningChild(self)
    let isOver = DispatchSemaphore(value: 0)
    child.start { _ in isOver.signal() }
    isOver.wait()
    guard let outcome = child.outcome else { throw .failed("`\(name)` has no result") }
    return try outcome.get()
  }

  /// Runs the program and returns its standard output. If it does not end with status 0, throws the
  /// first line of its standard error.
  public func output() async throws(Failure) -> [UInt8] {
    let result = try await run()
    let line = String(decoding: result.errors.prefix { $0 != 0x0A }, as: UTF8.self)
    switch result.status {
    case .exited(0): return result.output
    case _ where !line.isEmpty: throw .failed(line)
    case .exited(let status): throw .failed("`\(name)` ended with status \(status)")
    case .signal(let signal): throw .failed("`\(name)` was ended by signal \(signal)")
    }
  }
}
