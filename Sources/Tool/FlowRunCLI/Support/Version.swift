internal import CVersion

/// The version of this program.
enum Version {
  /// The last tag of the sources, and how far they are from it: `0.2.0` or `0.2.0-12-g1a2b3c4`. In
  /// a build by SwiftPM alone, `development`.
  static let text = flowrun_linked_version().map { String(cString: $0) } ?? "development"
}
