extension Catalogue {
  /// Some of the flows by themselves, in the catalogue's order. What leads to any other flow is
  /// missing, so a run of a part is one of the whole, as long as it does not end there.
  ///
  /// - Parameter places: the indices of the flows, each once.
  package func part(_ places: Set<Int>) -> Catalogue {
    let kept = places.sorted()
    var moved: [Int32: Int32] = [:]
    for (place, index) in kept.enumerated() { moved[Int32(index)] = Int32(place) }
    func move(_ links: FlowLinks.Links) -> FlowLinks.Links {
      var links = links
      for index in links.entries.indices {
        let link = links.entries[index].link
        links.entries[index].link =
          moved[link.flow].map { FlowLinks.Link(flow: $0, step: link.step) } ?? .none
      }
      return links
    }
    var indexByID: [String: Int] = [:]
    for (place, index) in kept.enumerated() { indexByID[flows[index].id] = place }
    return Catalogue(
      flows: kept.map { flows[$0] }, indexByID: indexByID,
      links: kept.map { index in
        var links = links[index]
        links.callees = move(links.callees)
        links.meantCallees = move(links.meantCallees)
        links.next = move(links.next)
        links.meant = move(links.meant)
        return links
      }, unread: unread)
  }

  /// The flow at an index and the flows that are called from it, in either reading: the nearest
  /// first. Outlines are among them.
  package func calls(from index: Int) -> [Int] {
    var found = [index]
    var seen: Set<Int> = [index]
    var next = 0
    while next < found.count {
      let links = links[found[next]]
      for entry in links.callees.entries + links.meantCallees.entries where entry.link.flow >= 0 {
        let callee = Int(entry.link.flow)
        if seen.insert(callee).inserted { found.append(callee) }
      }
      next += 1
    }
    return found
  }
}
