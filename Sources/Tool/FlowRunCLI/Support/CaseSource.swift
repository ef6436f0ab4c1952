internal import Diagnostics
internal import FlowCases
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import FlowTesting

/// The cases of some flows: from the paths that are kept in the folder, or from a path book.
struct CaseSource {
  let program: Program
  let cases: [TestCase]

  /// - Parameters:
  ///   - only: the flow in which the runs start. Nil for all that have paths.
  ///   - criteria: of the path book. Nil for the paths of the folder.
  init(
    _ catalogue: Catalogue, in folder: String, only: Flow?, by criteria: [PathCriterion]?,
    as reading: Reading
  ) throws {
    let program = catalogue.compiled(as: reading)
    self.program = program
    let scripts: [Script]
    var files: [SourceFile] = []
    if let criteria {
      let flows = only.map { [$0] } ?? catalogue.flows.filter { !$0.isOutline }
      scripts = flows.flatMap { flow in
        let book = PathBook(flow, on: program, by: criteria, follow: true)
        return criteria.flatMap { book.paths[$0] ?? [] }.map(\.script)
      }
    } else {
      let book = ReplayBook(folder: folder + "/" + FlowLoader.pathsFolder)
      guard book.diagnostics.isEmpty else { throw Refusal(book.diagnostics, in: book.files) }
      files = book.files
      scripts = book.chapters.flatMap(\.scripts).filter { script in
        script.reading == reading
          && (only == nil || catalogue.flow(named: script.flow) == only)
      }
    }
    guard !scripts.isEmpty else {
      let whose = only.map { "`\($0.id)` has" } ?? "the flows have"
      throw Refusal(
        "\(whose) no paths as \(reading.rawValue)",
        help: "write them below `\(FlowLoader.pathsFolder)`, or add `--by rows`")
    }
    var cases: [TestCase] = []
    var failures: [Diagnostic] = []
    for script in scripts {
      do {
        cases.append(try TestCase(script, on: program))
      } catch {
        guard criteria == nil else {
          Console.current.err("left out: \(script.name): \(error)\n")
          continue
        }
        let span = error.move.flatMap {
          $0 < script.moveSpans.count ? script.moveSpans[$0] : nil
        }
        failures.append(
          Diagnostic(
            .scriptFailed, path: script.path, span: span ?? script.span, error.description,
            help: "`flowrun replay \(script.flow)` runs the paths"))
      }
    }
    guard failures.isEmpty else { throw Refusal(failures, in: files) }
    self.cases = cases
  }
}
