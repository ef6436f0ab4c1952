import Foundation
import PackagePlugin

/// Writes Swift types for every file of compiled flows in the folder of a target.
@main struct FlowTypes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let files = target.sourceModule?.sourceFiles else { return [] }
    let tool = try context.tool(named: "flowrun-swift").url
    return files.map(\.url).filter { $0.pathExtension == "flows" }.map { flows in
      let name = flows.deletingPathExtension().lastPathComponent
      let types = context.pluginWorkDirectoryURL.appending(path: name + ".swift")
      return .buildCommand(
        displayName: "Writing Swift types for \(flows.lastPathComponent)", executable: tool,
        arguments: [flows.path(percentEncoded: false), types.path(percentEncoded: false)],
        inputFiles: [flows], outputFiles: [types])
    }
  }
}
