/// All runs of a program as a graph, which says what can still happen and what can repeat.
struct RunGraph {
  struct Place {
    /// The number of rows of the shortest run.
    let length: Int
    /// That of the rule's automaton.
    let state: UInt8
    let hasEnded: Bool
  }

  /// A row that is taken, or a suspension.
  struct Edge {
    let from: Int
    let to: Int
    /// Whether the subject of the rule happens.
    let isSubject: Bool
    /// Whether only the user does it.
    let isUsers: Bool
  }

  var places: [Place] = []
  var edges: [Edge] = []

  /// The length of a shortest run after which the subject neither has just happened nor can happen.
  /// Nil if there is none.
  var stranded: Int? {
    // The state 1 of `always possible`: the subject has just happened.
    var isPossible = places.map { $0.state == 1 }
    var hasNews = true
    while hasNews {
      hasNews = false
      for edge in edges.reversed() where isPossible[edge.to] && !isPossible[edge.from] {
        isPossible[edge.from] = true
        hasNews = true
      }
    }
    return places.indices.filter { !isPossible[$0] }.map { places[$0].length }.min()
  }

  /// Whether runs can go round for ever while something is due: without the user, or also with what
  /// only the user does.
  func hasLoop(withUsers: Bool) -> Bool {
    // What is left when places without a way on are taken away until there are none.
    var kept = edges.filter { edge in
      !edge.isSubject && (withUsers || !edge.isUsers)
        && [edge.from, edge.to].allSatisfy { places[$0].state == 1 && !places[$0].hasEnded }
    }
    while true {
      let starts = Set(kept.map(\.from))
      let next = kept.filter { starts.contains($0.to) }
      if next.count == kept.count { return !kept.isEmpty }
      kept = next
    }
  }

  /// Whether something is due at a place from which no run ends that.
  var hasTrap: Bool {
    var escapes = places.map { $0.state != 1 || $0.hasEnded }
    for edge in edges where edge.isSubject { escapes[edge.from] = true }
    var hasNews = true
    while hasNews {
      hasNews = false
      for edge in edges.reversed() where escapes[edge.to] && !escapes[edge.from] {
        escapes[edge.from] = true
        hasNews = true
      }
    }
    return escapes.contains(false)
  }
}
