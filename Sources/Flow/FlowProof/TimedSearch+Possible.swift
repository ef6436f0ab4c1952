// Places and times from which the subject of a rule cannot happen any more.
extension TimedSearch {
  /// What is known of the places from which the subject cannot happen.
  enum Stranded {
    /// Wherever a run is, the subject can happen.
    case nowhere
    /// The shortest run to such a place.
    case after(Run)
    /// It could not be found out.
    case unknown
  }

  /// The most zones that are looked at while steps are taken back, for each place.
  private static let mostZones = 256

  /// The shortest run after which the subject neither has just happened nor can happen.
  ///
  /// From the same place it may be possible at some times and not at others. So for each place, the
  /// times from which it is impossible are kept, and taken away as ways to the subject are followed
  /// back.
  var stranded: Stranded {
    guard isComplete, let impossible = impossibleTimes() else { return .unknown }
    let order = nodes.indices
      .filter { !impossible[$0].isEmpty && nodes[$0].control.isWaiting }
      .sorted { (nodes[$0].distance, $0) < (nodes[$1].distance, $1) }
    for node in order {
      for zone in impossible[node] {
        let arrival = Edge(
          from: Int32(node), to: Int32(node), deed: .none, isUsers: false, isSubject: false,
          link: TimedLink(bounds: zone.allBounds))
        if let run = run(to: Int32(node), then: [arrival]) { return .after(run) }
      }
    }
    // Zones are a little wider than the times at which runs come to a place.
    return order.isEmpty ? .nowhere : .unknown
  }

  /// For every place, the times from which the subject cannot happen. Nil if that takes too long.
  private func impossibleTimes() -> [[Zone]]? {
    let monitor = model.monitor
    var impossible = nodes.indices.map { node in
      let isAsked =
        monitor.isAboutEver ? isDue(Int32(node)) : !monitor.hasHappened(nodes[node].control.monitor)
      return isAsked ? [nodes[node].zone] : []
    }
    var before: [[Int32]] = Array(repeating: [], count: nodes.count)
    var waiting: [(node: Int32, zone: Zone)] = []
    var zones = 0
    func open(_ node: Int32, _ zone: Zone?) {
      guard let zone else { return }
      let old = impossible[Int(node)]
      // One zone less may be many.
      zones += old.count
      guard old.contains(where: { $0.meets(zone) }) else { return }
      impossible[Int(node)] = old.flatMap { $0.subtracting(zone) }
      waiting.append((node, zone))
    }
    for (number, edge) in edges.enumerated() {
      if edge.isSubject {
        open(edge.from, zone(before: edge, nodes[Int(edge.to)].zone))
      } else {
        before[Int(edge.to)].append(Int32(truncatingIfNeeded: number))
      }
    }
    var place = 0
    while place < waiting.count {
      let (node, zone) = waiting[place]
      place += 1
      for number in before[Int(node)] {
        let edge = edges[Int(number)]
        guard !impossible[Int(edge.from)].isEmpty else { continue }
        guard zones <= nodes.count * TimedSearch.mostZones else { return nil }
        open(edge.from, self.zone(before: edge, zone))
      }
    }
    return impossible
  }

  /// The times at the place before a way from which it can lead to some times of the place after
  /// it.
  private func zone(before edge: Edge, _ after: Zone) -> Zone? {
    let start = nodes[Int(edge.from)].zone
    var zone = start
    if edge.link.delays { zone.delay() }
    let clocks = [0] + edge.link.clocks
    let bounds = after.allBounds.map { bound in
      Zone.Bound(clock: clocks[bound.clock], other: clocks[bound.other], most: bound.most)
    }
    for bound in edge.link.bounds + bounds {
      guard zone.constrain(bound) else { return nil }
    }
    guard edge.link.delays else { return zone }
    zone.goBack()
    for bound in start.allBounds {
      guard zone.constrain(bound) else { return nil }
    }
    return zone
  }
}
