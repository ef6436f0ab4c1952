internal import ChildProcesses

/// Another program, such as `openssl` or `git`, that judges what this project made.
public enum OtherProgram {
  /// Runs a program to its end: a path, or a name that is looked for in `PATH`.
  ///
  /// Blocks the thread, so it is not for a program that talks with this process.
  /// - Parameter joinsErrors: whether what it prints to standard error follows its output.
  /// - Returns: its status, or 128 and the signal that ended it; what it printed.
  public static func run(
    _ name: String, _ arguments: [String], in folder: String? = nil, joinsErrors: Bool = true
  ) throws -> (status: Int32, output: String) {
    let place = folder.map { ["-C", $0] } ?? []
    let result = try ChildProcess("env", place + [name] + arguments).runBlocking()
    let output = String(decoding: result.output + (joinsErrors ? result.errors : []), as: UTF8.self)
    switch result.status {
    case .exited(let status): return (status, output)
    case .signal(let signal): return (128 + signal, output)
    }
  }
}
