import FlowModel
import FlowProof
import FlowRuntime

/// A program and a rule in Promela, for the model checker SPIN.
///
/// It is written from the program's cells and from the words of the rule, and knows nothing of the
/// prover: the stack is that of the machine, with as many entries as `depth`. What would need more
/// is cut off. SPIN reports an error if and only if a run within that depth breaks the rule.
struct Promela {
  /// The entries of the stack.
  static let depth = 14
  /// The kinds of entries, as numbers.
  static let (screen, call, failure, departure, suspension) = (1, 2, 3, 4, 5)

  let rule: HouseRule
  let program: Program
  let monitor: Monitor
  let events: RuleEvents
  /// The blocks that runs may come to, and the facts that they ask for.
  let blocks: [Int32]
  let facts: [Int]
  var text = ""

  init(_ rule: HouseRule, on program: Program) {
    self.rule = rule
    self.program = program
    monitor = Monitor(rule.form, count: rule.count, isScoped: !rule.other.isEmpty)
    events = RuleEvents(rule, on: program)
    let first = (events.starts + (events.interruption.map { [$0] } ?? [])).compactMap(\.firstStep)
    blocks = Promela.blocks(from: first.compactMap { program.block(of: $0) }, program)
    facts = Promela.facts(of: blocks, program).union(events.facts).sorted()
    write()
  }

  static func blocks(from first: [Int32], _ program: Program) -> [Int32] {
    var found = Set(first)
    var waiting = first
    while let block = waiting.popLast() {
      var next = program.tables.cells.filter {
        $0.home == block && $0.operation.leadsToBlock
      }.map(\.target)
      let head = program.head(of: block)
      if head.flags & Block.isCall != 0 {
        next.append(program.tables.rareFields[Int(head.number)].callee)
      }
      waiting += next.filter { $0 >= 0 && found.insert($0).inserted }
    }
    return found.sorted()
  }

  static func facts(of blocks: [Int32], _ program: Program) -> Set<Int> {
    var found: Set<Int> = []
    func ask(_ start: Int32) {
      var place = Int(start)
      while place > 0 {
        found.insert(Int(program.tables.conditions[place].fact))
        if program.tables.conditions[place].isLast { return }
        place += 1
      }
    }
    for block in blocks {
      let head = program.head(of: block)
      if head.flags & Block.hasUnless != 0 {
        ask(program.tables.rareFields[Int(head.number)].unless)
      }
      for outcome in outcomes(block, program) { ask(outcome.conditions) }
    }
    return found
  }

  /// The model.
  var source: String { text }

  /// Whether runs matter that go on for ever.
  var isAboutEver: Bool { rule.form == .eventually || rule.form == .exactlyOnce }

  // MARK: The file

  mutating func write() {
    line("/* \(RuleSentence(rule).text) As \(program.reading.rawValue). */")
    line("#define D \(Self.depth)")
    line("short at = 0; byte m = \(monitor.start); short ret = -1; short frame = -1; byte n = 0;")
    line("byte kind[D]; short blk[D]; short fr[D]; byte l; byte t;")
    line("bool committed = false; bool visiting = false;")
    for fact in facts { line("byte f\(fact) = 0;") }
    line(
      """
      #define DUE \
      (\(condition(of: "m", where: { !self.monitor.isBroken(atEndIn: $0) }, negated: true)))
      """
    )
    line("#define OK (!visiting && (!committed || DUE))")
    let skipped = blocks.filter { passes($0) != nil }
    let dynamic = skipped.map { "(b == \($0) && \(passes($0) ?? "false"))" }
    line("#define PASS(b) (\((dynamic + ["false"]).joined(separator: " || ")))")
    macros()
    line("init {")
    starts()
    line("do")
    line(":: at < 0 -> committed = false; break")
    line(":: atomic { at >= 0 && committed && !(DUE) -> at = -2 }")
    if isAboutEver {
      line(
        ":: atomic { at >= 0 && !visiting && !committed && (DUE) && ret < 0 -> committed = true }")
    }
    for block in blocks {
      line(
        """
        :: atomic { at == \(block) && visiting -> visiting = false; \
        \(arrival(block, inFlow: false)) }
        """
      )
      step(block)
    }
    line("od; goto done")
    line("cut: at = -2; committed = false")
    line("done: skip")
    line("}")
    if isAboutEver {
      line("never { do :: true :: committed -> break od; accept: do :: committed od }")
    }
  }

  mutating func macros() {
    line("inline see(x) { l = x;")
    line("  if")
    for state in states {
      let letters = Dictionary(grouping: UInt8(0)..<16) {
        monitor.next(state, Monitor.Letter(rawValue: $0))
      }
      for (next, letters) in letters.sorted(by: { $0.key < $1.key }) where next != state {
        let any = letters.map { "l == \($0)" }.joined(separator: " || ")
        line("  :: m == \(state) && (\(any)) -> m = \(next)")
      }
    }
    line("  :: else fi; l = 0; assert(m != \(Monitor.broken)) }")
    line("inline over() { assert(!(DUE)); at = -1; ret = -1; committed = false }")
    line("inline push(k, b, f) { if :: n < D -> kind[n] = k; blk[n] = b; fr[n] = f; n++")
    line("  :: else -> goto cut fi }")
    line("inline pop(x) { do :: n > x -> n--; kind[n] = 0; blk[n] = 0; fr[n] = 0")
    line("  :: else -> break od }")
    line("inline put(b) { if :: n > 0 && kind[n - 1] == \(Self.screen) && blk[n - 1] == b -> skip")
    line("  :: else -> push(\(Self.screen), b, -1) fi }")
    // Back ends with `t` = 1 if it came to a screen, else with the run at an end.
    line("inline back() { t = n;")
    line(
      "  if :: n > 0 && kind[n - 1] == \(Self.screen) && blk[n - 1] == at -> t = n - 1 :: else fi;")
    line("  do")
    line("  :: t == 0 || kind[t - 1] == \(Self.suspension) -> pop(t); t = 0; break")
    line("  :: t > 0 && kind[t - 1] > \(Self.screen) && kind[t - 1] < \(Self.suspension) ->")
    line("     frame = fr[t - 1]; t--")
    line("  :: t > 0 && kind[t - 1] == \(Self.screen) && PASS(blk[t - 1]) -> t--")
    line("  :: t > 0 && kind[t - 1] == \(Self.screen) && !PASS(blk[t - 1]) ->")
    line("     pop(t); at = blk[t - 1]; t = 1; break")
    line("  od }")
    line("inline resume() { t = n;")
    line("  do :: t == 0 -> break :: t > 0 && kind[t - 1] == \(Self.suspension) -> break")
    line("  :: t > 0 && kind[t - 1] != \(Self.suspension) -> t-- od;")
    line("  if :: t == 0 -> skip")
    line("  :: else -> at = blk[t - 1]; frame = fr[t - 1]; pop(t - 1); t = 1 fi }")
  }

  mutating func starts() {
    for number in facts {
      let fact = program.facts[number]
      let given = rule.given.first { $0.fact.text == fact.name }
      let values = given?.values.compactMap { fact.values.firstIndex(of: $0.text) }
      line(
        "if "
          + (values ?? Array(fact.values.indices)).map { ":: f\(number) = \($0)" }
          .joined(separator: " ") + " fi;")
    }
    line("atomic { if")
    for flow in events.starts {
      guard let block = flow.firstStep.flatMap({ program.block(of: $0) }) else { continue }
      line(":: true -> \(enter(block, inFlow: true))")
    }
    line("fi };")
  }

  mutating func line(_ text: String) { self.text += text + "\n" }

  // MARK: Steps

  /// The states of the automaton.
  var states: [UInt8] {
    var found = [monitor.start]
    var next = 0
    while next < found.count {
      for letter in UInt8(0)..<16 {
        let state = monitor.next(found[next], Monitor.Letter(rawValue: letter))
        if state != Monitor.broken, !found.contains(state) { found.append(state) }
      }
      next += 1
    }
    return found
  }

  func condition(
    of name: String, where holds: (UInt8) -> Bool, negated: Bool
  ) -> String {
    let chosen = states.filter { holds($0) != negated }
    return chosen.isEmpty ? "false" : chosen.map { "\(name) == \($0)" }.joined(separator: " || ")
  }

  mutating func step(_ block: Int32) {
    let head = program.head(of: block)
    let rows = program.step(at: block).rows(program.reading)
    let pass = passes(block)
    line(":: atomic { at == \(block) && OK -> if")
    if head.flags & Block.isCall != 0 {
      line("  :: ret >= 0 -> if")
      var earlier: [(symbol: Int32, guard: String)] = []
      for outcome in Self.outcomes(block, program) where outcome.symbol != OutcomeRow.person {
        let holds = conditions(outcome.conditions)
        let before = earlier.filter { $0.symbol == outcome.symbol }.map { "!(\($0.guard))" }
        let all = (["ret == \(outcome.symbol)", "(\(holds))"] + before).joined(separator: " && ")
        line("    :: \(all) -> \(take(block, Int(outcome.row), rows, isPassedOver: false))")
        earlier.append((outcome.symbol, holds))
      }
      line("    :: else -> over() fi")
    } else {
      line("  :: ret >= 0 -> over()")
    }
    if let pass {
      line("  :: ret < 0 && \(pass) -> \(take(block, 0, rows, isPassedOver: true))")
    }
    let open = "ret < 0" + (pass.map { " && !\($0)" } ?? "")
    if head.flags & Block.isCall != 0 {
      line("  :: \(open) -> \(enterCall(block, head))")
    } else {
      let guards = rows.indices.map { openness(block, $0, rows) }
      for (position, row) in rows.enumerated() {
        let isUsers = isAboutEver && events.isUsers(row, program.reading)
        line(
          "  :: \(open) && \(guards[position])\(isUsers ? " && !committed" : "") -> "
            + take(block, position, rows, isPassedOver: false))
      }
      let none = guards.map { "!(\($0))" }.joined(separator: " && ")
      line("  :: \(open)\(none.isEmpty ? "" : " && \(none)") -> over()")
      if head.flags & Block.passes == 0, let flow = events.interruption,
        let start = flow.firstStep.flatMap({ program.block(of: $0) })
      {
        line(
          "  :: \(open)\(isAboutEver ? " && !committed" : "") -> "
            + "push(\(Self.suspension), \(block), frame); frame = -1; \(enter(start, inFlow: true))"
        )
      }
      // Only the user could go on.
      if isAboutEver { line("  :: \(open) && committed -> at = -2") }
    }
    line("  fi }")
  }

  static func outcomes(_ block: Int32, _ program: Program) -> [OutcomeRow] {
    var list: [OutcomeRow] = []
    var place = Int(program.head(of: block).target)
    while place != 0 {
      list.append(program.tables.outcomes[place])
      if program.tables.outcomes[place].isLast { break }
      place += 1
    }
    return list
  }

  /// When a row may be taken.
  func openness(_ block: Int32, _ position: Int, _ rows: [Row]) -> String {
    let row = rows[position]
    let list = Self.outcomes(block, program)
    func holds(_ position: Int) -> String {
      conditions(list.first { Int($0.row) == position }?.conditions ?? 0)
    }
    var parts = ["(\(holds(position)))"]
    if let own = list.firstIndex(where: { Int($0.row) == position }),
      list[own].symbol != OutcomeRow.person
    {
      for other in list[..<own] where other.symbol == list[own].symbol {
        parts.append("!(\(conditions(other.conditions)))")
      }
    }
    // Of the step's timers the earliest is taken whose conditions hold. One of a section or a flow
    // may have begun long before.
    if let after = row.after, row.outcome == nil, row.scope == .step {
      for (other, earlier) in rows.enumerated() where earlier.outcome == nil {
        guard let before = earlier.after, earlier.scope == .step,
          (before, other) < (after, position)
        else { continue }
        parts.append("!(\(holds(other)))")
      }
    }
    return parts.joined(separator: " && ")
  }
}
