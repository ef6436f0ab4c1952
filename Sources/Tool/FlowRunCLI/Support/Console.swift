internal import FlowLoader
internal import Glibc
internal import Synchronization

/// Where a command prints and what it reads; the tests hand in one that keeps what is printed.
public struct Console: Sendable {
  public var out: @Sendable (String) -> Void
  public var err: @Sendable (String) -> Void
  /// All of standard input; nil when it is a terminal.
  public var input: @Sendable () -> [UInt8]?
  /// The terminal to talk with; nil when there is none.
  var terminal: Terminal?
  /// Whether `out` shows colours.
  var hasColor: Bool

  @TaskLocal static var current = Console.standard

  static let standard = Console(
    out: { write($0, to: 1) }, err: { write($0, to: 2) },
    input: { isatty(0) == 1 ? nil : try? FileSystem.readStandardInput() },
    terminal: isatty(0) == 1 ? Terminal() : nil,
    hasColor: isatty(2) == 1 && getenv("NO_COLOR") == nil)

  /// A console that keeps what is printed. `input` is what standard input gives.
  public static func kept(input: String? = nil) -> (console: Console, printed: Printed) {
    let printed = Printed()
    let bytes = input.map { Array($0.utf8) } ?? []
    return (
      Console(
        out: { printed.addOut($0) }, err: { printed.addErr($0) }, input: { bytes }, terminal: nil,
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

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let wrote = Glibc.write(
          descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if wrote < 0 {
          if errno == EINTR { continue }
          return
        }
        done += wrote
      }
    }
  }
}
