internal import ArgumentParser
internal import Files
internal import LanguageServer

struct LSPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serves an editor: a language server for flow files on standard input and output.",
    discussion: """
      Editors start it; docs/editor.md says how to tell them. It reads flow files, and writes \
      none. Exit status: 0 the editor has said goodbye, 1 it has not, 2 what it says is not the \
      protocol.
      """)

  @Option(
    name: .customLong("flows"),
    help:
      """
      The folder of all flows. By default that of each file: the nearest `Flows` above it, or \
      what a `flowrun.yaml` names.
      """
  )
  var folder: String?

  /// How long an editor is silent before its author is told what is wrong, in milliseconds.
  private static let pause: Int32 = 60

  func run() throws {
    let folder = try self.folder.map { name in
      guard FileSystem.isFolder(name) else { throw Refusal("there is no folder `\(name)`") }
      return FileSystem.resolved(name)
    }
    var server = LanguageServer(folder: folder)
    while server.exitStatus == nil {
      if server.isBehind, !FileSystem.isReadable(0, within: LSPCommand.pause) {
        try answer(server.diagnostics())
        continue
      }
      var bytes = try refusing { () throws(FileError) in
        try FileSystem.read(upTo: 65_536, from: 0)
      }
      if bytes.isEmpty {
        server.close()
        break
      }
      // What is there already may cancel a request, or change the text again.
      while bytes.count < 1 << 20, FileSystem.isReadable(0, within: 0) {
        guard let more = try? FileSystem.read(upTo: 65_536, from: 0), !more.isEmpty else { break }
        bytes += more
      }
      try answer(server.receive(bytes))
    }
    let status = server.exitStatus ?? 0
    guard status != 2 else { throw Refusal("what the editor sends is not the protocol") }
    if status != 0 { throw ExitCode(status) }
  }

  private func answer(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    try refusing { () throws(FileError) in try FileSystem.write(bytes, to: 1) }
  }
}
