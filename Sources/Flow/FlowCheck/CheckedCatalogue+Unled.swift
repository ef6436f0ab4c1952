internal import FlowModel

// Which flows nothing leads to.
extension CheckedCatalogue {
  /// The flows, other than use cases, that nothing leads to from elsewhere: of several that lead to
  /// each other only the first. From the use cases and these flows, steps lead to all others.
  static func isUnled(_ graph: CatalogueGraph, _ declared: DeclaredFlows) -> [Bool] {
    var isLed = [Bool](repeating: false, count: graph.graphs.count)
    let flows = graph.catalogue.flows
    for (place, flow) in flows.enumerated() where flow.kind == .useCase || flow.isOutline {
      spread(from: place, &isLed, graph)
    }
    for (place, flow) in flows.enumerated()
    where !isLed[place] && isUsedElsewhere(flow, graph.catalogue, declared) {
      spread(from: place, &isLed, graph)
    }
    var isUnled = [Bool](repeating: false, count: isLed.count)
    guard isLed.contains(false) else { return isUnled }
    // The last one whose walk is finished is one that no other walk comes to, or of a circle with
    // none.
    for place in finished(isLed, graph).reversed() where !isLed[place] {
      isUnled[place] = true
      spread(from: place, &isLed, graph)
    }
    return isUnled
  }

  /// Whether the header names a caller that is not in the folder, or not written yet.
  private static func isUsedElsewhere(
    _ flow: Flow, _ catalogue: Catalogue, _ declared: DeclaredFlows
  ) -> Bool {
    declared.named(flow.usedBy, flow.spans(of: \.usedBy)).contains {
      catalogue.flow(id: $0.name)?.isOutline != false
    }
  }

  /// Marks a flow and all to which it leads.
  private static func spread(from first: Int, _ isLed: inout [Bool], _ graph: CatalogueGraph) {
    var waiting = [first]
    while let place = waiting.popLast() {
      guard !isLed[place] else { continue }
      isLed[place] = true
      waiting += next(place, graph)
    }
  }

  /// The flows that are not marked, in the order in which walks from them in depth are finished.
  private static func finished(_ isLed: [Bool], _ graph: CatalogueGraph) -> [Int] {
    var finished: [Int] = []
    var isSeen = isLed
    for first in isLed.indices where !isSeen[first] {
      isSeen[first] = true
      var way = [(place: first, next: next(first, graph)[...])]
      while let (place, rest) = way.popLast() {
        guard let next = rest.last else {
          finished.append(place)
          continue
        }
        way.append((place, rest.dropLast()))
        guard !isSeen[next] else { continue }
        isSeen[next] = true
        way.append((next, self.next(next, graph)[...]))
      }
    }
    return finished
  }

  private static func next(_ place: Int, _ graph: CatalogueGraph) -> [Int] {
    let crossings = graph.crossings[place]
    return crossings.calls.map(\.callee) + crossings.gotos.map(\.flow)
      + crossings.errors.map(\.flow)
  }
}
