internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowLoader
internal import FlowProof

extension TeamSettings {
  /// The names of all rules.
  static var rules: [String] {
    (Check.all.map(\.rule) + Check.aboutRemarks + Rule.ofReading + Rule.ofProof).map(\.name)
  }

  /// The settings in a folder, whose path ends in `/` or is empty. Nil if it has none. Refuses
  /// wrong ones.
  static func inFolder(_ prefix: String) throws -> TeamSettings? {
    let path = prefix + fileName
    guard FileSystem.exists(path) else { return nil }
    let file = try SourceFile(argument: path)
    let (settings, diagnostics) = read(file, rules: rules)
    guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
    return settings
  }

  /// The settings that hold for a folder of flows: in the folder that contains it, or above. Also
  /// the beginning of the paths in them.
  static func nearest(to folder: String) throws -> (settings: TeamSettings, prefix: String) {
    var parts = FileSystem.resolved(folder).split(separator: "/")
    while true {
      let prefix = "/" + parts.map { "\($0)/" }.joined()
      if let settings = try inFolder(prefix) { return (settings, prefix) }
      guard parts.popLast() != nil else { return (TeamSettings(), "") }
    }
  }
}
