internal import ArgumentParser
internal import Files

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes a folder with a first flow, its paths, and what checks them.",
    discussion: """
      Its README.md leads to the first change. It also has a workflow for GitHub, hooks for \
      pre-commit, and settings for editors. No file that exists is changed.
      """)

  @Argument(help: "The folder; it may exist.", completion: .directory) var folder = "."

  func run() throws {
    guard !folder.isEmpty, folder != "-" else {
      throw Refusal(
        "`init` needs the name of a folder, such as `flowrun init hotel`; `.` is this one")
    }
    guard FileSystem.isFolder(folder) || !FileSystem.isTaken(folder) else {
      throw Refusal("`\(folder)` is not a folder; nothing was written")
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    let files = InitFiles.all.map { (path: base + $0.path, bytes: $0.bytes) }
    if let present = files.map(\.path).first(where: FileSystem.isTaken) {
      throw Refusal(
        """
        `\(present)` exists already, so nothing was written; name a new folder, and move from \
        there what you want
        """
      )
    }
    try refusing { () throws(FileError) in try FileSystem.writeNew(files, in: folder) }
    let list = InitFiles.all.map { "  \($0.path)\n" }.joined()
    Console.current.out("wrote into `\(folder)`:\n\(list)start with `README.md`\n")
  }
}
