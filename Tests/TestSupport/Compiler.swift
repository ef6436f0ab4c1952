/// The compiler of this machine, with the modules of this build.
public enum Compiler {
  /// The modules, beside this test's program.
  private static let modules =
    CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/") + "/Modules"

  /// The C modules that some of them use.
  private static let headers = ["COpenSSL"].flatMap {
    ["-I", "\(projectFolder)/Sources/System/\($0)/include"]
  }

  /// What the compiler says of files of Swift that make up a module.
  public static func check(_ files: [String], in folder: Folder) throws -> (
    status: Int32, output: String
  ) {
    try OtherProgram.run(
      "swiftc",
      ["-typecheck", "-wmo", "-swift-version", "6", "-I", modules, "-module-cache-path"]
        + [folder.path("cache")] + headers + files.map { folder.path($0) })
  }

  /// What the compiler says of a manifest of a package.
  public static func check(manifest: String, in folder: Folder) throws -> (
    status: Int32, output: String
  ) {
    let target = try OtherProgram.run("swiftc", ["-print-target-info"]).output
    let key = "\"runtimeResourcePath\": \""
    let resources = try need(
      target.split(separator: "\n").first { $0.contains(key) }?.split(separator: "\"").last {
        $0.contains("/")
      },
      "path of the compiler's resources")
    return try OtherProgram.run(
      "swiftc",
      [
        "-typecheck", "-swift-version", "6", "-package-description-version", "6.2", "-I",
        "\(resources)/pm/ManifestAPI", "-module-cache-path", folder.path("cache"),
        folder.path(manifest),
      ])
  }

  /// The errors in its output, each with its place.
  public static func errors(_ output: String) -> [Substring] {
    output.split(separator: "\n").filter { $0.contains(": error: ") }
  }
}
