import Files
import Testing

@testable import FlowRunCLI

@Suite struct ProgressLineTests {
  private static let wiped = "\r\u{1B}[2K"

  /// A line on a terminal, its console, and what both have printed.
  private func line() -> (line: ProgressLine, console: Console, printed: Console.Printed) {
    var (console, printed) = Console.kept()
    console.rewritable = [.standardError]
    let line = ProgressLine("proving", on: console)
    return (line, console.wiping(line), printed)
  }

  @Test("After two seconds a terminal sees what is done and how far it is, on one line")
  func ticks() {
    let (line, _, printed) = line()
    line.tick()
    #expect(printed.err == "")
    line.tick()
    line.tell(3, of: 7)
    line.tick()
    let expected = "\(Self.wiped)proving, 2 s\(Self.wiped)proving, 3 of 7, 3 s"
    #expect(printed.err == expected)
    line.finish()
    line.tick()
    #expect(printed.err == expected + Self.wiped)
  }

  @Test("The line is wiped before something is printed, and comes again after the end of a line")
  func interrupted() {
    let (line, console, printed) = line()
    line.tick()
    line.tick()
    console.out("a: ")
    #expect(printed.err == "\(Self.wiped)proving, 2 s\(Self.wiped)")
    line.tick()
    console.out("done\n")
    #expect(printed.err == "\(Self.wiped)proving, 2 s\(Self.wiped)")
    line.tick()
    #expect(printed.out == "a: done\n")
    #expect(printed.err.hasSuffix("\(Self.wiped)proving, 4 s"))
  }

  @Test("What is not a terminal gets no line")
  func pipe() {
    let (console, printed) = Console.kept()
    let line = ProgressLine("proving", on: console)
    for _ in 0..<5 { line.tick() }
    line.finish()
    #expect(printed.err == "")
  }
}
