public import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
public import FlowModel
public import FlowRuntime

/// The replays of a catalogue: the scripts below `Flows/paths` and their expected traces.
public struct ReplayBook: Sendable {
  /// A script file with its expected traces.
  public struct Chapter: Sendable {
    /// The path of the script file.
    public let path: String
    /// The scripts, in the order of the file.
    public let scripts: [Script]
    /// The expected traces by script name. Nil if there is no trace file.
    public let expected: [String: String]?
    /// The path of the trace file.
    public var tracePath: String {
      String(path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex)) + ".trace"
    }
  }

  /// The script files, in the order of their names.
  public let chapters: [Chapter]
  /// The problems found while reading.
  public let diagnostics: [Diagnostic]
  /// The script files as read, for the excerpts of diagnostics.
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

/// The format of a trace file: for each script a heading, then the lines of its trace.
public enum TraceBook {
  /// The trace of a run as text: the taken rows, then the end.
  public static func text(of run: ScriptRun) -> String {
    run.entries.map { $0.text + "\n" }.joined() + "end: \(run.ending)\n"
  }

  /// The traces in the text of a trace file, by script name.
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

  /// The text of a trace file with these runs, in this order.
  public static func text(of runs: [(name: String, run: ScriptRun)]) -> String {
    runs.map { "# \($0.name)\n\(text(of: $0.run))" }.joined(separator: "\n")
  }
}
