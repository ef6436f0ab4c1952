public import Files
internal import Markup
internal import Platform
internal import Synchronization
internal import TTY

/// The input and output of a command. Tests use one that keeps what is printed.
public struct Console: Sendable {
  /// Prints to standard output.
  public var out: @Sendable (String) -> Void
  /// Prints to standard error.
  public var err: @Sendable (String) -> Void
  /// Prints what moves the cursor or sets colours: only texts that this program makes. A terminal
  /// gets everything else with such characters made visible.
  var control: @Sendable (String, FileSystem.Output) -> Void
  /// Called before a command takes secrets, so that the process's memory reaches no file.
  var willHoldSecrets: @Sendable () -> Void
  /// Reads all of standard input; throws if it has more than this many bytes. Nil if it is a
  /// terminal.
  public var input: @Sendable (Int) throws(FileError) -> [UInt8]?
  /// The terminal for a dialog with the user. Nil if there is none.
  var terminal: Terminal?
  /// Whether `out` and `err` show colours.
  var outHasColor: Bool
  var errHasColor: Bool
  /// The streams on which a line can be written again: those that go to a terminal that can do so.
  var rewritable: [FileSystem.Output] = []
  /// What says how far a long command is. Nil for other commands.
  var progress: ProgressLine?
  /// Whether the command went on although a file could not be read.
  private let unread = Unread()

  @TaskLocal static var current = Console.standard

  static let standard = Console(
    out: { print(isatty(1) == 1 ? TerminalText.lines($0) : $0, to: .standardOutput) },
    err: { text in
      let isTerminal = isatty(2) == 1
      print(
        isTerminal ? TerminalText.lines(text).wrapped(to: TTY.columns(of: 2)) : text,
        to: .standardError)
    },
    control: print, willHoldSecrets: { PrivateMemory.guardProcess() },
    input: { limit throws(FileError) in
      isatty(0) == 1 ? nil : try FileSystem.readStandardInput(limit: limit)
    },
    terminal: isatty(0) == 1 ? Terminal() : nil,
    outHasColor: hasColor(1), errHasColor: hasColor(2),
    rewritable: ["", "dumb"].contains(environment("TERM") ?? "")
      ? []
      : [(1, FileSystem.Output.standardOutput), (2, .standardError)].filter { isatty($0.0) == 1 }
        .map(\.1))

  /// Whether a stream shows colours: it is a terminal that has them, and the user has not asked for
  /// none (https://no-color.org).
  private static func hasColor(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && (environment("NO_COLOR") ?? "").isEmpty
      && !["", "dumb"].contains(environment("TERM") ?? "")
  }

  /// Whether a stream can only get one line after another.
  func isDumb(_ output: FileSystem.Output) -> Bool { !rewritable.contains(output) }

  /// The width of the terminal in which the dialog is. Nil if there is none.
  var columns: Int? { terminal == nil ? nil : TTY.columns(of: 1) ?? TTY.columns(of: 2) }

  /// Whether standard output is not seen while the command runs: it goes to a file or a device, not
  /// to a terminal or to another program.
  static var hidesOutput: Bool {
    var status = stat()
    return isatty(1) == 0 && fstat(1, &status) == 0
      && ![S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// A variable of the environment.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The terminal that the user sits at, for programs that ask there: `/dev/pts/1`.
  static var ownTerminal: String? {
    environment("GPG_TTY") ?? Terminals.path(of: 0)
  }

  /// A console that keeps what is printed. `input` is the content of standard input.
  public static func kept(input: String? = nil) -> (console: Console, printed: Printed) {
    let printed = Printed()
    let bytes = input.map { Array($0.utf8) } ?? []
    return (
      Console(
        out: { printed.addOut($0) }, err: { printed.addErr($0) },
        control: { $1 == .standardOutput ? printed.addOut($0) : printed.addErr($0) },
        willHoldSecrets: {},
        input: { _ throws(FileError) in bytes }, terminal: nil,
        outHasColor: false, errHasColor: false),
      printed
    )
  }

  /// The output of a console that keeps what is printed.
  public final class Printed: Sendable {
    private let texts = Mutex<(out: String, err: String)>(("", ""))
    /// The text printed to standard output.
    public var out: String { texts.withLock { $0.out } }
    /// The text printed to standard error.
    public var err: String { texts.withLock { $0.err } }
    func addOut(_ text: String) { texts.withLock { $0.out += text } }
    func addErr(_ text: String) { texts.withLock { $0.err += text } }
  }

  /// Whether a file could not be read.
  private final class Unread: Sendable {
    let isMarked = Mutex(false)
  }

  /// Remembers that a file could not be read, although the command goes on with the others: it ends
  /// with status 2.
  func markUnread() { unread.isMarked.withLock { $0 = true } }

  /// The exit status of a command that would end with `status`.
  func status(ofCommand status: Int32) -> Int32 {
    unread.isMarked.withLock(\.self) ? max(status, 2) : status
  }

  private static let outputError = Mutex<FileError?>(nil)

  /// Prints the reason if standard output could not be written. Returns the exit status.
  static func status(after status: Int32) -> Int32 {
    // A broken pipe is not an error: its reader has read enough.
    guard let error = outputError.withLock(\.self), !error.isBrokenPipe else { return status }
    print("flowrun: \(error)\n", to: .standardError)
    return 2
  }

  /// Whether something printed is missing from standard output.
  static var isIncomplete: Bool { outputError.withLock { $0 != nil } }

  @Sendable private static func print(_ text: String, to output: FileSystem.Output) {
    do throws(FileError) {
      try FileSystem.write(text, to: output)
    } catch {
      // An error of standard error cannot be printed anywhere.
      guard output == .standardOutput else { return }
      outputError.withLock { $0 = $0 ?? error }
    }
  }
}
