internal import CompiledFlows
internal import Diagnostics
internal import FlowCheck
public import FlowModel
internal import FlowProof
internal import JSON

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

  /// Collects what the page shows of a catalogue.
  ///
  /// - Parameters:
  ///   - name: the heading of all flows.
  ///   - folder: the folder with the scripts of the flows, in `paths` and `real`. Nil if there is
  ///     none.
  ///   - isLive: whether the page is on the machine of the files, so that their full paths lead
  ///     somewhere, and
  ///     asks for the house rules itself.
  ///   - rulePage: the page of a rule of the check, in Markdown.
  public init(
    _ catalogue: Catalogue, name: String, scriptsIn folder: String?, isLive: Bool = false,
    rulePage: (String) -> String?
  ) {
    flows = zip(catalogue.flows, PageName.names(of: catalogue.flows.map(\.id))).map { ($0, $1) }
    compiled = catalogue.compiledFile
    let graphs = Reading.allCases.map { CatalogueGraph(catalogue, as: $0) }
    let findings = BookFindings(CheckReport(catalogue))
    var proofs = KeptProofs()
    let replays = BookReplays(catalogue, folder: folder)
    text =
      JSONValue.object([
        "name": .string(name),
        "flows": .array(
          flows.enumerated().map { index, entry in
            BookTable(
              entry.flow, in: catalogue, graphs: graphs.map { ($0, $0.graphs[index]) }
            ).json(page: entry.page, isLive: isLive)
          }),
        "findings": findings.json, "rules": findings.rules(rulePage),
        "coverage": replays.coverage, "paths": replays.paths,
        "proofs": isLive
          ? nil
          : BookProofs(
            catalogue, folder: folder, isLive: false, kept: &proofs
          ).json,
      ]).text
  }
}

/// The names of the pages of a site.
enum PageName {
  /// A name for every flow, made of the letters that every file system and every address has. No
  /// two are equal, also where upper and lower case count as one, and none is `index`.
  static func names(of ids: [String]) -> [String] {
    var used: Set<String> = ["index"]
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
