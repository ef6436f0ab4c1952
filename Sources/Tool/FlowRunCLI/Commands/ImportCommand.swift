internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowFiles
internal import FlowLoader
internal import FlowModel

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Converts use-case documents to flow files.",
    discussion: """
      Reads Markdown with step tables, also collapsed to one line; text copied from a rendered page; \
      a main scenario with extensions; user stories; CSV. Flows that are named but not there become \
      outlines. Says of everything it could not place where it stands. Exit status: 1 when text of a \
      document is missing from the flows or stands only in their notes.
      """)

  @Argument(help: "Documents, or folders of documents; `-` is standard input.")
  var documents: [String]
  @Option(name: .shortAndLong, help: "Writes every flow into a file in this folder.")
  var output: String?
  @Option(help: "Only this use case.") var only: String?
  @Option(help: "The letters before the number in an id.") var prefix = "UC"
  @Option(help: "The id, for a document without one.") var id: String?
  @Flag(help: "Omits notes about unusual parts that were kept.") var quiet = false

  func run() throws {
    let console = Console.current
    let files = try DocumentFiles.read(documents)
    let isSet = output != nil && only == nil
    let isThere = output.map(FileSystem.isFolder) ?? false
    let known = isThere ? try output.map { try FlowsFolder(name: $0).ids() } ?? [] : []
    let set = DocumentSet(files, prefix: prefix, id: id, known: known)
    console.show(set.diagnostics.filter { !quiet || $0.severity != .note }, in: files)
    var members = set.members.filter { isSet || $0.document != nil }
    if let only {
      members = members.filter { $0.flow.id.lowercased() == only.lowercased() }
      guard !members.isEmpty else {
        let ids = set.members.filter { $0.document != nil }.map(\.flow.id)
        throw refuse(
          "there is no use case `\(only)`; "
            + (DidYouMean.question(for: only, in: ids)
              ?? "there are: \(ids.joined(separator: ", "))"))
      }
    }
    guard let first = members.first else { throw ExitCode(2) }
    if let output {
      try write(members, to: output)
    } else {
      guard members.count == 1 else {
        throw refuse(
          "there are \(members.count) use cases; name a folder with `-o DIR`, or one of them "
            + "with `--only \(first.flow.id)`")
      }
      console.out(first.flow.yaml)
    }
    if set.diagnostics.contains(where: { $0.rule == .documentUnplaced || $0.severity == .error }) {
      throw ExitCode(1)
    }
  }

  private func write(_ members: [DocumentSet.Member], to folder: String) throws {
    let paths = members.map { "\(folder)/\($0.flow.fileName)" }
    for path in paths where FileSystem.exists(path) {
      throw refuse("`\(path)` exists already; move it away first")
    }
    try refusing { () throws(FileError) in
      try FileSystem.makeFolder(folder, forEveryone: true)
    }
    for (member, path) in zip(members, paths) {
      try FlowRunCLI.write(member.flow.yaml, to: path)
      Console.current.out(member.document == nil ? "\(path) (outline)\n" : "\(path)\n")
    }
  }
}

/// The documents named on the command line.
enum DocumentFiles {
  /// The endings of documents in folders.
  private static let endings = [".md", ".markdown", ".txt", ".csv"]
  private static let limit = 4 << 20

  /// Reads files, and all documents in folders, sorted by path.
  static func read(_ names: [String]) throws -> [SourceFile] {
    try names.flatMap { name -> [SourceFile] in
      guard name != "-", FileSystem.isFolder(name) else {
        return [try SourceFile(argument: name, limit: limit)]
      }
      let paths = try refusing { () throws(FileError) in
        try FileSystem.files(below: name, endingIn: endings, except: [])
      }
      guard !paths.isEmpty else {
        throw refuse("there are no documents (\(endings.joined(separator: ", "))) in `\(name)`")
      }
      return try paths.map { try SourceFile(argument: $0, limit: limit) }
    }
  }
}
