import Diagnostics
import FlowDocument
import TestSupport

/// The documents that the flows come from.
enum Seed: String, CaseIterable {
  case open = "UC1.2-open-the-app"
  case pin = "UC2.1-setup-remote-pin"
  case unlock = "UC2.3-unlock-the-app"
  case cards = "eid-use-cases-1-12"
  case proofing = "nstic-february-demo"

  var file: SourceFile {
    get throws {
      SourceFile(path: "\(rawValue).txt", bytes: try fixture("\(rawValue).txt"))
    }
  }

  var prefix: String { self == .cards ? "EID" : "UC" }

  func imported() throws -> DocumentImport { DocumentImport(try file, prefix: prefix) }
}
