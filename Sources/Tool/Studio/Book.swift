internal import CompiledFlows
internal import Diagnostics
internal import FlowCheck
internal import FlowFiles
package import FlowFolder
internal import FlowLoader
public import FlowModel
internal import FlowReports
package import JSON

/// Flows as the page gets them: compiled for the engine, and as JSON what the engine does not know,
/// which is the printed tables, the findings of the check, the coverage, the named paths, and the
/// house rules.
public struct Book: Sendable {
  /// The flows with the names of their pages, in the catalogue's order.
  public let flows: [(flow: Flow, page: String)]
  /// The compiled flows.
  public let compiled: [UInt8]
  /// The JSON.
  public let text: String
  /// The JSON as a value, of which the parts for single pages are made. Nil in a page that is live.
  let document: JSONValue?
  let catalogue: Catalogue

  /// What the page shows of a folder.
  ///
  /// - Parameters:
  ///   - name: the heading of all flows.
  ///   - isLive: whether the page is on the machine of the files, so that their full paths lead
  ///     somewhere, and
  ///     asks for the house rules itself.
  ///   - reports: the paths of reports of tests of the app.
  ///   - evidence: how far each row is proven. Nil without evidence.
  ///   - rulePage: the page of a rule of the check, in Markdown.
  package init(
    _ folder: inout FlowFolder, name: String, isLive: Bool = false, reports: [String] = [],
    evidence: BookEvidence? = nil, rulePage: (String) -> String?
  ) {
    var request = CheckRequest()
    // The page shows house rules on their own.
    request.proofs = .none
    self.init(
      folder.result().readable, name: name, scriptsIn: folder.name, isLive: isLive,
      FindingsReport(folder.findings(request)),
      isLive ? nil : BookProofs(&folder, isLive: false), reports, evidence, rulePage)
  }

  /// What the page shows of flows without a folder.
  package init(
    _ catalogue: Catalogue, _ rules: HouseRuleBook, name: String, scriptsIn folder: String? = nil,
    rulePage: (String) -> String?
  ) {
    let findings = CheckReport(catalogue).findings
    let files = Set(findings.map(\.diagnostic.path)).compactMap {
      try? SourceFile(readingFrom: $0)
    }
    self.init(
      catalogue, name: name, scriptsIn: folder, isLive: false,
      FindingsReport(findings, flows: catalogue.flows.count, files: files),
      BookProofs(catalogue, rules), [], nil, rulePage)
  }

  /// The same without the beginning of paths that lead to a temporary folder.
  package func hiding(_ folder: String) -> Book {
    Book(self, text: text.replacing(folder, with: ""))
  }

  private init(_ book: Book, text: String) {
    (flows, compiled, self.text) = (book.flows, book.compiled, text)
    (document, catalogue) = (nil, book.catalogue)
  }

  private init(
    _ catalogue: Catalogue, name: String, scriptsIn folder: String?, isLive: Bool,
    _ findings: FindingsReport, _ proofs: BookProofs?, _ reports: [String],
    _ evidence: BookEvidence?, _ rulePage: (String) -> String?
  ) {
    self.catalogue = catalogue
    flows = zip(catalogue.flows, PageName.names(of: catalogue.flows.map(\.id))).map { ($0, $1) }
    compiled = catalogue.compiledFile
    let graphs = Reading.allCases.map { CatalogueGraph(catalogue, as: $0) }
    let results = BookResults(catalogue, folder: folder, reports: reports)
    let replays = BookReplays(catalogue, folder: folder, results)
    let document = JSONValue.object([
      "name": .string(name),
      "hasMeant": .bool(!catalogue.flows.allSatisfy(\.hasOneReading)),
      "flows": .array(
        flows.enumerated().map { index, entry in
          BookTable(
            entry.flow, in: catalogue, graphs: graphs.map { ($0, $0.graphs[index]) }
          ).json(page: entry.page, isLive: isLive)
        }),
      "findings": findings.page, "rules": findings.rules(rulePage),
      "coverage": replays.coverage, "paths": replays.paths, "failures": results.failures,
      "proofs": proofs?.json, "evidence": evidence?.json,
    ])
    text = document.text
    self.document = isLive ? nil : document
  }
}

/// What is proven of the rows, as `flowrun trace` finds it.
package struct BookEvidence: Sendable {
  /// The reading whose rows it is about.
  let reading: Reading
  /// For each row by its id, how far it is proven and by what.
  let badges: JSONValue
  /// The matrix as a page of its own. Nil where there is no place for it.
  package let page: String?

  package init(as reading: Reading, badges: JSONValue, page: String?) {
    (self.reading, self.badges, self.page) = (reading, badges, page)
  }

  var json: JSONValue {
    .object([
      "as": .string(reading.rawValue), "rows": badges,
      "page": page == nil ? nil : .string("evidence.html"),
    ])
  }
}

/// The names of the pages of a site.
enum PageName {
  /// A name for every flow, made of the letters that every file system and every address has. No
  /// two are equal, also where upper and lower case count as one; none is `index` or `evidence`.
  static func names(of ids: [String]) -> [String] {
    var used: Set<String> = ["index", "evidence"]
    return ids.map { id in
      let plain = String(
        decoding: id.utf8.prefix(80).map { isPlain($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
      let stem = plain.hasPrefix(".") ? "-" + plain : plain
      var name = stem
      var number = 1
      while !used.insert(name.lowercased()).inserted {
        number += 1
        name = "\(stem)-\(number)"
      }
      return name
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
