import Foundation
import PackagePlugin

/// Writes Swift types for every file of compiled flows in the folder of a target, and compares it
/// with the lock beside it.
@main struct FlowTypes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let files = target.sourceModule?.sourceFiles else { return [] }
    let tool = try context.tool(named: "flowrun-swift").url
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
}
