internal import Encodings
internal import Markup

extension MatrixReport {
  /// The matrix as ReqIF 1.2: a specification of spec-objects, and a spec-relation for each link.
  package var reqif: String {
    let graph = EvidenceGraph(matrix)
    let time = "\(graph.date ?? "1970-01-01")T00:00:00Z"
    var writer = ReqIFWriter(time: time)
    return writer.text(of: graph)
  }
}

/// Writes a graph as ReqIF.
private struct ReqIFWriter {
  /// When everything was changed last.
  let time: String
  private var text = ""

  private static let attributes = [
    "ReqIF.ForeignID", "ReqIF.Name", "ReqIF.Text", "Source", "Status", "Proofs",
  ]

  init(time: String) { self.time = time }

  mutating func text(of graph: EvidenceGraph) -> String {
    text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd">
        <THE-HEADER>
          <REQ-IF-HEADER IDENTIFIER="_header">
            <CREATION-TIME>\(time)</CREATION-TIME>
            <REQ-IF-TOOL-ID>flowrun</REQ-IF-TOOL-ID>
            <REQ-IF-VERSION>1.0</REQ-IF-VERSION>
            <SOURCE-TOOL-ID>flowrun</SOURCE-TOOL-ID>
            <TITLE>Evidence</TITLE>
          </REQ-IF-HEADER>
        </THE-HEADER>
        <CORE-CONTENT>
          <REQ-IF-CONTENT>
            <DATATYPES>
              <DATATYPE-DEFINITION-STRING IDENTIFIER="_string" LAST-CHANGE="\(time)"\
       LONG-NAME="String" MAX-LENGTH="1000000"/>
            </DATATYPES>
            <SPEC-TYPES>

      """
    for kind in EvidenceGraph.Node.Kind.allCases { objectType(kind) }
    text += "        <SPEC-RELATION-TYPE IDENTIFIER=\"_link\" \(changed) LONG-NAME=\"covers\"/>\n"
    text += "        <SPECIFICATION-TYPE IDENTIFIER=\"_list\" \(changed) LONG-NAME=\"List\"/>\n"
    text += "      </SPEC-TYPES>\n      <SPEC-OBJECTS>\n"
    for node in graph.nodes { object(node) }
    text += "      </SPEC-OBJECTS>\n      <SPEC-RELATIONS>\n"
    for node in graph.nodes { for link in node.links { relation(node.id, link) } }
    text += """
            </SPEC-RELATIONS>
            <SPECIFICATIONS>
              <SPECIFICATION IDENTIFIER="_evidence" \(changed) LONG-NAME="Evidence">
                <TYPE>
                  <SPECIFICATION-TYPE-REF>_list</SPECIFICATION-TYPE-REF>
                </TYPE>
                <CHILDREN>

      """
    for node in graph.nodes {
      text += """
                    <SPEC-HIERARCHY IDENTIFIER="_place\(id(node.id))" \(changed)>
                      <OBJECT>
                        <SPEC-OBJECT-REF>\(id(node.id))</SPEC-OBJECT-REF>
                      </OBJECT>
                    </SPEC-HIERARCHY>

        """
    }
    text += """
                </CHILDREN>
              </SPECIFICATION>
            </SPECIFICATIONS>
          </REQ-IF-CONTENT>
        </CORE-CONTENT>
      </REQ-IF>

      """
    return text
  }

  private var changed: String { "LAST-CHANGE=\"\(time)\"" }

  /// An id as XML allows it: the bytes of the text in hexadecimal digits.
  private func id(_ text: String) -> String { "_" + Hexadecimal.text(Array(text.utf8)) }

  /// A text in an attribute, with apostrophes as the package `reqif` writes them.
  private func escaped(_ text: String) -> String {
    XML.escaped(text).replacing(["'": "&#x27;"])
  }

  private mutating func objectType(_ kind: EvidenceGraph.Node.Kind) {
    text += "        <SPEC-OBJECT-TYPE IDENTIFIER=\"_\(kind.rawValue)\" \(changed)"
    text += " LONG-NAME=\"\(kind.rawValue)\">\n          <SPEC-ATTRIBUTES>\n"
    for (number, name) in Self.attributes.enumerated() {
      text += """
                    <ATTRIBUTE-DEFINITION-STRING IDENTIFIER="_\(kind.rawValue)\(number)" \(changed)\
         LONG-NAME="\(name)">
                      <TYPE>
                        <DATATYPE-DEFINITION-STRING-REF>_string</DATATYPE-DEFINITION-STRING-REF>
                      </TYPE>
                    </ATTRIBUTE-DEFINITION-STRING>

        """
    }
    text += "          </SPEC-ATTRIBUTES>\n        </SPEC-OBJECT-TYPE>\n"
  }

  private mutating func object(_ node: EvidenceGraph.Node) {
    let values = [
      node.id, node.title, node.because.isEmpty ? node.title : "Does not apply: \(node.because)",
      node.source, node.status, node.proofs.joined(separator: "; "),
    ]
    text += "        <SPEC-OBJECT IDENTIFIER=\"\(id(node.id))\" \(changed)"
    text += " LONG-NAME=\"\(escaped(node.id))\">\n          <VALUES>\n"
    for (number, value) in values.enumerated() where !value.isEmpty {
      text += """
                    <ATTRIBUTE-VALUE-STRING THE-VALUE="\(escaped(value))">
                      <DEFINITION>
                        <ATTRIBUTE-DEFINITION-STRING-REF>_\(node.kind.rawValue)\(number)\
        </ATTRIBUTE-DEFINITION-STRING-REF>
                      </DEFINITION>
                    </ATTRIBUTE-VALUE-STRING>

        """
    }
    text += """
                </VALUES>
                <TYPE>
                  <SPEC-OBJECT-TYPE-REF>_\(node.kind.rawValue)</SPEC-OBJECT-TYPE-REF>
                </TYPE>
              </SPEC-OBJECT>

      """
  }

  private mutating func relation(_ source: String, _ target: String) {
    text += """
              <SPEC-RELATION IDENTIFIER="_link\(id(source))\(id(target))" \(changed)>
                <TYPE>
                  <SPEC-RELATION-TYPE-REF>_link</SPEC-RELATION-TYPE-REF>
                </TYPE>
                <SOURCE>
                  <SPEC-OBJECT-REF>\(id(source))</SPEC-OBJECT-REF>
                </SOURCE>
                <TARGET>
                  <SPEC-OBJECT-REF>\(id(target))</SPEC-OBJECT-REF>
                </TARGET>
              </SPEC-RELATION>

      """
  }
}
