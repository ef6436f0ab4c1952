internal import FlowModel
internal import FlowRuntime

/// The timers of a program that run longer than a step: those of calls, sections and flows.
struct LongTimers {
  /// The longest timers of a flow, in milliseconds; 0 where there is none.
  private struct Longest {
    var flow: Int64 = 0
    /// Of all sections. A row that leads to a step of another section does not begin their time
    /// again.
    var section: Int64 = 0
    /// Of calling steps, by their blocks.
    var calls: [Int32: Int64] = [:]
  }

  private let program: Program
  /// Those of the flows that were needed so far.
  private var flows: [Int32: Longest] = [:]

  init(_ program: Program) { self.program = program }

  /// Whether the flows that were needed so far have none.
  var isEmpty: Bool {
    flows.values.allSatisfy { $0.flow == 0 && $0.section == 0 && $0.calls.isEmpty }
  }

  /// How long the timers of the current flow and of all calling steps have run, in milliseconds,
  /// and which of them have run out. What has run longer than every timer of its part counts as one
  /// millisecond longer.
  mutating func times(of machine: Machine) -> [Int64] {
    guard var now = machine.times.first else { return [] }
    var times: [Int64] = []
    func add(since start: Int64, _ done: UInt32, _ longest: Int64) {
      guard longest > 0 else { return }
      times += [done < longest ? min(machine.clock - start, longest + 1) : 0, Int64(done)]
    }
    var (block, frame) = (machine.block, machine.frame)
    var longest = longest(in: block)
    while true {
      add(since: now.section, now.sectionDone, longest.section)
      add(since: now.flow, now.flowDone, longest.flow)
      guard frame >= 0 else { return times }
      let entry = machine.history[Int(frame)]
      now = machine.times[Int(frame) + 1]
      (block, frame) = (entry.block, entry.frame)
      longest = self.longest(in: block)
      if entry.kind == .call { add(since: now.step, 0, longest.calls[block] ?? 0) }
    }
  }

  private mutating func longest(in block: Int32) -> Longest {
    let tables = program.tables
    let flow = tables.flowOfStep[Int(program.head(of: block).number)]
    if let known = flows[flow] { return known }
    let next = Int(flow) + 1
    let last =
      next < tables.firstSteps.count ? Int(tables.firstSteps[next]) : tables.offsets.count
    var longest = Longest()
    for step in Int(tables.firstSteps[Int(flow)])..<last {
      for timer in tables.timers(ofStep: step) {
        let after = Int64(timer.after)
        switch timer.scope {
        case .step:
          guard program.head(of: tables.offsets[step]).flags & Block.isCall != 0 else { break }
          longest.calls[tables.offsets[step], default: 0].raise(to: after)
        case .section: longest.section.raise(to: after)
        case .flow: longest.flow.raise(to: after)
        }
      }
    }
    flows[flow] = longest
    return longest
  }
}

extension Int64 {
  fileprivate mutating func raise(to other: Int64) { self = Swift.max(self, other) }
}
