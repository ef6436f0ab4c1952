import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import Foundation
import Testing

let flowsFolder =
  #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 } + "/Flows"

/// The documents that the flows come from.
enum Seed: String, CaseIterable {
  case open = "UC1.2-open-the-app"
  case pin = "UC2.1-setup-remote-pin"
  case unlock = "UC2.3-unlock-the-app"
  case cards = "eid-use-cases-1-12"
  case proofing = "nstic-february-demo"

  var file: SourceFile {
    get throws {
      let url = try #require(
        Bundle.module.url(forResource: "Fixtures/\(rawValue)", withExtension: "txt"))
      return SourceFile(path: "\(rawValue).txt", bytes: Array(try Data(contentsOf: url)))
    }
  }

  var prefix: String { self == .cards ? "EID" : "UC" }

  func imported() throws -> DocumentImport { DocumentImport(try file, prefix: prefix) }
}

/// What of a flow a document can say: the table and the header.
struct Model: Equatable {
  var rows: [String]
  var header: [String]

  init(_ flow: Flow) {
    rows = flow.lines.map { line in
      switch line {
      case .section(let section): "\(section.id) section \(section.title)"
      case .step(let step):
        "\(step.id) \(step.activity.key) \(step.subject) m:\(step.message ?? "") n:\(step.note ?? "") "
          + "l:\(step.loading ?? "") b:\(step.buttons) i:\(step.items) t:\(step.takes?.description ?? "") "
          + "c:\(step.isCancelable?.description ?? "") in:\(step.inputs.map { "\($0.name) \($0.length)" }) "
          + "-> \(step.hasOwnRow ? step.rows(.written).first { $0.kind == .own }?.next?.description ?? "" : "")"
      case .row(let row):
        "\(row.reference) \(row.kind.key) \(row.label) (\(row.does ?? "")) -> \(row.next?.description ?? "")"
      }
    }
    header = [
      flow.id, flow.kind.rawValue, flow.title, flow.outline ?? "", flow.summary ?? "",
      flow.goal ?? "", flow.actor ?? "", "\(flow.preconditions)", "\(flow.postconditions)",
      "\(flow.triggeredBy)", "\(flow.usedBy)", "\(flow.parameters)", "\(flow.results)",
      "\(flow.documentation)", "\(flow.tests)", "\(flow.notes)", "\(flow.errors)",
    ]
  }
}

/// The flow of a flow file by itself.
func loaded(_ flow: DocumentImport.Flow) throws -> Flow {
  let file = SourceFile(path: flow.fileName, bytes: Array(flow.yaml.utf8))
  let result = FlowLoader().load([file])
  return try #require(
    result.flows.first,
    "\(flow.id): \(DiagnosticRenderer(files: [file]).render(result.diagnostics))\n\(flow.yaml)")
}

func document(_ text: String, _ path: String = "document.md") -> SourceFile {
  SourceFile(path: path, bytes: Array(text.utf8))
}
