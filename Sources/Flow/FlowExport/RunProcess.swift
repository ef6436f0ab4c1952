internal import FlowModel

/// The process in which runs begin: it performs one flow after the other, and finds where a run
/// goes on when it has left one.
enum RunProcess {
  static func graph(_ model: ExportModel, names: ExportNames) -> ProcessGraph {
    var names = names
    let scripts = ProcessScripts(model)
    let run = names.name("Run of \(model.flow.id)")
    var graph = ProcessGraph(id: run, name: "Run of \(model.flow.id)")
    func id(_ text: String) -> String { "\(run)_\(text)" }
    graph.add(.init(id: id("start"), name: "start", kind: .start, x: 60, y: 60))
    graph.add(
      .init(id: id("begin"), name: "begin", kind: .scriptTask(scripts.begin), x: 170, y: 60))
    graph.add(.init(id: id("which"), name: "which flow?", kind: .gateway, x: 370, y: 60))
    graph.add(
      .init(
        id: id("route"), name: "find where it goes on", kind: .scriptTask(scripts.route), x: 760,
        y: 60))
    graph.add(.init(id: id("over"), name: "over?", kind: .gateway, x: 890, y: 60))
    graph.add(.init(id: id("end"), name: "end", kind: .end, x: 1_000, y: 60))
    graph.connect(.init(from: id("start"), to: id("begin")))
    graph.connect(.init(from: id("begin"), to: id("which")))
    graph.connect(.init(from: id("route"), to: id("over")))
    graph.connect(.init(from: id("over"), to: id("end"), name: "yes", isDefault: true))
    graph.connect(
      .init(
        from: id("over"), to: id("which"), name: "no", condition: "leave == ''", channel: 1_060))
    for (index, flow) in model.flows.enumerated() {
      let call = id("performs_\(index + 1)")
      graph.add(
        .init(
          id: call, name: "\(flow.id) \(flow.title)", kind: .callActivity(names.name(flow.id)),
          x: 560, y: 60 + index * 110))
      graph.connect(
        .init(
          from: id("which"), to: call, name: flow.id, isDefault: index == 0,
          condition: index == 0 ? "" : "path[3] == \(ProcessScripts.string(flow.id))"))
      graph.connect(.init(from: call, to: id("route")))
    }
    graph.prune()
    graph.join()
    return graph
  }
}
