internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowEdit
internal import FlowFiles
internal import FlowFolder

/// Runs code that uses files. Its error becomes a refusal.
func refusing<R: ~Copyable>(_ work: () throws(FileError) -> R) throws -> R {
  do throws(FileError) { return try work() } catch { throw Refusal(error) }
}

/// Writes a file named on the command line; `-` is standard output.
func write(_ text: String, to path: String) throws {
  guard !path.isEmpty else { throw Refusal("a file needs a name, and this one is empty") }
  guard path != "-" else { return Console.current.out(text) }
  try refusing { () throws(FileError) in try FileSystem.write(Array(text.utf8), to: path) }
}

/// Writes a change of flows, or only shows its lines and ends: with 1 if there are any.
func makeChange(_ edit: FlowEdit, in folder: inout FlowFolder, onlyShows: Bool) throws {
  if onlyShows {
    Console.current.control(edit.patch, .standardOutput)
    throw ExitCode(edit.files.isEmpty ? 0 : 1)
  }
  do throws(EditRefusal) { try folder.write(edit) } catch { throw Refusal(error.message) }
}

/// Refuses what cannot be the name of a folder to write into: nothing, which would be the root of
/// all folders once a name follows it, and `-`. A command says so before it begins to work.
func requireFolderName(_ name: String, for option: String) throws {
  guard !name.isEmpty, name != "-" else { throw Refusal("`\(option)` needs the name of a folder") }
}

/// Writes files into a folder that `--output` names, over those that are there.
func write(_ files: [(name: String, bytes: [UInt8])], into folder: String) throws {
  try refusing { () throws(FileError) in
    try FileSystem.makeFolder(folder, forEveryone: true)
    for file in files { try FileSystem.write(file.bytes, to: "\(folder)/\(file.name)") }
  }
}

/// The names in a list with commas. Refuses a list without any, and says what to write.
func names(in list: String, _ help: String) throws -> [String] {
  let names = list.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
  guard !names.isEmpty else { throw Refusal(help) }
  return names
}

extension SourceFile {
  /// Reads a file or pipe named on the command line; `-` is standard input.
  init(argument: String, limit: Int = FileSystem.usualLimit) throws {
    guard !argument.isEmpty else { throw Refusal("a file needs a name, and this one is empty") }
    if argument == "-" {
      guard let input = try SourceFile.standardInput(limit: limit) else {
        throw Refusal("standard input is a terminal; name a file, or write `< FILE`")
      }
      self = input
    } else {
      self.init(
        path: argument,
        bytes: try refusing { () throws(FileError) in
          try FileSystem.readNamed(argument, limit: limit)
        })
    }
  }

  /// Reads standard input. Nil if it is a terminal.
  static func standardInput(limit: Int = FileSystem.usualLimit) throws -> SourceFile? {
    let bytes = try refusing { () throws(FileError) in try Console.current.input(limit) }
    return bytes.map { SourceFile(path: "standard input", bytes: $0) }
  }

  /// The files that can be read, for excerpts in messages; documents as text.
  static func excerpts(from paths: some Sequence<String>) -> [SourceFile] {
    paths.compactMap { (try? SourceFile(readingFrom: $0)).map(DocumentText.file) }
  }
}

extension Console {
  /// Prints remarks, a line each.
  func tell(_ remarks: [String]) { for remark in remarks { err("flowrun: note: \(remark)\n") } }

  /// Prints diagnostics with excerpts from these files, in colours where the stream has them.
  func show(
    _ diagnostics: [Diagnostic], in files: [SourceFile],
    to stream: FileSystem.Output = .standardError
  ) {
    let color = stream == .standardOutput ? outHasColor : errHasColor
    control(DiagnosticRenderer(files: files, color: color).render(diagnostics), stream)
  }
}
