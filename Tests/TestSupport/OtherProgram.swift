internal import Foundation

/// Another program, such as `openssl` or `git`, that judges what this project made.
public enum OtherProgram {
  /// Runs a program to its end: a path, or a name that is looked for in `PATH`.
  ///
  /// Blocks the thread, so it is not for a program that talks with this process.
  /// - Parameter joinsErrors: whether the output includes what it prints to standard error.
  public static func run(
    _ name: String, _ arguments: [String], in folder: String? = nil, joinsErrors: Bool = true
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = joinsErrors ? pipe : FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
