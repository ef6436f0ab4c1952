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
  /// What was given with the flows of the paths. Nil for paths alone.
  private let listed: [ListedPaths]?
  private var paths: [DriverPath]
  private var index = 0
  private var left: ArraySlice<String>
  public var ends: Bool { true }

  /// A walk along these paths, in their order.
  public init(_ paths: [DriverPath]) { self.init(nil, paths) }

  /// A walk along those of these paths that are of the driven flow, in its reading.
  public init(_ listed: [DriverPaths]) {
    self.init(
      listed.map { ListedPaths(flow: $0.flow, reading: $0.reading, paths: $0.paths) }, [])
  }

  /// A walk along the paths of the driven flow in what `flowrun paths --follow --format json`
  /// prints: all of it, the entry of the flow, or its list of paths.
  ///
  /// - Parameter json: the text in UTF-8, such as the `Data` of a file.
  /// - Throws: if it is something else.
  public init(json: some Sequence<UInt8>) throws(DriverError) {
    let given = ListedPaths.given(Array(json))
    guard let (listed, paths) = given else {
      throw DriverError(
        "these are no paths: give what `flowrun paths --follow --format json` prints, or a list "
          + "of objects with `rows` and `facts`")
    }
    self.init(listed, paths)
  }

  private init(_ listed: [ListedPaths]?, _ paths: [DriverPath]) {
    (self.listed, self.paths) = (listed, paths)
    left = paths.first?.rows[...] ?? []
  }

  public mutating func begin(_ flow: Flow, as reading: Reading) throws(DriverError) {
    guard let listed else { return }
    let own = listed.filter {
      $0.flow == flow.id && ($0.reading ?? reading.rawValue) == reading.rawValue
    }
    guard own.count == 1 else {
      let what = own.isEmpty ? "are no paths" : "is more than one list"
      throw DriverError("there \(what) of `\(flow.id)` as \(reading.rawValue) among these")
    }
    paths = own[0].paths
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
