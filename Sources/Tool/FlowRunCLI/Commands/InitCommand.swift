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
    let files = InitFiles.all.map { (path: "\(folder)/\($0.path)", bytes: $0.bytes) }
    let present = files.map(\.path).filter(FileSystem.exists)
    guard present.isEmpty else {
      throw refuse("`\(present[0])` exists already; nothing was written")
    }
    try refusing { () throws(FileError) in
      for file in files {
        let end = file.path.lastIndex(of: "/") ?? file.path.startIndex
        try FileSystem.makeFolder(String(file.path[..<end]), forEveryone: true)
        try FileSystem.write(file.bytes, to: file.path)
      }
    }
    let list = InitFiles.all.map { "  \($0.path)\n" }.joined()
    Console.current.out("wrote into `\(folder)`:\n\(list)start with `README.md`\n")
  }
}
