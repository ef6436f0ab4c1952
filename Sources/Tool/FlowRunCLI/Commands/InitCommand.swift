internal import ArgumentParser
internal import CryptoCore
internal import Encodings
internal import Files

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes a folder with a first flow, its paths, and what checks them.",
    discussion: """
      Its README.md leads to the first change. It also has a workflow for GitHub and a job for \
      GitLab, hooks for pre-commit, and settings for editors. With --package, these install that \
      package of flowrun and no other one. No file that exists is changed.
      """)

  @Argument(help: "The folder; it may exist.", completion: .directory) var folder = "."

  @Option(
    help: "A package of flowrun (.deb, .whl, .tar.gz) that the workflow installs: it is copied.",
    completion: .file())
  var package: String?

  func run() throws {
    guard !folder.isEmpty, folder != "-" else {
      throw Refusal(
        "`init` needs the name of a folder, such as `flowrun init hotel`; `.` is this one")
    }
    guard FileSystem.isFolder(folder) || !FileSystem.isTaken(folder) else {
      throw Refusal("`\(folder)` is not a folder; nothing was written")
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    let all = InitFiles.all + (try package.map { try InitCommand.files(of: $0) } ?? [])
    let files = all.map { (path: base + $0.path, bytes: $0.bytes) }
    if let present = files.map(\.path).first(where: FileSystem.isTaken) {
      throw Refusal(
        """
        `\(present)` exists already, so nothing was written; name a new folder, and move from \
        there what you want
        """
      )
    }
    try refusing { () throws(FileError) in try FileSystem.writeNew(files, in: folder) }
    let list = all.map { "  \($0.path)\n" }.joined()
    Console.current.out("wrote into `\(folder)`:\n\(list)start with `README.md`\n")
  }

  /// A package as the workflow installs it, and its checksum as `sha256sum` writes it.
  private static func files(
    of package: String
  ) throws -> [(path: String, bytes: [UInt8])] {
    let name = String(package.split(separator: "/").last ?? "")
    guard [".deb", ".whl", ".tar.gz", ".tar.xz"].contains(where: name.hasSuffix),
      !name.contains(where: \.isWhitespace)
    else { throw Refusal("`\(package)` is no .deb, .whl, .tar.gz or .tar.xz") }
    let bytes = try refusing { () throws(FileError) in try FileSystem.read(package) }
    let sum = Hexadecimal.text(Hash.sha256.digest(of: bytes))
    return [
      (".flowrun/\(name)", bytes), (".flowrun/package.sha256", Array("\(sum)  \(name)\n".utf8)),
    ]
  }
}
