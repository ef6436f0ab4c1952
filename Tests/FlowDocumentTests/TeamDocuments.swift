import Foundation
import TestSupport

/// The documents in the forms of other teams, by name, with the position of each in the folder.
///
/// Three suites make one edit in each document that they take, which is most of what they cost. So
/// each takes another third, and all of them with `TEAM_EDITS`.
func teamDocuments(third: Int) throws -> [(number: Int, name: String)] {
  let folder = projectFolder + "/Tests/FlowDocumentTests/Fixtures/habits"
  let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  let takesAll = sampleSize("TEAM_EDITS", or: 0) > 0
  return names.enumerated().map { ($0.offset, $0.element) }
    .filter { takesAll || $0.number % 3 == third }
}
