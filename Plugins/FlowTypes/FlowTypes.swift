import Foundation
import PackagePlugin

/// Writes Swift types for every file of compiled flows in the folder of a target, and compares it
/// with the lock beside it.
@main struct FlowTypes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let files = target.sourceModule?.sourceFiles else { return [] }
    let tool = try tool(context)
    return files.map(\.url).filter { $0.pathExtension == "flows" }.map { flows in
      let name = flows.deletingPathExtension().lastPathComponent
      let types = context.pluginWorkDirectoryURL.appending(path: name + ".swift")
      let lock = flows.deletingPathExtension().appendingPathExtension("lock")
      let hasLock = FileManager.default.fileExists(atPath: lock.path(percentEncoded: false))
      let locks = hasLock ? [lock] : []
      return .buildCommand(
        displayName: "Writing Swift types for \(flows.lastPathComponent)", executable: tool,
        arguments: ([flows, types] + locks).map { $0.path(percentEncoded: false) },
        inputFiles: [flows] + locks, outputFiles: [types])
    }
  }

  /// The program that writes types: the one that `FLOWRUN_SWIFT` names, as `Package.swift` of
  /// flowrun decided, or else the one that was built for it.
  private func tool(_ context: PluginContext) throws -> URL {
    guard let path = ProcessInfo.processInfo.environment["FLOWRUN_SWIFT"], !path.isEmpty else {
      return try context.tool(named: "flowrun-swift").url
    }
    guard path.hasPrefix("/"), FileManager.default.isExecutableFile(atPath: path) else {
      throw Refusal(
        description: "FLOWRUN_SWIFT is `\(path)`, which is no absolute path of a program; "
          + "`swift build --product flowrun-swift` in the package of flowrun builds one")
    }
    return URL(filePath: path)
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }
}
