public import Diagnostics
package import Files
public import FlowLoader
public import FlowModel
internal import YAMLTree

extension FlowLoader {
  /// Loads every flow file below a folder.
  public func load(folder: String) -> Result {
    load(FlowLoader.flowFiles(below: folder), in: folder)
  }

  /// Loads the flow with this id or alias, and the flows that it reaches, without reading other
  /// files.
  ///
  /// Files are found by their names. If that does not give a complete catalogue, all files are
  /// loaded, so that every problem is reported.
  public func load(_ name: String, andWhatItReachesIn folder: String) -> Result {
    load(name, reachedIn: folder) ?? load(folder: folder)
  }

  /// The flow with this id or alias, and those that it reaches, without reading other files. Nil if
  /// they are not complete, or not found by the names of the files.
  package func load(_ name: String, reachedIn folder: String) -> Result? {
    let listing = FlowLoader.flowFiles(below: folder)
    guard listing.refused.isEmpty else { return nil }
    return load(name, among: listing.paths, read: { try? SourceFile(flowAt: $0) })
  }

  /// Loads the flow files with these paths. `folder` is used only for the message if there are
  /// none.
  public func load(paths: [String], in folder: String = "") -> Result {
    load(FileSystem.Listing(paths: paths), in: folder)
  }

  /// Loads the flow files that were found. What could not be read is an error of its own.
  package func load(_ found: FileSystem.Listing, in folder: String) -> Result {
    let (files, refused) = FlowLoader.read(found, in: folder)
    return load(files, and: refused)
  }

  /// The flow files that were found, and what could not be read. `folder` is used only for the
  /// message if there are none.
  ///
  /// - Parameter open: the files that are open in an editor, by path.
  package static func read(
    _ found: FileSystem.Listing, open: [String: SourceFile] = [:], in folder: String
  ) -> (files: [SourceFile], refused: [Diagnostic]) {
    var files: [SourceFile] = []
    var refused = found.refused.map { Diagnostic($0) }
    for path in found.paths {
      do throws(FileError) {
        if let file = open[path] {
          files.append(file)
        } else {
          files.append(try SourceFile(flowAt: path))
        }
      } catch {
        refused.append(Diagnostic(error))
      }
    }
    if found.paths.isEmpty, refused.isEmpty {
      refused.append(
        Diagnostic(
          .noFlows, path: folder, span: .top, "there are no flow files here",
          help: "name the folder that holds the `.yaml` files with `--flows`"))
    }
    return (files, refused)
  }

  /// The rules below `rules` in a folder of flows, the problems found while reading them, and the
  /// files.
  ///
  /// - Parameter open: the files that are open in an editor, by path.
  public static func rules(
    in folder: String, open: [String: SourceFile] = [:]
  ) -> (rules: HouseRules, diagnostics: [Diagnostic], files: [SourceFile]) {
    var rules = HouseRules()
    var diagnostics: [Diagnostic] = []
    var files: [SourceFile] = []
    let found = FileSystem.yamlListing(below: folder + "/" + rulesFolder, isOptional: true)
    diagnostics += found.refused.map { Diagnostic($0) }
    let new = open.keys.filter { $0.hasPrefix("\(folder)/\(rulesFolder)/") }
    for path in Set(found.paths).union(new).sorted() {
      do throws(FileError) {
        let file = if let file = open[path] { file } else { try SourceFile(readingFrom: path) }
        let (read, found) = RuleLoader().load(file)
        files.append(file)
        diagnostics += found
        rules.rules += read.rules
        rules.contracts += read.contracts
      } catch {
        diagnostics.append(Diagnostic(error))
      }
    }
    return (rules, diagnostics, files)
  }

  /// The paths of the flow files below a folder, sorted, without the folders of scripts.
  package static func flowFiles(below folder: String) -> FileSystem.Listing {
    var found = FileSystem.yamlListing(below: folder, except: scriptFolders)
    found.paths.removeAll {
      $0.hasSuffix("/" + TeamSettings.fileName) || $0.hasSuffix(bindingEnding)
    }
    return found
  }

  /// Whether a file of a folder is one of its flow files.
  ///
  /// - Parameter path: from that folder.
  package static func isFlowFile(_ path: Substring) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last, name != TeamSettings.fileName[...],
      !name.hasSuffix(bindingEnding), name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    else { return false }
    return !parts.dropLast().contains { $0.hasPrefix(".") || scriptFolders.contains(String($0)) }
  }
}
