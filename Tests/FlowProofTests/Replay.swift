import FlowModel
import FlowProof
import FlowRuntime

/// The run of a counter-example's script, taken again with a judge beside it.
struct Replay {
  private var walk: Walk
  private var judge: RuleJudge

  /// Whether a script breaks a rule where it ends. Throws if the script does not run.
  static func breaks(
    _ rule: HouseRule, _ script: Script, on program: Program
  ) throws(WalkError) -> Bool {
    var replay = Replay(
      walk: try Walk(
        script.flow, from: script.from, facts: script.facts, clock: script.clock, only: false,
        on: program),
      judge: RuleJudge(rule, on: program))
    replay.judge.enterFlow(replay.walk.machine)
    for move in script.moves { try replay.make(move) }
    try replay.goOn()
    return replay.judge.isBroken || replay.judge.isBrokenAtEnd && replay.hasStopped
  }

  private mutating func make(_ move: Script.Move) throws(WalkError) {
    switch move {
    case .row(let name):
      for _ in 0...Walk.patience {
        let deed = try walk.next(toward: name)
        try perform(deed)
        if deed.isNamed { return }
      }
      throw .loop(walk.machine.step.qualified)
    case .wait(let time):
      try goOn()
      try walk.wait(time)
    case .suspend(let flow):
      try goOn()
      try walk.suspend(into: flow)
      judge.enterFlow(walk.machine)
    }
  }

  /// Takes what happens by itself before the run waits.
  private mutating func goOn() throws(WalkError) {
    while !judge.isBroken, walk.machine.need == .call || walk.machine.need == .passOver,
      let deed = try walk.next(.calls)
    {
      try perform(deed)
    }
  }

  private mutating func perform(_ deed: Walk.Deed) throws(WalkError) {
    if let timer = deed.timer { walk.wait(for: timer) }
    let before = walk.machine
    try walk.perform(deed.kind)
    switch deed.kind {
    case .call: judge.enterFlow(walk.machine)
    case .take(let row):
      judge.take(row, isPassedOver: false, before: before, after: walk.machine)
    case .skip: judge.take(0, isPassedOver: true, before: before, after: walk.machine)
    }
  }

  /// Whether nothing can happen any more.
  private var hasStopped: Bool {
    let machine = walk.machine
    switch machine.need {
    case .end: return true
    case .result: return machine.resultRow == nil
    case .call, .passOver: return false
    case .event:
      return machine.timer == nil
        && machine.rows.indices.allSatisfy { position in
          if case .never = machine.access(to: position) { true } else { false }
        }
    }
  }
}
