internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowFiles
internal import FlowLoader
internal import FlowModel

struct ImportCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Converts use-case documents to flow files.",
    discussion: """
      Reads Word, OpenDocument, HTML, Confluence's storage format, AsciiDoc, reStructuredText, \
      and Markdown with step tables, also collapsed to one line; text copied from a rendered \
      page; a main scenario with extensions, in eight languages; user stories; CSV. Flows that \
      are named but not there become outlines. Says in one line for each use case how much of it \
      was read, and with --details where everything stands that could not be placed; of a single \
      document it says that always. Exit status: 1 when text of a document is missing from the \
      flows or stands only in their notes.
      """)

  var deed: String? { "reading documents" }

  @Argument(help: "Documents, or folders of documents; `-` is standard input.")
  var documents: [String]
  @Option(name: .shortAndLong, help: "Writes every flow into a file in this folder.")
  var output: String?
  @Option(help: "Only this use case.") var only: String?
  @Option(help: "The letters before the number in an id.") var prefix = "UC"
  @Option(help: "The id, for a document without one.") var id: String?
  @Flag(help: "Says of several documents as well where each remark is about.") var details = false
  @Flag(help: "Omits notes about unusual parts that were kept.") var quiet = false

  @Option(
    help:
      "text; github (workflow commands) or gitlab (code quality), which print remarks and no flows."
  )
  var format = RemarkFormat.text

  func run() throws {
    let console = Console.current
    if let output { try requireFolderName(output, for: "--output") }
    let (files, unread) = try DocumentFiles.read(documents)
    let isSet = output != nil && only == nil
    let isThere = output.map(FileSystem.isFolder) ?? false
    let known = isThere ? try output.map { try FlowsFolder(name: $0).ids() } ?? [] : []
    let set = DocumentSet(files, prefix: prefix, id: id, known: known)
    let isTold = details || files.count == 1
    let remarks = unread + set.diagnostics.filter { !quiet || $0.severity != .note }
    if let report = format.report(remarks, in: files) {
      console.out(report)
    } else {
      console.show(isTold ? remarks : unread, in: files)
    }
    summarize(set, files, console)
    var members = set.members.filter { isSet || $0.document != nil }
    if let only {
      members = members.filter { $0.flow.id.lowercased() == only.lowercased() }
      guard !members.isEmpty else {
        let ids = set.members.filter { $0.document != nil }.map(\.flow.id)
        throw Refusal(
          "there is no use case `\(only)`; "
            + (DidYouMean.question(for: only, in: ids)
              ?? "there are: \(ids.joined(separator: ", "))"))
      }
    }
    guard let first = members.first else { throw ExitCode(2) }
    if let output {
      try write(members, to: output)
    } else if format == .text {
      guard members.count == 1 else {
        throw Refusal(
          "there are \(members.count) use cases; name a folder with `-o DIR`, or one of them "
            + "with `--only \(first.flow.id)`")
      }
      console.out(first.flow.yaml)
    }
    if !unread.isEmpty
      || set.diagnostics.contains(where: { $0.rule == .documentUnplaced || $0.severity == .error })
    {
      throw ExitCode(1)
    }
  }

  /// Says in a line for each use case how much was read, and how many documents have none.
  private func summarize(_ set: DocumentSet, _ files: [SourceFile], _ console: Console) {
    var found: Set<String> = []
    for member in set.members {
      guard let path = member.document, let file = files.first(where: { $0.path == path }) else {
        continue
      }
      found.insert(path)
      console.err("\(path): \(member.flow.reading.summary(of: member.flow.id, in: file))\n")
    }
    let others = files.map(\.path).filter { !found.contains($0) }
    guard files.count > 1, let first = others.first else { return }
    console.err(
      others.count == 1
        ? "\(first) has no use case\n"
        : "\(others.count) documents have no use case: \(others.joined(separator: ", "))\n")
  }

  private func write(_ members: [DocumentSet.Member], to folder: String) throws {
    let files = members.map {
      (path: "\(folder)/\($0.flow.fileName)", bytes: Array($0.flow.yaml.utf8))
    }
    if let present = files.map(\.path).first(where: FileSystem.isTaken) {
      throw Refusal("`\(present)` exists already; move it away first")
    }
    try refusing { () throws(FileError) in try FileSystem.writeNew(files, in: folder) }
    for (member, file) in zip(members, files) where format == .text {
      Console.current.out(member.document == nil ? "\(file.path) (outline)\n" : "\(file.path)\n")
    }
  }
}

/// The documents named on the command line.
enum DocumentFiles {
  /// The endings of documents in folders.
  private static let endings = DocumentText.endings
  private static let limit = 16 << 20

  /// Reads files, and all documents in folders, sorted by path. What cannot be read in a folder
  /// keeps nothing else from being read, and is reported. A file that was named has to be there.
  static func read(_ names: [String]) throws -> (files: [SourceFile], unread: [Diagnostic]) {
    var files: [SourceFile] = []
    var unread: [Diagnostic] = []
    for name in names {
      guard name != "-", FileSystem.isFolder(name) else {
        let file = DocumentText.file(try SourceFile(argument: name, limit: limit))
        if let problem = DocumentText.problem(file) {
          throw Refusal([problem], in: [], "`\(name)` cannot be read")
        }
        files.append(file)
        continue
      }
      let found = FileSystem.listing(below: name, endingIn: endings)
      guard !found.paths.isEmpty || !found.refused.isEmpty else {
        throw Refusal("there are no documents (\(endings.joined(separator: ", "))) in `\(name)`")
      }
      unread += found.refused.map { Diagnostic($0) }
      for path in found.paths {
        do throws(FileError) {
          let bytes = try FileSystem.read(path, limit: limit)
          let file = DocumentText.file(SourceFile(path: path, bytes: bytes))
          if let problem = DocumentText.problem(file) {
            unread.append(problem)
          } else {
            files.append(file)
          }
        } catch {
          unread.append(Diagnostic(error))
        }
      }
    }
    guard !files.isEmpty else {
      throw Refusal(unread, in: [], "there is no document that can be read")
    }
    return (files, unread)
  }
}
