public import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
public import FlowModel

/// The replays of a catalogue: the scripts below `Flows/paths` or `Flows/real`, and their traces.
public struct ReplayBook: Sendable {
  /// A script file with its expected traces.
  public struct Chapter: Sendable {
    /// The path of the script file.
    public let path: String
    /// The scripts, in the order of the file.
    public let scripts: [Script]
    /// The expected traces by script name.
    fileprivate let expected: [String: String]
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
  ///
  /// - Parameter world: what may stand under `world`; without it no script may have one.
  public init(folder: String, world: SettingsShape? = nil) {
    var chapters: [Chapter] = []
    var diagnostics: [Diagnostic] = []
    var files: [SourceFile] = []
    let found = FileSystem.yamlListing(below: folder, isOptional: true)
    diagnostics += found.refused.map { Diagnostic($0) }
    for path in found.paths {
      do throws(FileError) {
        let file = try SourceFile(readingFrom: path)
        let (scripts, found) = ScriptLoader(world: world).load(file)
        files.append(file)
        diagnostics += found
        let stem = path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex)
        var expected: [UInt8] = []
        do throws(FileError) { expected = try FileSystem.read(stem + ".trace") } catch {
          // It may not be recorded yet.
          guard error.isMissing else { throw error }
        }
        chapters.append(
          Chapter(
            path: path, scripts: scripts,
            expected: TraceBook.split(String(decoding: expected, as: UTF8.self))))
      } catch {
        diagnostics.append(Diagnostic(error))
      }
    }
    self.chapters = chapters
    self.diagnostics = diagnostics
    self.files = files
  }
}

extension ReplayBook.Chapter {
  /// The trace of a script, as recorded. Nil if it was not.
  public func trace(of script: Script) -> String? { expected[script.name] }

  /// Whether a trace of the file was recorded in full. A new one is recorded as they were.
  public var isFull: Bool { expected.values.contains(where: TraceBook.isFull) }

  /// The names of recorded traces without a script, sorted: their paths were renamed or removed.
  public var strayTraces: [String] {
    expected.keys.filter { name in !scripts.contains { $0.name == name } }.sorted()
  }
}
