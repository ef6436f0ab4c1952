import Foundation
import TestSupport
import Testing

/// A page that a reader follows in a new folder, followed by a test.
///
/// Blocks marked `console` have commands, each after `$ `, with the output below it; `...` stands
/// for any lines. Blocks marked `diff` are applied, and a block marked `yaml FILE` is written to
/// that file, as is one of any other kind with a name.
struct Walkthrough {
  private enum Step {
    case command(String, output: [String])
    case diff(String)
    case file(String, String)
  }

  private let name: String
  private let steps: [Step]

  init(name: String, page: String) {
    self.name = name
    var steps: [Step] = []
    var block: (kind: [String], lines: [String])?
    for line in page.components(separatedBy: "\n") {
      guard line.hasPrefix("```") else {
        block?.lines.append(line)
        continue
      }
      guard let (kind, lines) = block else {
        block = (line.dropFirst(3).components(separatedBy: " "), [])
        continue
      }
      block = nil
      let text = lines.joined(separator: "\n") + "\n"
      switch kind.first {
      case "console": steps += Self.commands(lines)
      case "diff": steps.append(.diff(text))
      case _ where kind.count == 2:
        steps.append(.file(kind[1], text))
      default: continue
      }
    }
    self.steps = steps
  }

  private static func commands(_ lines: [String]) -> [Step] {
    var commands: [(String, [String])] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), []))
      } else if !commands.isEmpty {
        commands[commands.count - 1].1.append(line)
      }
    }
    return commands.map { .command($0, output: $1) }
  }

  /// Follows the page in a folder, and compares what the commands print with what it shows.
  ///
  /// - Returns: the number of commands.
  @discardableResult func follow(in folder: String) throws -> Int {
    var place = folder
    var count = 0
    for step in steps {
      switch step {
      case .file(let file, let text):
        let parent = URL(fileURLWithPath: "\(place)/\(file)").deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try text.write(toFile: "\(place)/\(file)", atomically: true, encoding: .utf8)
      case .diff(let text):
        try text.write(toFile: "\(place)/.diff", atomically: true, encoding: .utf8)
        let outcome = try OtherProgram.run("git", ["apply", ".diff"], in: place)
        #expect(outcome.status == 0, "\(name): \(outcome.output)\n\(text)")
        try FileManager.default.removeItem(atPath: "\(place)/.diff")
      case .command(let command, let shown):
        if command.hasPrefix("cd ") {
          place += "/" + command.dropFirst(3)
          continue
        }
        let path = "PATH=\(builtFlowrun.dropLast("/flowrun".count)):/usr/bin:/bin"
        let outcome = try OtherProgram.run(
          "env", [path, "sh", "-c", "exec 2>&1 </dev/null; \(command)"], in: place)
        let printed = outcome.output.components(separatedBy: "\n").dropLast()
        #expect(
          Walkthrough.matches(Array(printed), shown),
          "\(name): `\(command)` prints\n\(outcome.output)")
        count += 1
      }
    }
    return count
  }

  /// Whether these lines are those shown, where `...` stands for any lines.
  static func matches(_ lines: [String], _ shown: [String]) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    if first == "..." {
      let rest = Array(shown.dropFirst())
      return (0...lines.count).contains { matches(Array(lines.dropFirst($0)), rest) }
    }
    return lines.first == first && matches(Array(lines.dropFirst()), Array(shown.dropFirst()))
  }
}
