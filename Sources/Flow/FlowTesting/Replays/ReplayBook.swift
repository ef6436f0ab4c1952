public import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
public import FlowModel
public import FlowRuntime

/// The replays of a catalogue: scripts below `Flows/paths`, and the traces they must give.
public struct ReplayBook: Sendable {
  /// A file of scripts and what its traces must be.
  public struct Chapter: Sendable {
    public let path: String
    public let scripts: [Script]
    /// The expected trace of every script, by its name; nil when there is no trace file.
    public let expected: [String: String]?
    public var tracePath: String {
      String(path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex)) + ".trace"
    }
  }

  public let chapters: [Chapter]
  public let diagnostics: [Diagnostic]
  public let files: [SourceFile]

  /// Reads every script below a folder.
  public init(folder: String) {
    var chapters: [Chapter] = []
    var diagnostics: [Diagnostic] = []
    var files: [SourceFile] = []
    let paths = (try? FileSystem.yamlFiles(below: folder)) ?? []
    for path in paths {
      do {
        let file = try SourceFile(readingFrom: path)
        let (scripts, found) = ScriptLoader().load(file)
        files.append(file)
        diagnostics += found
        let stem = path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex)
        let expected = try? FileSystem.read(stem + ".trace")
        chapters.append(
          Chapter(
            path: path, scripts: scripts,
            expected: expected.map { TraceBook.split(String(decoding: $0, as: UTF8.self)) }))
      } catch {
        diagnostics.append(Diagnostic(error))
      }
    }
    self.chapters = chapters
    self.diagnostics = diagnostics
    self.files = files
  }
}

/// The traces of one file of scripts, as text: a heading a script, then its lines.
public enum TraceBook {
  /// The text of a run: every taken row, then how it ended.
  public static func text(of run: ScriptRun) -> String {
    run.entries.map { $0.text + "\n" }.joined() + "end: \(run.ending)\n"
  }

  /// The traces by the names of their scripts.
  static func split(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    var name: Substring = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        name = line.dropFirst(2)
        result[String(name)] = ""
      } else {
        result[String(name), default: ""] += line + "\n"
      }
    }
    return result
  }

  /// The whole file, for the given runs in their order.
  public static func text(of runs: [(name: String, run: ScriptRun)]) -> String {
    runs.map { "# \($0.name)\n\(text(of: $0.run))" }.joined(separator: "\n")
  }
}
