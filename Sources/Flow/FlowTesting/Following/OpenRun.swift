internal import FlowModel
internal import FlowRuntime
internal import JSON

/// A run whose end was not read yet, in every way in which it is possible: in each reading, and in
/// all places where a line lets it stand.
struct OpenRun {
  private var walks: [TraceWalk]
  private let isLenient: Bool
  private let programs: [Program]
  /// The rows that were taken and not taken back.
  private var standing: [TraceClaim] = []
  private var time = Int64.min
  /// Whether something of it was impossible: the rest is not reported as well.
  private var isRefused = false
  private(set) var hasBegun = false

  init(_ programs: [Program], _ isLenient: Bool) {
    (self.isLenient, self.programs) = (isLenient, programs)
    walks = programs.map { TraceWalk(on: $0, isLenient: isLenient) }
  }

  /// After a row that no flow has, the run may go on anywhere.
  mutating func forget() {
    hasBegun = true
    standing = []
    walks = programs.map { TraceWalk(on: $0, isLenient: isLenient) }
  }

  /// Takes a row. Returns why no run takes it there, or nil.
  mutating func take(_ claim: TraceClaim) -> String? {
    hasBegun = true
    if let at = claim.at, let reason = advance(to: at, "it was taken", "the row above") {
      return reason
    }
    if let reason = goBack(claim.returns) { return reason }
    standing.append(claim)
    return follow { $0.taking(claim) }
  }

  /// Ends the run. Returns why no run ends so, or nil.
  mutating func end(_ end: String, _ line: JSONValue) -> String? {
    if let at = line["at"]?.integer, let reason = advance(to: at, "it ended", "its last row") {
      return reason
    }
    if let reason = goBack(TraceClaim.Return.all(in: line)) { return reason }
    let suspensions = TraceClaim.Suspension.all(in: line)
    return followOne({ $0.end(end, suspensions) })
  }

  /// Takes rows back, since the run has asked again for secrets. Returns why no run goes back
  /// there, or nil.
  private mutating func goBack(_ returns: [TraceClaim.Return]) -> String? {
    for back in returns {
      standing.removeLast(min(standing.count, back.rows))
      let walked = walks.map(\.program.reading)
      walks = programs.filter { walked.contains($0.reading) }.map {
        TraceWalk(on: $0, isLenient: isLenient)
      }
      for var claim in standing {
        claim.returns = []
        if let reason = follow({ $0.taking(claim) }) { return reason }
      }
      if let reason = followOne({ $0.goBack(back) }) { return reason }
    }
    return nil
  }

  private mutating func advance(to now: Int64, _ what: String, _ before: String) -> String? {
    defer { time = max(time, now) }
    guard now < time, !isRefused else { return nil }
    isRefused = true
    return "\(what) at \(now) ms, before \(before)"
  }

  /// More ways than a trace leaves open where flows call themselves a few times.
  private static let most = 32

  /// Goes on in every way in which the run is still possible. Returns why none is left.
  private mutating func follow(
    _ step: (TraceWalk) -> (walks: [TraceWalk], reason: String)
  ) -> String? {
    guard !isRefused else { return nil }
    var reason: String?
    var next: [TraceWalk] = []
    for walk in walks {
      let found = step(walk)
      if found.walks.isEmpty { reason = reason ?? found.reason }
      for one in found.walks where !next.contains(where: { $0.isSame(as: one) }) {
        next.append(one)
      }
    }
    walks = Array(next.prefix(OpenRun.most))
    isRefused = walks.isEmpty
    return isRefused ? reason : nil
  }

  /// The same for a step that leads to one place.
  private mutating func followOne(_ step: (inout TraceWalk) -> String?) -> String? {
    follow { walk in
      var walk = walk
      let reason = step(&walk)
      return (reason == nil ? [walk] : [], reason ?? "")
    }
  }
}
