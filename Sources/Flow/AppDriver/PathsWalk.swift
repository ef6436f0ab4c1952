public import FlowModel
public import FlowRuntime

/// A path of `flowrun paths --follow --format json`.
public struct DriverPath: Hashable, Sendable, Decodable {
  /// The rows, with their flow or without.
  public let rows: [String]
  /// The first values of facts, by name.
  public let facts: [String: String]

  /// A path of these rows.
  public init(rows: [String], facts: [String: String] = [:]) {
    (self.rows, self.facts) = (rows, facts)
  }
}

/// The paths of a flow: an entry of what `flowrun paths --follow --format json` prints.
public struct DriverPaths: Hashable, Sendable, Decodable {
  /// The id of the flow.
  public let flow: String
  /// `written` or `meant`.
  public let reading: String
  /// The paths, in the order of the list.
  public let paths: [DriverPath]
}

/// Paths, each in a run of its own with its first values of facts.
public struct PathsWalk: DriverWalk, Sendable {
  private let paths: [DriverPath]
  private var index = 0
  private var left: ArraySlice<String>
  public var ends: Bool { true }

  /// A walk along these paths, in their order.
  public init(_ paths: [DriverPath]) {
    self.paths = paths
    left = paths.first?.rows[...] ?? []
  }

  /// What is left of the path. What happens by itself stands in it as well.
  private func rest(after taken: [Row]) -> ArraySlice<String> {
    taken.reduce(left) { rest, row in
      rest.first.map { row.isCalled($0) } == true ? rest.dropFirst() : rest
    }
  }

  /// A path may have the result of a call in place of the called flow.
  public func enters(_ situation: Situation, taken: [Row]) -> Bool {
    guard let name = rest(after: taken).first else { return true }
    return !situation.machine.rows.contains { $0.isCalled(name) }
  }

  public func facts(ofRun number: Int) -> [String: String]? {
    paths.indices.contains(number) ? paths[number].facts : [:]
  }

  public mutating func next(at place: DriverPlace) throws -> DriverChoice? {
    left = rest(after: place.taken)
    guard let name = left.first else {
      index += 1
      guard index < paths.count else { return nil }
      left = paths[index].rows[...]
      return .restart
    }
    guard let move = place.moves.first(where: { $0.row.isCalled(name) }) else {
      throw DriverError("`\(name)` cannot be taken now")
    }
    return .make(move)
  }
}
