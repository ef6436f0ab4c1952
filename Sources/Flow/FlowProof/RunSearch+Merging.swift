// Searches in which stacks are merged, so that they take a fraction of the time.
//
// Screens are not put on the stack: Back leads to any screen that was shown on its level, or leaves
// the level. A `goto` out of a call leads to the level of the starts; if Back takes it back, a
// result leads to any caller of its flow. Runs can do no more than this, so what is not found
// cannot happen.
extension RunSearch {
  /// The level of the starts, which is made first.
  private var base: Int32 { 0 }

  /// Merges what is put on the stack at a place, and adds where its Back or its result may lead.
  mutating func merge(_ node: Int32, _ ways: inout [Way]) {
    let level = nodes[Int(node)].level
    if ways.contains(where: { $0.kind == .pushes }) {
      ways.removeAll { way in
        guard way.kind == .pushes else { return false }
        switch way.top.kind {
        case .screen:
          show(way.top, on: level)
          show(way.top, on: base)
          go(node, way, on: level)
        case .departure: go(node, way, on: base)
        case .call, .failure, .suspension, .bottom: return false
        }
        return true
      }
    }
    let control = control(of: node)
    switch control.kind {
    case .goingBack, .goingBackFromTop:
      levels[Int(level)].returns.append(node)
      for screen in levels[Int(level)].screens { goBack(node, to: screen) }
    case .givingBack where levels[Int(level)].top.kind == .bottom,
      .timingOut where levels[Int(level)].top.kind == .bottom:
      lateResults.append(node)
      for top in abandoned { returnLate(node, to: top) }
    case .at, .entering, .returned, .givingBack, .resuming, .timingOut, .timedOut, .ended: break
    }
  }

  /// Notes a caller, to which a result may return late.
  mutating func abandon(_ top: Top) {
    guard top.kind == .call || top.kind == .failure, abandoned.insert(top).inserted else { return }
    for node in lateResults { returnLate(node, to: top) }
  }

  private mutating func show(_ screen: Top, on level: Int32) {
    guard shown.number(of: screen.word, UInt64(UInt32(bitPattern: level))).isNew else { return }
    levels[Int(level)].screens.append(screen)
    for back in levels[Int(level)].returns { goBack(back, to: screen) }
  }

  private mutating func go(_ node: Int32, _ way: Way, on level: Int32) {
    wayCount += 1
    seen.formUnion(way.seen)
    reach(way.control, on: level, nodes[Int(node)].distance, .deed(way.deed, from: node))
  }

  private mutating func goBack(_ node: Int32, to screen: Top) {
    let level = nodes[Int(node)].level
    let isBase = level == base
    let control = control(of: node).goingBack
    for isInCall in isBase ? [false, true] : [levels[Int(level)].top.kind != .suspension] {
      var ways: [Way] = []
      model.expand(control.inCall(isInCall), on: screen, into: &ways)
      for way in ways where way.kind == .goes { go(node, way, on: level) }
    }
  }

  private mutating func returnLate(_ node: Int32, to top: Top) {
    let control = control(of: node)
    guard control.kind == .timingOut || model.returns(from: control.block, to: top) else { return }
    for isInCall in [false, true] {
      let landing = model.landing(control, from: top)
      var way = landing
      way.control = way.control.inCall(isInCall)
      go(node, way, on: base)
    }
  }
}
