internal import Diagnostics
internal import FlowCases

/// Reads ReqIF: spec-objects in the order of the specifications, and spec-relations as links.
struct ReqIFReader {
  /// A spec-object: its type, and its values by the names of their attributes.
  private struct Item {
    let identifier: String
    let name: String
    let offset: Int
    var type = ""
    var values: [String: String] = [:]
  }

  private var items: [Item] = []
  private var order: [String] = []
  /// The values of items; the definitions of their attributes may come after them.
  private var values: [(item: Int, definition: String, value: String)] = []
  private var relations: [(source: String, target: String, offset: Int)] = []
  /// The names of types and attributes.
  private var names: [String: String] = [:]
  /// The elements that are open.
  private var open: [String] = []
  private var text = ""
  private var value = ""
  private var definition = ""
  private var hasContent = false

  static func objects(
    of file: SourceFile
  ) throws(ExchangeFile.Failure) -> [ExchangeFile.Object] {
    var reader = ReqIFReader()
    var scanner = XMLScanner(file.bytes)
    var places = TextPlaces(file.bytes)
    do throws(XMLScanner.Failure) {
      while true {
        let offset = scanner.offset
        guard let event = try scanner.next() else { break }
        reader.read(event, at: offset)
      }
    } catch {
      throw ExchangeFile.Failure(
        reason: error.reason, span: places.span(ofByte: error.offset))
    }
    guard reader.hasContent else {
      throw ExchangeFile.Failure(
        reason: "it has no `REQ-IF-CONTENT`", span: Span(start: 0, end: 1))
    }
    return reader.objects(&places)
  }

  /// The name of an element without its prefix.
  private static func plain(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  private mutating func read(_ event: XMLScanner.Event, at offset: Int) {
    switch event {
    case .start(let name, let attributes):
      let name = ReqIFReader.plain(name)
      open.append(name)
      text = name.hasPrefix("THE-VALUE") || name.hasSuffix("-REF") ? "" : text
      begin(name, attributes, offset)
    case .text(let more): text += more
    case .end(let name):
      end(ReqIFReader.plain(name))
      open.removeLast()
    }
  }

  private mutating func begin(_ name: String, _ attributes: [String: String], _ offset: Int) {
    let id = attributes["IDENTIFIER"] ?? ""
    if name == "REQ-IF-CONTENT" { hasContent = true }
    if name == "SPEC-OBJECT" {
      items.append(Item(identifier: id, name: attributes["LONG-NAME"] ?? "", offset: offset))
    } else if name == "SPEC-RELATION" {
      relations.append(("", "", offset))
    } else if name.hasPrefix("ATTRIBUTE-VALUE-") {
      (value, definition) = (attributes["THE-VALUE"] ?? "", "")
    } else if !id.isEmpty {
      names[id] = attributes["LONG-NAME"]
    }
  }

  private mutating func end(_ name: String) {
    let word = ReqIFReader.line(text)
    let parent = open.dropLast().last ?? ""
    switch name {
    case "THE-VALUE": value = word
    case "SPEC-OBJECT-TYPE-REF" where open.contains("SPEC-OBJECT"):
      items[items.count - 1].type = word
    case "SPEC-OBJECT-REF" where parent == "OBJECT": order.append(word)
    case "SPEC-OBJECT-REF" where open.contains("SPEC-RELATION"):
      if parent == "SOURCE" { relations[relations.count - 1].source = word }
      if parent == "TARGET" { relations[relations.count - 1].target = word }
    case _ where name.hasPrefix("ATTRIBUTE-DEFINITION-") && name.hasSuffix("-REF"):
      definition = word
    case _ where name.hasPrefix("ATTRIBUTE-VALUE-") && open.contains("SPEC-OBJECT"):
      values.append((items.count - 1, definition, value))
    default: return
    }
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private mutating func objects(_ places: inout TextPlaces) -> [ExchangeFile.Object] {
    for one in values where !one.value.isEmpty {
      items[one.item].values[names[one.definition] ?? one.definition] = one.value
    }
    var objects: [String: ExchangeFile.Object] = [:]
    for item in items {
      objects[item.identifier] = object(item, places.span(ofByte: item.offset))
    }
    for relation in relations {
      guard let target = objects[relation.target] else { continue }
      let span = places.span(ofByte: relation.offset)
      objects[relation.source]?.links.append(EvidenceEntry.Phrase(target.id.text, span))
    }
    var seen: Set<String> = []
    return (order + items.map(\.identifier)).compactMap { identifier in
      seen.insert(identifier).inserted ? objects[identifier] : nil
    }.filter { !$0.id.text.isEmpty }
  }

  private func object(_ item: Item, _ span: Span) -> ExchangeFile.Object {
    var object = ExchangeFile.Object()
    let name = item.values["ReqIF.Name"]
    let text = item.values["ReqIF.Text"] ?? item.values["ReqIF.Description"]
    let heading = item.values["ReqIF.ChapterName"]
    // A heading is no requirement.
    let isHeading = heading != nil && text == nil && name == nil
    let id = item.values["ReqIF.ForeignID"] ?? (item.name.isEmpty ? item.identifier : item.name)
    object.id = EvidenceEntry.Phrase(isHeading ? "" : id, span)
    object.kind = ExchangeFile.kind([names[item.type] ?? ""])
    object.source = item.values["Source"] ?? ""
    object.because = text.flatMap { ExchangeFile.after("Does not apply: ", $0) } ?? ""
    object.title = name ?? (object.because.isEmpty ? text : nil) ?? ""
    return object
  }
}
