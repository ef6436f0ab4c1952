// The runs that a search with times shows.
extension TimedSearch {
  /// What a run does, where it starts, and how long it waits before each deed other than a timer.
  typealias Run = (start: Control, deeds: [Deed], waits: [Int64])

  /// The shortest run that breaks the rule. Nil without one.
  var path: Run? { broken.flatMap { run(to: $0, then: []) } }

  /// Whether runs can go round for ever while something is due: without the user, or also with what
  /// only the user does.
  func hasLoops(withUsers: Bool) -> Bool {
    let kept = edges.filter { !$0.isSubject && (withUsers || !$0.isUsers) }
    return !cycles(kept).nodes().isEmpty
  }

  /// A run that goes round for ever by itself, and how many of its last deeds repeat. The nearest
  /// one.
  var endless: (run: Run, count: Int)? {
    let kept = edges.filter { !$0.isSubject && !$0.isUsers }
    let cycles = cycles(kept)
    guard
      let node = cycles.nodes().min(by: {
        (nodes[Int($0)].distance, $0) < (nodes[Int($1)].distance, $1)
      }),
      let loop = cycles.shortest(through: node)
    else { return nil }
    let ways = loop.map { kept[$0] }
    // What is possible three times is possible as often as one likes, unless a timer ends it that
    // goes on all the time. The machine tells that.
    guard run(to: node, then: ways + ways + ways) != nil, let run = run(to: node, then: ways) else {
      return nil
    }
    return (run, ways.count { $0.deed != .none })
  }

  private func cycles(_ edges: [Edge]) -> Cycles {
    Cycles(count: nodes.count, edges.map { ($0.from, $0.to) })
  }

  /// The run to a place and along more ways. Nil if there are no times at which it can do all that.
  func run(to node: Int32, then edges: [Edge]) -> Run? {
    var chain = [node]
    while let from = chain.last.map({ nodes[Int($0)].from }), from >= 0 { chain.append(from) }
    chain.reverse()
    let ways =
      chain.map { (link: nodes[Int($0)].link, deed: nodes[Int($0)].deed) }
      + edges.map { (link: $0.link, deed: $0.deed) }
    guard let waits = TimedLink.waits(ways.map { ($0.link, $0.deed != .none) }) else { return nil }
    return (nodes[Int(chain[0])].control, ways.map(\.deed).filter { $0 != .none }, waits)
  }
}
