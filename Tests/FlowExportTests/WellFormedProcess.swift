/// Reads a BPMN document as any XML parser does, and keeps ids, what names them, and what is drawn.
final class WellFormedProcess: WellFormedXML {
  var ids: [String] = []
  /// The ids that other elements name.
  var named: Set<String> = []
  /// The ids of nodes and sequence flows, and those that the drawing has.
  var toBeDrawn: Set<String> = []
  var drawn: Set<String> = []

  private static let nodes: Set<String> = [
    "startEvent", "endEvent", "userTask", "serviceTask", "task", "scriptTask", "callActivity",
    "exclusiveGateway", "boundaryEvent", "sequenceFlow", "participant",
  ]
  private static let names = [
    "sourceRef", "targetRef", "default", "attachedToRef", "calledElement", "processRef", "errorRef",
    "bpmnElement",
  ]

  override func begins(_ name: String, _ attributes: [String: String]) {
    if let id = attributes["id"] {
      ids.append(id)
      if WellFormedProcess.nodes.contains(name) { toBeDrawn.insert(id) }
    }
    for key in WellFormedProcess.names { if let id = attributes[key] { named.insert(id) } }
    if let element = attributes["bpmnElement"] { drawn.insert(element) }
  }
}
