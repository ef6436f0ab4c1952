internal import Files

/// The engine as a WebAssembly module, which pages run. It comes with the program, like the flows.
enum EngineModule {
  /// The module, compressed with gzip. If it is missing, refuses and says how to get it.
  static func bytes(
    besideProgram program: String = FileSystem.resolved("/proc/self/exe")
  ) throws -> [UInt8] {
    guard let path = DataFolder.path("engine/flow.wasm.gz", ofProgram: program) else {
      throw Refusal(
        """
        the engine for pages is missing beside this program; in a checkout, `tools/build-engine` \
        builds it
        """
      )
    }
    return try refusing { () throws(FileError) in try FileSystem.read(path) }
  }
}

/// The pages of the rules of the check.
enum RulePage {
  /// The page of a rule in Markdown. Nil if the program was copied without it.
  static func text(_ rule: String) -> String? {
    guard let path = DataFolder.path("docs/rules/\(rule).md"),
      let page = try? FileSystem.read(path)
    else { return nil }
    return String(decoding: page, as: UTF8.self)
  }
}
