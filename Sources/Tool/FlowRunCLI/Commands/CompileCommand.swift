internal import ArgumentParser
internal import CompiledFlows
internal import Files
internal import FlowFolder
internal import FlowModel
internal import FlowSwift
internal import FlowTexts
internal import FlowTranslation

struct CompileCommand: ParsableCommand, LongCommand {
  /// The usual ending of a file of compiled flows.
  static let ending = ".flows"

  static let configuration = CommandConfiguration(
    commandName: "compile", abstract: "Compiles a folder of flows into one file for an app.",
    discussion: """
      The file needs neither YAML nor a folder: an app opens it with `Catalogue(compiled: bytes)`, \
      and every command with `--flows FILE`. docs/compiled-flows.md describes it. A step or a flow \
      that does not exist yet is a warning: a run ends there. Beside a file `app.flows` it keeps \
      `app.lock`: what names, and ids without one, of rows, steps and inputs mean. If one means \
      something else than in the lock, also after it was gone, nothing is written, since code \
      that uses it would do something else. For each language below `Flows/texts` it writes \
      `app.et.texts`, which an app opens beside the flows; `--lang et` writes the flows themselves \
      in a language, for other hosts.
      """)

  var deed: String? { "compiling" }

  @Argument(
    help: "The folder with the flow files. By default the nearest `Flows` here or above.")
  var folder: String?
  @Option(name: .shortAndLong, help: "The file to write, such as `app.flows`.") var output: String
  @Flag(
    help: """
      Accepts ids and names that mean something else than in the lock, and forgets those that are \
      gone.
      """)
  var accept = false
  @OptionGroup var language: LanguageOption

  func run() throws {
    guard output != "-" else { throw Refusal("`--output` needs the name of a file") }
    let flows = FlowsFolder(name: folder)
    let catalogue = try flows.completeCatalogue()
    let rules = try flows.houseRules(of: catalogue).houseRules
    var option = FlowsOption()
    option.folder = folder
    if let texts = try language.translation(in: option)?.texts {
      let bytes = catalogue.translated(by: texts).compiledFile(with: rules)
      return try refusing { () throws(FileError) in
        try CompileCommand.write([(output, bytes)])
      }
    }
    let bytes = catalogue.compiledFile(with: rules)
    var lock = FlowLock(catalogue)
    if let lockPath, !accept, let old = try self.lock(at: lockPath) {
      try compare(lock, with: old, lockPath)
      lock = lock.keeping(old)
    }
    var files = [(path: output, bytes: bytes)]
    if let lockPath { files.append((lockPath, Array(lock.text.utf8))) }
    files += try texts(of: catalogue, option)
    try refusing { () throws(FileError) in try CompileCommand.write(files) }
  }

  /// A file of texts for each language.
  private func texts(
    of catalogue: Catalogue, _ flows: FlowsOption
  ) throws -> [(path: String, bytes: [UInt8])] {
    guard output.hasSuffix(CompileCommand.ending), var folder = try flows.opened() else {
      return []
    }
    return try folder.translations().map(\.file.language).map { language in
      let texts = try folder.translation(named: language).texts
      let path = output.dropLast(CompileCommand.ending.count) + ".\(language).texts"
      return (String(path), texts.file(of: catalogue))
    }
  }

  /// Writes all files, or leaves them as they were: flows and their lock belong together.
  private static func write(_ files: [(path: String, bytes: [UInt8])]) throws(FileError) {
    var old: [(path: String, bytes: [UInt8]?)] = []
    for (path, _) in files where FileSystem.isFile(path) || !FileSystem.exists(path) {
      old.append((path, FileSystem.exists(path) ? try FileSystem.read(path) : nil))
    }
    do throws(FileError) {
      for (path, bytes) in files { try FileSystem.write(bytes, to: path) }
    } catch {
      for (path, bytes) in old {
        guard let bytes else {
          try? FileSystem.destroy(path)
          continue
        }
        try? FileSystem.write(bytes, to: path)
      }
      throw error
    }
  }

  /// The path of the lock. Nil for an output that is no file of compiled flows by its name.
  private var lockPath: String? {
    output.hasSuffix(CompileCommand.ending)
      ? output.dropLast(CompileCommand.ending.count) + FlowLock.ending : nil
  }

  /// The most ids that are listed.
  private static let limit = 20

  /// The lock that was written before. Nil if there is none.
  private func lock(at path: String) throws -> FlowLock? {
    guard FileSystem.isFile(path) else { return nil }
    let bytes = try refusing { () throws(FileError) in try FileSystem.read(path) }
    do throws(FlowLock.Damage) {
      return try FlowLock(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Refusal(
        "`\(path)` is not the lock that `flowrun compile` wrote: \(error)",
        help: FlowLock.Damage.help)
    }
  }

  /// Refuses flows in which an id or a name means something else than in the lock.
  private func compare(_ lock: FlowLock, with old: FlowLock, _ path: String) throws {
    let changes = old.changes(in: lock)
    guard let first = changes.first else { return }
    let lines = changes.prefix(CompileCommand.limit).map { change in
      "\(change.path):\(change.line): error: `\(change.id)` was \(change.old) and is "
        + change.new + (change.moved.map { "; that is `\($0)` now" } ?? "")
    }
    let more = changes.count - lines.count
    let flow = (changes.first { !$0.isName } ?? first).id.prefix { $0 != ":" }
    let advice =
      changes.allSatisfy(\.isName)
      ? "give each name to the row that it was made for, and another name to what is new; if no "
        + "code uses these names"
      : "`flowrun name \(flow)` gives rows and steps names, which stay when ids change; if no "
        + "code uses these ids"
    let all = changes.count == 1 ? "an id or a name means" : "ids or names mean"
    throw Refusal(
      (["\(all) something else than in `\(path)`:"]
        + lines + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "\n"),
      help: advice + ", `flowrun compile --accept` goes on", status: 1)
  }
}
