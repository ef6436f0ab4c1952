internal import Subprocess

/// Runs other programs: without a shell, so arguments are passed unchanged.
enum ChildProcess {
  /// Why a program printed nothing that can be used.
  enum Failure: Error, Hashable {
    /// There is no program of this name on `PATH`.
    case notFound
    /// It could not be started, ended with an error, or did not end in time.
    case failed(String)
  }

  /// Runs a program found on `PATH` and returns what it prints to standard output. The program is
  /// killed if it takes longer than the deadline, or if the task is cancelled.
  static func run(
    _ name: String, _ arguments: [String], input: [UInt8] = [],
    deadline: Duration = .seconds(600)
  ) async throws(Failure) -> [UInt8] {
    do {
      return try await withThrowingTaskGroup { group in
        defer { group.cancelAll() }
        group.addTask { try await output(name, arguments, input) }
        group.addTask {
          try await Task.sleep(for: deadline)
          throw Failure.failed("`\(name)` took longer than \(deadline)")
        }
        return try await group.next() ?? []
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .notFound
    } catch {
      throw .failed("\(error)")
    }
  }

  private static func output(
    _ name: String, _ arguments: [String], _ input: [UInt8]
  ) async throws -> [UInt8] {
    let result = try await Subprocess.run(
      .name(name), arguments: Arguments(arguments), input: .array(input),
      output: .bytes(limit: 1 << 30), error: .bytes(limit: 1 << 24))
    let line = String(decoding: result.standardError.prefix { $0 != 0x0A }, as: UTF8.self)
    switch result.terminationStatus {
    case .exited(0): return result.standardOutput
    case _ where !line.isEmpty: throw Failure.failed(line)
    case .exited(let status): throw Failure.failed("`\(name)` ended with status \(status)")
    case .signaled(let signal): throw Failure.failed("`\(name)` was ended by signal \(signal)")
    }
  }
}
