package import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowFiles
package import FlowLoader
internal import FlowModel
internal import FlowProof

/// What a team has agreed on, as its `flowrun.yaml` says, with everything that is wrong with that
/// file.
package struct FolderSettings: Sendable {
  /// What the file says, as far as it can be read.
  package private(set) var team = TeamSettings()
  /// What is wrong with the file, or keeps the baseline from being read.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The file. Nil without one.
  package private(set) var file: SourceFile?
  /// The path of the file of known findings. Nil without one.
  package private(set) var baselinePath: String?

  /// The settings that hold for a folder of flows: those in it, or else the nearest ones above it.
  package init(of folder: String) {
    var parts = FolderPlace.real(folder).split(separator: "/")
    while true {
      let prefix = "/" + parts.map { "\($0)/" }.joined()
      if let found = FolderSettings(in: prefix) {
        self = found
        return
      }
      guard parts.popLast() != nil else { return }
    }
  }

  /// The settings in a folder. Nil without any.
  ///
  /// - Parameter prefix: the path of the folder with a `/` at its end, or nothing.
  init?(in prefix: String) {
    let path = prefix + TeamSettings.fileName
    guard FileSystem.exists(path) else { return nil }
    do throws(FileError) {
      let file = try SourceFile(readingFrom: path)
      self.file = file
      (team, diagnostics) = TeamSettings.read(file, rules: Rule.all.map(\.name))
      baselinePath = team.baseline.map { $0.hasPrefix("/") ? $0 : prefix + $0 }
    } catch {
      diagnostics = [Diagnostic(error)]
    }
  }
}

extension Rule {
  /// All rules that a finding may be of.
  package static var all: [Rule] {
    Check.all.map(\.rule) + Check.aboutRemarks + Rule.ofReading + Rule.ofBindings
      + [.documentAssumed] + Rule.ofTexts + Rule.ofProof
  }
}
