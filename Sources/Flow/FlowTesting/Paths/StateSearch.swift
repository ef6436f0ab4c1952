/// Finds the states that runs can be in, each once, and the rows that lead from one to another.
struct StateSearch<State, Key: Hashable> {
  /// A row that can be taken; without a next state when it leaves the graph.
  struct Edge {
    let row: Int32
    let next: State?
  }

  /// The most states that are followed.
  let limit: Int
  private let key: (State) -> Key
  private(set) var states: [State] = []
  private(set) var stages: [[Int32]] = []
  /// Whether states were not followed because of the limit.
  private(set) var isCut = false
  private var index: [Key: Int32] = [:]
  private var offsets: [Int32] = [0]
  private var targets: [Int32] = []
  private var labels: [Int32] = []

  /// - Parameter key: what makes two states the same.
  init(limit: Int, key: @escaping (State) -> Key) {
    self.limit = limit
    self.key = key
  }

  func contains(_ state: State) -> Bool { index[key(state)] != nil }

  /// Adds a stage that starts at these states, and all that they lead to, unless all are known.
  mutating func start(at starts: [State], edges: (State) -> [Edge]) {
    let count = states.count
    let nodes = starts.map { node(for: $0) }
    guard states.count > count else { return }
    stages.append(nodes)
    while offsets.count <= states.count {
      let state = states[offsets.count - 1]
      if states.count > limit {
        isCut = true
      } else {
        for edge in edges(state) {
          labels.append(edge.row)
          targets.append(edge.next.map { node(for: $0) } ?? -1)
        }
      }
      offsets.append(Int32(targets.count))
    }
  }

  private mutating func node(for state: State) -> Int32 {
    let key = key(state)
    if let node = index[key] { return node }
    let node = Int32(states.count)
    index[key] = node
    states.append(state)
    return node
  }

  /// The states found. States of one place are the same for a path that comes to no place twice.
  func graph<Place: Hashable>(place: (State) -> Place) -> PathGraph {
    PathGraph(
      offsets: offsets, targets: targets, labels: labels, places: numbers(of: place), stages: stages
    )
  }

  /// For every state, the number of its part. States with the same part share one.
  func numbers<Part: Hashable>(of part: (State) -> Part) -> [Int32] {
    var numbers: [Part: Int32] = [:]
    return states.map { state in
      let next = Int32(numbers.count)
      let part = part(state)
      let number = numbers[part] ?? next
      numbers[part] = number
      return number
    }
  }
}
