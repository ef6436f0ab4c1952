internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import FlowTesting

/// A walk that becomes a named path of `Flows/paths`.
struct KeptPath {
  /// The id of the flow.
  let flow: String
  /// The name of the path.
  let name: String
  /// The lines of the entry, as the page has shown them.
  let entry: String

  /// Adds the path to the file of its flow, and its trace to the traces.
  ///
  /// - Returns: a sentence that says what was done, or why nothing was. Nothing is written unless
  ///   the whole file can be read, the name is new, and the path runs to the end that it says.
  func write(to folder: String, _ catalogue: Catalogue, page: String) -> (
    isDone: Bool, text: String
  ) {
    let book = ReplayBook(folder: folder)
    guard book.diagnostics.isEmpty else {
      return (false, "the other paths cannot be read; run `flowrun replay`")
    }
    let stem = "\(folder)/\(page)"
    let chapter = book.chapters.first { ["\(stem).yaml", "\(stem).yml"].contains($0.path) }
    let path = chapter?.path ?? "\(stem).yaml"
    let old = chapter.flatMap { try? FileSystem.read($0.path) }
    var text = old.map { String(decoding: $0, as: UTF8.self) } ?? "flow: \(flow)\npaths:\n"
    if !text.hasSuffix("\n") { text += "\n" }
    text += entry.hasSuffix("\n") ? entry : entry + "\n"
    let file = SourceFile(path: path, bytes: Array(text.utf8))
    let (scripts, diagnostics) = ScriptLoader().load(file)
    if let first = diagnostics.first { return (false, first.message) }
    guard let script = scripts.last, script.name == name,
      scripts.count == (chapter?.scripts.count ?? 0) + 1
    else { return (false, "this is not one path with the name `\(name)`") }
    guard catalogue.flow(named: script.flow)?.id == flow else {
      return (false, "`\(path)` has paths of `\(script.flow)`")
    }
    guard scripts.count(where: { $0.name == name }) == 1 else {
      return (false, "there is a path `\(name)` already")
    }
    let program = catalogue.compiled(as: script.reading)
    let replay = Replay(script, on: program, isFull: chapter?.isFull)
    if let failure = replay.failure { return (false, failure.message) }
    let trace = TraceBook.text(of: [(name, replay.trace)])
    let tracePath = chapter?.tracePath ?? "\(stem).trace"
    let traces = (try? FileSystem.read(tracePath)).map {
      String(decoding: $0, as: UTF8.self) + "\n"
    }
    do throws(FileError) {
      try FileSystem.makeFolder(folder, forEveryone: true)
      try FileSystem.write(Array(((traces ?? "") + trace).utf8), to: tracePath)
      try FileSystem.write(file.bytes, to: path)
    } catch { return (false, error.description) }
    return (true, "Wrote `\(name)` into `\(path)`")
  }
}
