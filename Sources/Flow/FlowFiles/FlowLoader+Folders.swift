internal import Diagnostics
package import Files
public import FlowLoader
internal import YAMLTree

extension FlowLoader {
  /// The folder below the flows that holds their replays.
  public static let pathsFolder = "paths"
  /// The folder below the flows that holds the scripts that run in a world.
  public static let realFolder = "real"
  /// The folders below the flows that hold no flows.
  public static let scriptFolders: Set<String> = [pathsFolder, realFolder]

  /// Loads every flow file below a folder.
  public func load(folder: String) -> Result {
    do {
      return load(paths: try FlowLoader.flowFiles(below: folder), in: folder)
    } catch {
      return load([], and: [Diagnostic(error)])
    }
  }

  /// Loads one flow, by its id or alias, and all that it reaches; other files are not read.
  ///
  /// Files are found by their names. Where that does not lead to a whole catalogue, everything is
  /// loaded, so that nothing goes unsaid.
  public func load(_ name: String, andWhatItReachesIn folder: String) -> Result {
    guard let paths = try? FlowLoader.flowFiles(below: folder),
      let result = load(name, among: paths, read: { try? SourceFile(flowAt: $0) })
    else { return load(folder: folder) }
    return result
  }

  /// Loads the flow files with these paths. `folder` is only named when there are none.
  public func load(paths: [String], in folder: String = "") -> Result {
    var files: [SourceFile] = []
    var refused: [Diagnostic] = []
    for path in paths {
      do {
        files.append(try SourceFile(flowAt: path))
      } catch {
        refused.append(Diagnostic(error))
      }
    }
    if paths.isEmpty {
      refused.append(
        Diagnostic(
          .noFlows, path: folder, span: .top, "there are no flow files here",
          help: "name the folder that holds the `.yaml` files with `--flows`"))
    }
    return load(files, and: refused)
  }

  /// The paths of the flow files below a folder, sorted, without the folders of scripts.
  package static func flowFiles(below folder: String) throws(FileError) -> [String] {
    try FileSystem.yamlFiles(below: folder, except: scriptFolders)
  }
}
