package import FlowModel
package import FlowRuntime

extension Script {
  /// The most rows that are added to a script.
  private static let mostMended = 12

  /// The script with those rows more without which it does not run on changed flows, such as that
  /// of a step that was inserted, and without one that the flow has no longer.
  ///
  /// A row is added only if no other one of its step brings the run as far, and one row is left out
  /// at most. The end becomes the one that the run has.
  ///
  /// - Returns: nil if it does not run with them either.
  package func mended(on program: Program) -> Script? {
    var script = self
    var hasLeftOut = false
    for _ in 0...Script.mostMended {
      switch Script.progress(of: script, on: program) {
      case .ended(let ending):
        if script.end != nil { script.end = ending }
        return script
      case .stopped(let place):
        if let next = script.mended(at: place, on: program) {
          script = next
        } else if !hasLeftOut, let next = script.without(place, on: program) {
          // More would be another path.
          (script, hasLeftOut) = (next, true)
        } else {
          return nil
        }
      }
    }
    return nil
  }

  private enum Progress {
    /// The run comes to its end.
    case ended(String)
    /// It does not come beyond this move.
    case stopped(Int)

    /// How many moves were made before those of the old script from `place` on.
    func moves(of script: Script) -> Int {
      switch self {
      case .ended: script.moves.count + 1
      case .stopped(let place): place
      }
    }
  }

  private static func progress(of script: Script, on program: Program) -> Progress {
    do throws(ScriptError) {
      return .ended(try ScriptRun.run(script, on: program).ending)
    } catch {
      return .stopped(error.move ?? 0)
    }
  }

  /// The script with a row before the move that cannot be made.
  private func mended(at place: Int, on program: Program) -> Script? {
    let stopped = moves.count - place
    var best: (left: Int, scripts: [Script]) = (stopped, [])
    // The run may stop after its last move.
    for index in place + 1 == moves.count ? [place, place + 1] : [place] {
      for name in rows(where: index, on: program) {
        var script = self
        script.moves.insert(.row(name), at: index)
        let left = script.moves.count - Script.progress(of: script, on: program).moves(of: script)
        if left < best.left { best = (left, []) }
        if left == best.left, left < stopped { best.scripts.append(script) }
      }
    }
    return best.scripts.count == 1 ? best.scripts[0] : nil
  }

  /// The rows of the step where the run stands before a move.
  private func rows(where place: Int, on program: Program) -> [String] {
    guard let step = step(where: place, on: program) else { return [] }
    let isOwn = step.flow.id == flow || step.flow.alias == flow
    return step.rows(reading).map { isOwn ? $0.reference : $0.qualified }
  }

  /// Where the run stands before a move.
  private func step(where place: Int, on program: Program) -> Step? {
    var script = self
    script.moves = Array(moves[..<place])
    return (try? ScriptRun.run(script, on: program))?.machine.step
  }

  /// The script without the move that cannot be made, if its row is gone.
  private func without(_ place: Int, on program: Program) -> Script? {
    guard place < moves.count, case .row(let name) = moves[place],
      let stands = step(where: place, on: program)
    else { return nil }
    let parts = name.split(separator: ":", maxSplits: 1)
    let named = parts.count > 1 ? program.catalogue.flow(named: String(parts[0])) : nil
    let flows = [named ?? program.catalogue.flow(named: flow), stands.flow].compactMap(\.self)
    guard let id = parts.last, !flows.contains(where: { $0.row(String(id)) != nil }) else {
      return nil
    }
    var script = self
    script.moves.remove(at: place)
    let left = script.moves.count - Script.progress(of: script, on: program).moves(of: script)
    return left < moves.count - place ? script : nil
  }
}
