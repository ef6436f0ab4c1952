public import Files
internal import Glibc
internal import Synchronization

/// Where a command prints and what it reads; the tests hand in one that keeps what is printed.
public struct Console: Sendable {
  public var out: @Sendable (String) -> Void
  public var err: @Sendable (String) -> Void
  /// All of standard input, refused when it is longer than this; nil when it is a terminal.
  public var input: @Sendable (Int) throws(FileError) -> [UInt8]?
  /// The terminal to talk with; nil when there is none.
  var terminal: Terminal?
  /// Whether `out` shows colours.
  var hasColor: Bool

  @TaskLocal static var current = Console.standard

  static let standard = Console(
    out: { print($0, to: .standardOutput) }, err: { print($0, to: .standardError) },
    input: { limit throws(FileError) in
      isatty(0) == 1 ? nil : try FileSystem.readStandardInput(limit: limit)
    },
    terminal: isatty(0) == 1 ? Terminal() : nil,
    hasColor: isatty(2) == 1 && getenv("NO_COLOR") == nil)

  /// A console that keeps what is printed. `input` is what standard input gives.
  public static func kept(input: String? = nil) -> (console: Console, printed: Printed) {
    let printed = Printed()
    let bytes = input.map { Array($0.utf8) } ?? []
    return (
      Console(
        out: { printed.addOut($0) }, err: { printed.addErr($0) },
        input: { _ throws(FileError) in bytes }, terminal: nil,
        hasColor: false),
      printed
    )
  }

  /// What a kept console was given.
  public final class Printed: Sendable {
    private let texts = Mutex<(out: String, err: String)>(("", ""))
    public var out: String { texts.withLock { $0.out } }
    public var err: String { texts.withLock { $0.err } }
    func addOut(_ text: String) { texts.withLock { $0.out += text } }
    func addErr(_ text: String) { texts.withLock { $0.err += text } }
  }

  private static let outputError = Mutex<FileError?>(nil)

  /// Prints why standard output could not be written, if so, and gives the status to exit with.
  static func status(after status: Int32) -> Int32 {
    // Whoever closed a pipe has read enough.
    guard let error = outputError.withLock(\.self), !error.isBrokenPipe else { return status }
    print("flowrun: \(error)\n", to: .standardError)
    return status == 0 ? 2 : status
  }

  private static func print(_ text: String, to output: FileSystem.Output) {
    do throws(FileError) {
      try FileSystem.write(text, to: output)
    } catch {
      // An error about standard error has nowhere to be printed.
      guard output == .standardOutput else { return }
      outputError.withLock { $0 = $0 ?? error }
    }
  }
}
