import FlowModel
import FlowProof
import FlowRuntime

// What a row does to the stack, the facts and the step in which a run is.

extension Promela {
  // MARK: What happens

  func take(
    _ block: Int32, _ position: Int, _ rows: [Row], isPassedOver: Bool
  ) -> String {
    let cell = program.tables.cells[Int(block) + position]
    var parts: [String] = []
    var place = Int(cell.changes)
    while place != 0 {
      let change = program.tables.changes[place]
      if !facts.contains(Int(change.fact)) {
        // Nothing asks for it.
      } else if change.counts, !isPassedOver {
        parts.append(
          "if :: f\(change.fact) < \(change.value) -> f\(change.fact)++ :: else fi")
      } else if !change.counts {
        parts.append("f\(change.fact) = \(change.value)")
      }
      if change.isLast { break }
      place += 1
    }
    parts.append(
      "see(\(events.meaning(of: rows[position], isPassedOver: isPassedOver).promela))")
    parts.append("ret = -1")
    parts.append(lead(cell, from: block))
    return parts.joined(separator: "; ")
  }

  func lead(_ cell: Cell, from block: Int32) -> String {
    let target = cell.target
    switch cell.operation {
    case .step: return "at = \(target); \(arrival(target, inFlow: false))"
    case .screen, .screenUnless, .section:
      return enter(target, inFlow: false)
    case .stay: return arrival(block, inFlow: false)
    case .goto:
      return "if :: frame >= 0 -> push(\(Self.departure), at, frame) :: else fi; frame = -1; "
        + enter(target, inFlow: true)
    case .error:
      return "push(\(Self.failure), at, frame); frame = n - 1; " + enter(target, inFlow: true)
    case .outline:
      return end("outline", inFlow: program.catalogue.flows[Int(target)])
    case .back:
      return "back(); if :: t == 0 -> \(end("back")) :: else -> visiting = true fi"
    case .resume:
      return "resume(); if :: t == 0 -> \(end("resume")) :: else -> visiting = true fi"
    case .result:
      return "if :: frame < 0 -> \(end("result \(program.tables.symbols[Int(target)])")) "
        + ":: else -> t = frame; at = blk[t]; "
        + "if :: kind[t] == \(Self.call) -> ret = \(target) :: else fi; frame = fr[t]; pop(t); "
        + "if :: ret < 0 -> visiting = true :: else fi fi"
    case .end, .missing: return end("end")
    }
  }

  func enterCall(_ block: Int32, _ head: Cell) -> String {
    let callee = program.tables.rareFields[Int(head.number)].callee
    guard callee >= 0 else {
      return end("outline", inFlow: program.catalogue.flows[Int(-1 - callee)])
    }
    return "push(\(Self.call), \(block), frame); frame = n - 1; " + enter(callee, inFlow: true)
  }

  func end(_ way: String, inFlow flow: Flow? = nil) -> String {
    "see(\(events.meaning(ofEnd: way, inFlow: flow).promela)); over()"
  }

  func enter(_ block: Int32, inFlow: Bool) -> String {
    var text = "at = \(block)"
    if program.head(of: block).flags & Block.isScreen != 0 {
      text +=
        passes(block).map { "; if :: !\($0) -> put(\(block)) :: else fi" }
        ?? "; put(\(block))"
    }
    return text + "; " + arrival(block, inFlow: inFlow)
  }

  func arrival(_ block: Int32, inFlow: Bool) -> String {
    let step = program.step(at: block)
    let there = "see(\(events.meaning(of: step, inFlow: inFlow).promela))"
    guard let pass = passes(block) else { return there }
    let skipped = inFlow ? "see(\(events.meaning(skippedInto: step.flow).promela))" : "skip"
    return "if :: \(pass) -> \(skipped) :: else -> \(there) fi"
  }

  // MARK: Facts

  func passes(_ block: Int32) -> String? {
    let head = program.head(of: block)
    guard head.flags & Block.hasUnless != 0 else { return nil }
    return "(\(list(program.tables.rareFields[Int(head.number)].unless, " || ")))"
  }

  func conditions(_ start: Int32) -> String {
    start == 0 ? "true" : list(start, " && ")
  }

  func list(_ start: Int32, _ separator: String) -> String {
    var parts: [String] = []
    var place = Int(start)
    while true {
      let condition = program.tables.conditions[place]
      let values = program.facts[Int(condition.fact)].values.indices.filter { value in
        let counted = condition.counts && value < Int(condition.last) ? value + 1 : value
        return condition.mask >> UInt64(counted) & 1 == 1
      }
      let any = values.map { "f\(condition.fact) == \($0)" }.joined(separator: " || ")
      parts.append("(\(any.isEmpty ? "false" : any))")
      if condition.isLast { return parts.joined(separator: separator) }
      place += 1
    }
  }
}
