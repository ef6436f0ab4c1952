internal import FlowModel
internal import Markup

/// The runs of a flow as BPMN 2.0 with a drawing: a process for every flow that a run can come to,
/// and one that finds where runs go on after Back, Resume, go-to and suspensions.
public struct ProcessDocument: Sendable {
  let model: ExportModel
  private let processes: [ProcessGraph]
  private let codes: [(id: String, code: String)]
  /// What the document cannot carry.
  public let notes: [ExportNote]

  /// The ending of the file's name.
  public static let fileEnding = "bpmn"

  /// The document of the runs that begin with a flow.
  public init(_ model: ExportModel) {
    self.model = model
    var names = ExportNames(other: "_") { $0 == "." || $0 == "-" }
    // The ids of flows, steps and rows come first, so that nothing else takes them.
    for flow in model.flows { _ = names.name(flow.id) }
    for place in model.places { _ = names.name(place.step.qualified) }
    let flows = model.flows.map { FlowProcess($0, of: model, names: names) }
    processes = [RunProcess.graph(model, names: names)] + flows.map(\.graph)
    codes = ProcessDocument.codes(of: processes)
    notes = (model.commonNotes + flows.flatMap(\.notes)).unique
  }

  private static let spaces = """
    xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" \
    xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" \
    xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" \
    xmlns:di="http://www.omg.org/spec/DD/20100524/DI" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    """

  /// The document as XML.
  public var xml: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <definitions \(ProcessDocument.spaces) id="definitions" targetNamespace="urn:flowrun" \
      expressionLanguage="https://www.python.org/" exporter="flowrun">
        <collaboration id="collaboration">
          <documentation>\(XML.content(explanation))</documentation>

      """
    for process in processes {
      text += "    <participant id=\"\(process.id)_pool\" name=\"\(XML.escaped(process.name))\" "
      text += "processRef=\"\(process.id)\"/>\n"
    }
    text += "  </collaboration>\n"
    for code in codes {
      text += "  <error id=\"\(code.id)\" name=\"\(XML.escaped(code.code))\" "
      text += "errorCode=\"\(XML.escaped(code.code))\"/>\n"
    }
    for process in processes { text += xml(process) }
    return text + drawing + "</definitions>\n"
  }

  private var explanation: String {
    let facts = model.facts.map { fact in
      "fact_\(fact.name) (\(fact.values.joined(separator: ", ")))"
    }
    var text = """
      \(model.flow.id) \(model.flow.title), as \(model.reading.rawValue).
      Variables at the start of the first process: flow = '\(model.flow.id)', start = \
      '\(model.places.first?.step.qualified ?? "")', and a value for each fact: \
      \(facts.isEmpty ? "there are none" : facts.joined(separator: "; ")).
      A task is completed with `answer`: the id of a row, the outcome of an action, or `suspend \
      FLOW`. At the end, `leave` says how the run ended. Conditions and scripts are in Python.
      """
    if !notes.isEmpty {
      text += "\n\nNot in this file:\n"
      text += notes.map { "\($0.place): \($0.text)" }.joined(separator: "\n")
    }
    return text
  }

  private static func codes(of processes: [ProcessGraph]) -> [(id: String, code: String)] {
    var codes: [String] = []
    for node in processes.flatMap(\.nodes) {
      if case .error(_, let code) = node.kind, !codes.contains(code) { codes.append(code) }
    }
    return codes.enumerated().map { ("error_\($0.offset + 1)", $0.element) }
  }

  // MARK: Processes

  private func xml(_ process: ProcessGraph) -> String {
    var text = "  <process id=\"\(process.id)\" name=\"\(XML.escaped(process.name))\" "
    text += "isExecutable=\"true\">\n"
    let (incoming, outgoing) = (process.incoming, process.outgoing)
    for node in process.nodes {
      text += xml(node, in: process, incoming[node.id] ?? [], outgoing[node.id] ?? [])
    }
    for (index, edge) in process.edges.enumerated() {
      text += "    <sequenceFlow id=\"\(process.id)_flow_\(index)\" sourceRef=\"\(edge.from)\" "
      text += "targetRef=\"\(edge.to)\""
      if !edge.name.isEmpty { text += " name=\"\(XML.escaped(edge.name))\"" }
      guard !edge.condition.isEmpty else {
        text += "/>\n"
        continue
      }
      text += "><conditionExpression xsi:type=\"tFormalExpression\">"
      text += "\(XML.content(edge.condition))</conditionExpression></sequenceFlow>\n"
    }
    return text + "  </process>\n"
  }

  private func xml(
    _ node: ProcessGraph.Node, in process: ProcessGraph, _ incoming: [Int], _ outgoing: [Int]
  ) -> String {
    let (tag, attributes, content) = parts(of: node)
    var text = "    <\(tag) id=\"\(node.id)\""
    if !node.name.isEmpty { text += " name=\"\(XML.escaped(node.name))\"" }
    for index in outgoing where process.edges[index].isDefault {
      text += " default=\"\(process.id)_flow_\(index)\""
    }
    text += "\(attributes)>"
    if !node.documentation.isEmpty {
      text += "<documentation>\(XML.content(node.documentation))</documentation>"
    }
    for index in incoming {
      text += "<incoming>\(process.id)_flow_\(index)</incoming>"
    }
    for index in outgoing {
      text += "<outgoing>\(process.id)_flow_\(index)</outgoing>"
    }
    return "\(text)\(content)</\(tag)>\n"
  }

  /// The element of a node, its attributes, and what is in it.
  private func parts(of node: ProcessGraph.Node) -> (String, String, String) {
    switch node.kind {
    case .start: return ("startEvent", "", "")
    case .end: return ("endEvent", "", "")
    case .userTask: return ("userTask", "", "")
    case .serviceTask(let action):
      return ("serviceTask", " implementation=\"\(XML.escaped(action))\"", "")
    case .task: return ("task", "", "")
    case .scriptTask(let script):
      return (
        "scriptTask", " scriptFormat=\"text/x-python\"", "<script>\(XML.content(script))</script>"
      )
    case .callActivity(let process): return ("callActivity", " calledElement=\"\(process)\"", "")
    case .gateway: return ("exclusiveGateway", "", "")
    case .timer(let task, let after):
      let seconds =
        after % 1_000 == 0 ? "\(after / 1_000)" : "\(after / 1_000).\(thousandths(after))"
      return (
        "boundaryEvent", " attachedToRef=\"\(task)\"",
        """
        <timerEventDefinition id=\"\(node.id)_timer\"><timeDuration \
        xsi:type=\"tFormalExpression\">PT\(seconds)S</timeDuration></timerEventDefinition>
        """
      )
    case .error(let task, let code):
      let reference = codes.first { $0.code == code }?.id ?? ""
      return (
        "boundaryEvent", " attachedToRef=\"\(task)\"",
        "<errorEventDefinition id=\"\(node.id)_code\" errorRef=\"\(reference)\"/>"
      )
    }
  }

  private func thousandths(_ time: Int64) -> String {
    let digits = "\(time % 1_000)"
    return String(repeating: "0", count: 3 - digits.count) + digits
  }

  // MARK: The drawing

  private var drawing: String {
    var text = "  <bpmndi:BPMNDiagram id=\"diagram\">\n"
    text += "    <bpmndi:BPMNPlane id=\"plane\" bpmnElement=\"collaboration\">\n"
    var top = 80
    let width = (processes.map { $0.size.width }.max() ?? 0) + 60
    for process in processes {
      let height = process.size.height
      text += shape("\(process.id)_pool", 160, top, width, height, " isHorizontal=\"true\"")
      for node in process.nodes {
        let size = node.kind.size
        text += shape(
          node.id, 210 + node.x - size.width / 2, top + node.y - size.height / 2, size.width,
          size.height)
      }
      for (index, edge) in process.edges.enumerated() {
        text += "      <bpmndi:BPMNEdge id=\"\(process.id)_flow_\(index)_di\" "
        text += "bpmnElement=\"\(process.id)_flow_\(index)\">"
        for point in process.points(of: edge) {
          text += "<di:waypoint x=\"\(210 + point.x)\" y=\"\(top + point.y)\"/>"
        }
        text += "</bpmndi:BPMNEdge>\n"
      }
      top += height + 40
    }
    return text + "    </bpmndi:BPMNPlane>\n  </bpmndi:BPMNDiagram>\n"
  }

  private func shape(
    _ id: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ attributes: String = ""
  ) -> String {
    "      <bpmndi:BPMNShape id=\"\(id)_di\" bpmnElement=\"\(id)\"\(attributes)>"
      + """
      <dc:Bounds x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" \
      height=\"\(height)\"/></bpmndi:BPMNShape>\n
      """
  }
}
