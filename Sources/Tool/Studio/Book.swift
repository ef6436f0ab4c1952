internal import CompiledFlows
internal import Diagnostics
internal import FlowCheck
internal import FlowDocument
internal import FlowFiles
package import FlowFolder
internal import FlowLoader
public import FlowModel
internal import FlowReports
internal import FlowTexts
internal import FlowTranslation
package import JSON

/// Flows as the page gets them: compiled for the engine, and as JSON what the engine does not know,
/// which is the printed tables, the findings of the check, the coverage, the named paths, and the
/// house rules.
public struct Book: Sendable {
  /// The flows with the names of their pages, in the catalogue's order.
  public let flows: [(flow: Flow, page: String)]
  let catalogue: Catalogue
  /// Everything but the tables of the flows, as JSON.
  let rest: JSONValue
  private let graphs: [CatalogueGraph]
  private let isLive: Bool
  /// The tag of the language in which the page shows the flows.
  private(set) var language = "en"
  /// The beginning of paths that is left out of the JSON.
  private var hidden: String?

  /// How many steps all flows have.
  var steps: Int { catalogue.flows.reduce(0) { $0 + $1.steps.count } }

  /// What the page shows of a folder.
  ///
  /// - Parameters:
  ///   - name: the heading of all flows.
  ///   - isLive: whether the page is on the machine of the files, so that their full paths lead
  ///     somewhere, and
  ///     asks for the house rules itself.
  ///   - reports: the paths of reports of tests of the app.
  ///   - evidence: how far each row is proven. Nil without evidence.
  ///   - language: the language of the texts, if it has a file. Nil for the flows' own words.
  ///   - rulePage: the page of a rule of the check, in Markdown.
  package init(
    _ folder: inout FlowFolder, name: String, isLive: Bool = false, reports: [String] = [],
    evidence: BookEvidence? = nil, language: String? = nil, rulePage: (String) -> String?
  ) {
    self.init(
      &folder, name: name, isLive: isLive, RecordedRuns(below: folder.name), reports: reports,
      evidence: evidence, language: language, rulePage: rulePage)
  }

  /// The same with the runs that are recorded in the folder.
  init(
    _ folder: inout FlowFolder, name: String, isLive: Bool, _ recorded: RecordedRuns,
    reports: [String], evidence: BookEvidence?, language: String?, rulePage: (String) -> String?
  ) {
    var request = CheckRequest()
    // The page shows house rules on their own.
    request.proofs = .none
    var catalogue = folder.result().readable
    var shown = folder.language
    if let texts = language.flatMap({ folder.translation($0) })?.texts {
      catalogue = catalogue.translated(by: texts)
      shown = texts.language
    }
    self.init(
      catalogue, name: name, recorded, isLive: isLive,
      FindingsReport(folder.findings(request)),
      isLive ? nil : BookProofs(&folder, isLive: false), reports, evidence, rulePage,
      notes: isLive ? folder.documents.notes : [])
    self.language = shown
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
      catalogue, name: name, folder.map { RecordedRuns(below: $0) }, isLive: false,
      FindingsReport(findings, flows: catalogue.flows.count, files: files),
      BookProofs(catalogue, rules), [], nil, rulePage)
  }

  /// What is missing of a document, with the id of its flow if it has one.
  private static func note(flow: String?, words: String) -> JSONValue {
    .object(["flow": flow.map { .string($0) }, "words": .string(words)])
  }

  /// The same without the beginning of paths that lead to a temporary folder.
  package func hiding(_ folder: String) -> Book {
    var book = self
    book.hidden = folder
    return book
  }

  /// The compiled flows, made anew.
  public var compiled: [UInt8] { catalogue.compiledFile }

  /// The JSON, made anew.
  public var text: String { text(tables) }

  /// The printed tables, made anew, which takes most of the time.
  var tables: [JSONValue] { flows.indices.map(table) }

  /// The JSON with these tables.
  func text(_ tables: [JSONValue]) -> String {
    let all = [JSONValue.Member(key: "flows", value: .array(tables))] + (rest.members ?? [])
    let text = JSONValue.object(all).text
    return hidden.map { text.replacing($0, with: "") } ?? text
  }

  /// The printed table of a flow.
  func table(_ index: Int) -> JSONValue {
    BookTable(
      flows[index].flow, in: catalogue, graphs: graphs.map { ($0, $0.graphs[index]) }
    ).json(page: flows[index].page, isLive: isLive)
  }

  private init(
    _ catalogue: Catalogue, name: String, _ recorded: RecordedRuns?, isLive: Bool,
    _ findings: FindingsReport, _ proofs: BookProofs?, _ reports: [String],
    _ evidence: BookEvidence?, _ rulePage: (String) -> String?,
    notes: [(flow: String?, words: String)] = []
  ) {
    self.catalogue = catalogue
    flows = zip(catalogue.flows, PageName.names(of: catalogue.flows.map(\.id))).map { ($0, $1) }
    self.isLive = isLive
    graphs = Reading.allCases.map { CatalogueGraph(catalogue, as: $0) }
    let results = BookResults(catalogue, recorded?.book, reports: reports)
    let replays = BookReplays(catalogue, recorded, results)
    rest = .object([
      "name": .string(name),
      "hasMeant": .bool(!catalogue.flows.allSatisfy(\.hasOneReading)),
      "findings": findings.page, "rules": findings.rules(rulePage),
      "coverage": replays.coverage, "paths": replays.paths, "failures": results.failures,
      "proofs": proofs?.json, "evidence": evidence?.json,
      "notes": notes.isEmpty ? nil : .array(notes.map(Book.note)),
    ])
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
