internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import FlowTesting
internal import JSON

/// What the files of a folder say of runs: the named paths, and the rows that real runs took.
struct RecordedRuns: Sendable {
  let book: ReplayBook
  /// How often real runs took each row.
  let real: JSONValue
  private let stamps: [Int]

  /// Reads the files.
  ///
  /// - Parameter known: what they said before. It is used again if they say the same, since most
  ///   changes are in flows, and reading many paths takes longer than replaying them.
  init(below folder: String, known: RecordedRuns? = nil) {
    let paths = "\(folder)/\(FlowLoader.pathsFolder)"
    let real = "\(folder)/\(FlowLoader.realFolder)"
    let stamps = [paths, real].map(LiveBook.stamp)
    if let known, known.stamps == stamps {
      self = known
      return
    }
    self.stamps = stamps
    book = ReplayBook(folder: paths)
    self.real = BookReplays.counts(RecordedRuns.rows(below: real))
  }

  /// The rows in the recorded traces of a folder: `TIME ms  FLOW:ROW  TEXT`.
  private static func rows(below folder: String) -> [String] {
    guard let files = try? FileSystem.files(below: folder, endingIn: [".trace"]) else { return [] }
    return files.flatMap { path -> [String] in
      let text = String(decoding: (try? FileSystem.read(path)) ?? [], as: UTF8.self)
      return text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "  ", maxSplits: 2)
        guard parts.count == 3, parts[0].hasSuffix(" ms") else { return nil }
        return String(parts[1])
      }
    }
  }
}

/// The named paths of the flows, and how often their runs take each row.
struct BookReplays {
  /// The named paths.
  let paths: JSONValue
  /// By replays, and by real replays: for each reading how often each row was taken.
  let coverage: JSONValue

  /// - Parameters:
  ///   - recorded: nil if there are no scripts.
  ///   - results: what reports of tests say.
  init(_ catalogue: Catalogue, _ recorded: RecordedRuns?, _ results: BookResults) {
    guard let recorded else {
      (paths, coverage) = (.array([]), .object([]))
      return
    }
    var replays = Replays(catalogue)
    var paths: [JSONValue] = []
    for script in recorded.book.chapters.flatMap(\.scripts) {
      replays.replay(script)
      paths.append(BookReplays.path(script, in: catalogue))
    }
    self.paths = .array(paths)
    // Entering at a step does not show that anything leads there.
    let runs = replays.replays.filter { $0.script.from == nil }
    let replayed = Reading.allCases.map { reading in
      (
        reading.rawValue,
        BookReplays.counts(
          runs.filter { $0.script.reading == reading }.flatMap { $0.entries.map(\.row.qualified) })
      )
    }
    let real = recorded.real
    coverage = .object([
      "replays": .object(members: replayed),
      "real": real.members?.isEmpty != false
        ? nil : .object(members: Reading.allCases.map { ($0.rawValue, real) }),
      "tests": results.coverage,
    ])
  }

  private static func path(_ script: Script, in catalogue: Catalogue) -> JSONValue {
    .object([
      "flow": .string(catalogue.flow(named: script.flow)?.id ?? script.flow),
      "name": .string(script.name), "about": script.about.map { .string($0) },
      "as": script.reading == .written ? nil : .string(script.reading.rawValue),
      "from": script.from.map { .string($0) }, "only": script.only ? .bool(true) : nil,
      "clock": script.clock == 0 ? nil : .integer(script.clock),
      "facts": script.facts.isEmpty
        ? nil : .object(members: script.facts.map { ($0.name, .string($0.value)) }),
      "rows": .strings(
        script.moves.map(\.pageText)),
      "end": script.end.map { .string($0) },
    ])
  }

  static func counts(_ rows: [String]) -> JSONValue {
    let counts = Dictionary(grouping: rows) { $0 }.mapValues(\.count)
    return .object(
      members: counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
  }
}
