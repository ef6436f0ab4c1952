import FlowRuntime
import Foundation
import TestSupport

/// A document in the form of another team.
struct TeamDocument {
  let name: String
  let bytes: [UInt8]

  /// Made of the name alone, so that another document in the folder changes no other's edits.
  var seed: UInt64 {
    var checksum = Checksum()
    checksum.add(bytes: name.utf8)
    return checksum.sum
  }

  /// All documents, by name.
  static func all() throws -> [TeamDocument] {
    let folder = projectFolder + "/Tests/FlowDocumentTests/Fixtures/habits"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      TeamDocument(name: $0, bytes: try fixture("habits/\($0)"))
    }
  }

  /// A third of them. Three suites make an edit in each document that they take, which is most of
  /// what they cost: so each takes another third. With `TEAM_EDITS` each takes all.
  static func third(_ number: UInt64) throws -> [TeamDocument] {
    let takesAll = sampleSize("TEAM_EDITS", or: 0) > 0
    return try all().filter { takesAll || $0.seed % 3 == number }
  }
}
