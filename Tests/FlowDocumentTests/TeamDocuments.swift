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

  /// A twelfth of them for each number, 0 to 11. With `TEAM_EDITS` it is all.
  static func twelfths(_ numbers: UInt64...) throws -> [TeamDocument] {
    try all().filter { triesAllDocuments || numbers.contains($0.seed % 12) }
  }
}

/// Whether a random test makes all documents and edits that it knows. They take a quarter of an
/// hour, so `tools/test` makes some of each kind, and `tools/tests/fuzz-test 2` all.
var triesAllDocuments: Bool { sampleSize("TEAM_EDITS", or: 0) > 0 }

/// Some of the turns of a random test, others for each number of a document. With `TEAM_EDITS` it
/// is all.
func turns(_ count: Int, of all: Int, from number: Int) -> [Int] {
  (0..<(triesAllDocuments ? all : count)).map { (number * count + $0) % all }
}
