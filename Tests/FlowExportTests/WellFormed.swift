import FlowTestSupport
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads XML as any parser does.
class WellFormedXML: NSObject, XMLParserDelegate {
  var problem = ""

  func check(_ xml: String) -> Bool {
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    let isGood = parser.parse()
    if !isGood { problem = "\(parser.parserError.map { "\($0)" } ?? "") at \(parser.lineNumber)" }
    return isGood
  }

  func begins(_ name: String, _ attributes: [String: String]) {}

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    begins(name, attributes)
  }
}

/// Reads a state chart as any XML parser does, and keeps its ids and targets.
final class WellFormed: WellFormedXML {
  var ids: Set<String> = []
  var targets: Set<String> = []
  var states = 0

  override func begins(_ name: String, _ attributes: [String: String]) {
    if name == "state" || name == "final", let id = attributes["id"] {
      ids.insert(id)
      states += 1
    }
    if name == "scxml", let first = attributes["initial"] { targets.insert(first) }
    if name == "transition" {
      if let target = attributes["target"] { targets.insert(target) }
    }
  }
}
