internal import Archives
internal import CompiledFlows
internal import FlowModel
internal import JSON

/// Flows that are too many for each page: a list of all, which every page has, and for each page
/// its own flow with those that it calls. A page gets the others when somebody asks for them, or
/// walks there.
struct BookParts {
  /// What a page gets of the flows.
  struct Part {
    /// The compiled flows.
    let compiled: [UInt8]
    /// What the page shows of them, as JSON.
    let text: String
    /// The script that has both.
    let script: [UInt8]

    init(_ compiled: [UInt8], _ text: String) {
      (self.compiled, self.text) = (compiled, text)
      script = Site.flows(compiled, text)
    }
  }

  /// How many bytes the list and a part may have, as a server sends them.
  static let limit = 100_000

  private let book: Book
  private let catalogue: Catalogue
  private let document: JSONValue
  private let tables: [JSONValue]?
  private let findings: [String: [JSONValue]]
  private let paths: [String: [JSONValue]]
  private let evidence: [String: [JSONValue.Member]]
  /// By kind and reading the counts of the rows of each flow.
  private let coverage: [(kind: String, readings: [(String, [String: [JSONValue.Member]])])]

  /// - Parameter tables: all tables of the book. Nil if only those of a part are needed.
  init(_ book: Book, tables: [JSONValue]? = nil) {
    (self.book, catalogue, document, self.tables) = (book, book.catalogue, book.rest, tables)
    findings = Dictionary(grouping: document["findings"]?.array ?? []) { $0["flow"]?.string ?? "" }
    paths = Dictionary(grouping: document["paths"]?.array ?? []) { $0["flow"]?.string ?? "" }
    evidence = BookParts.byFlow(document["evidence"]?["rows"])
    coverage = (document["coverage"]?.members ?? []).map { kind in
      (kind.key, (kind.value.members ?? []).map { ($0.key, BookParts.byFlow($0.value)) })
    }
  }

  /// The files: the list, the part of a page without a flow, and those of all flows.
  func files() -> [(name: String, bytes: [UInt8])] {
    let list = Array("var flowrunList=\(self.list.text);\n".utf8)
    let room = max(BookParts.limit - Zlib.compressed(list).count, 0)
    return [("list.js", list), (BookParts.name("index"), part([]).script)]
      + book.flows.enumerated().map { index, flow in
        (BookParts.name(flow.page), fitting(index, room).script)
      }
  }

  /// The name of the part of a page. No other file of a site is called so.
  static func name(_ page: String) -> String { "\(page).flow.js" }

  /// The part of a page. Nil if no flow has it.
  func part(of page: String) -> Part? {
    guard page != "index" else { return part([]) }
    return book.flows.firstIndex { $0.page == page }.map { fitting($0, BookParts.limit) }
  }

  /// The part of a flow, with as many of the flows that it calls as there is room for.
  private func fitting(_ index: Int, _ room: Int) -> Part {
    var flows = catalogue.calls(from: index)
    while true {
      let part = part(Set(flows))
      if flows.count == 1 || Zlib.compressed(part.script).count <= room { return part }
      flows.removeLast(flows.count / 2)
    }
  }

  private func part(_ places: Set<Int>) -> Part {
    let order = places.sorted()
    let flows = order.map { catalogue.flows[$0].id }
    let own = Set(flows)
    let found = flows.flatMap { findings[$0] ?? [] }
    let names = Set(found.compactMap { $0["rule"]?.string })
    let text = JSONValue.object([
      "flows": .array(order.map { tables?[$0] ?? book.table($0) }), "findings": .array(found),
      "rules": .object(
        (document["rules"]?.members ?? []).filter { names.contains($0.key) }),
      "coverage": .object(
        members: coverage.map { kind, readings in
          (
            kind,
            .object(
              members: readings.map { reading, rows in
                (reading, .object(flows.flatMap { rows[$0] ?? [] }))
              })
          )
        }),
      "paths": .array(flows.flatMap { paths[$0] ?? [] }),
      "failures": .array(
        (document["failures"]?.array ?? []).filter { failure in
          failure["rows"]?.array?.contains { own.contains(BookParts.flow($0.string)) } == true
        }),
      "proofs": document["proofs"].map { _ in .object(["rules": .array(breaking(own))]) },
      "evidence": document["evidence"].map { evidence in
        .object([
          "as": evidence["as"], "page": evidence["page"],
          "rows": .object(flows.flatMap { self.evidence[$0] ?? [] }),
        ])
      },
    ]).text
    return Part(catalogue.part(places).compiledFile, text)
  }

  /// The house rules that a run breaks at a row of these flows.
  private func breaking(_ own: Set<String>) -> [JSONValue] {
    (document["proofs"]?["rules"]?.array ?? []).filter { rule in
      rule["verdicts"]?.array?.contains {
        own.contains(BookParts.flow($0["run"]?["at"]?.string))
      } == true
    }
  }

  /// What every page has of all flows: their names, and what is counted in the list.
  var list: JSONValue {
    .object([
      "name": document["name"], "hasMeant": document["hasMeant"],
      "flows": .array(
        book.flows.map { BookTable.names(of: $0.flow, page: $0.page) }),
      "findings": .array(
        (document["findings"]?.array ?? []).map { finding in
          let isError = finding["severity"]?.string == "error"
          return BookParts.only(
            ["flow", "severity", "standing", "only"] + (isError ? ["at", "message"] : []),
            of: finding)
        }),
      "paths": .array(
        (document["paths"]?.array ?? []).map {
          .object(["flow": $0["flow"], "rows": .array([])])
        }),
      "notes": document["notes"],
      "houseRules": document["proofs"].map { .integer($0["rules"]?.array?.count ?? 0) },
    ])
  }

  private static func only(_ keys: [String], of value: JSONValue) -> JSONValue {
    .object((value.members ?? []).filter { keys.contains($0.key) })
  }

  /// Members whose keys are rows, by the flows of these.
  private static func byFlow(_ rows: JSONValue?) -> [String: [JSONValue.Member]] {
    Dictionary(grouping: rows?.members ?? []) { flow($0.key) }
  }

  /// The flow of a row such as `UC2.3:1.3a`.
  private static func flow(_ row: String?) -> String {
    row.map { String($0.prefix { $0 != ":" }) } ?? ""
  }
}
