internal import FlowModel
internal import FlowRuntime

/// Follows runs with their whole stacks and the times of their timers, the shortest first, as long
/// as there are not too many.
///
/// Wherever a run waits, any time may pass before something happens, up to the first timer. Which
/// timer is the first may depend on when sections, flows and calls began, and that is kept as a
/// ``Zone``.
struct TimedSearch {
  let model: RunModel
  private let needed: NeededClocks
  private(set) var nodes: [Node] = []
  /// The ways from places where something is due, or all if it is asked what stays possible.
  private(set) var edges: [Edge] = []
  private var known: [Place: [Int32]] = [:]
  private var current: [Int32] = []
  private var following: [Int32] = []
  private(set) var broken: Int32?
  /// Everything of the sentence that happens in the runs that were followed.
  private(set) var seen: Monitor.Letter = []
  /// Whether a run was not followed, since too many of its callers have timers.
  private var isCut = false
  /// Whether all runs were followed.
  private(set) var isComplete = false
  var count: Int { nodes.count }
  /// How many entries the stacks of all places have.
  private var entries = 0

  /// The most entries that stacks have, on average. Where every row shows a screen they would grow
  /// with every row.
  private static let mostEntries = 32
  /// The most clocks of a run that are followed. Calls cost no row, so they could nest for ever.
  private static let mostClocks = 16

  /// - Parameters:
  ///   - most: how many places to follow at most.
  ///   - enough: the parts of the sentence to see before it may stop without a broken rule.
  init(_ model: RunModel, most: Int, enough: Monitor.Letter?) {
    self.model = model
    needed = NeededClocks(model)
    for start in model.starts {
      seen.formUnion(start.seen)
      add(
        start.control, left: -1, .entered, [], Zone(), distance: 0, from: -1, start, TimedLink())
    }
    while true {
      guard let node = current.popLast() else {
        guard !following.isEmpty else {
          isComplete = !isCut
          return
        }
        current = following.reversed()
        following = []
        continue
      }
      if nodes[Int(node)].control.isBroken {
        broken = node
        return
      }
      if nodes.count > most || entries > most * TimedSearch.mostEntries { return }
      if enough.map(seen.isSuperset) ?? false { return }
      if model.waits(at: nodes[Int(node)].control) { wait(at: node) } else { goOn(from: node) }
    }
  }

  // MARK: What happens

  /// What happens at once.
  private mutating func goOn(from node: Int32) {
    let place = nodes[Int(node)].place
    var ways: [Way] = []
    model.expand(nodes[Int(node)].control, on: place.stack.last?.top ?? .bottom, into: &ways)
    for way in ways {
      follow(way, from: node, left: place.left, place.clocks, place.stack, TimedLink())
    }
  }

  /// What happens after some time.
  private mutating func wait(at node: Int32) {
    let (control, place) = (nodes[Int(node)].control, nodes[Int(node)].place)
    let timers = running(control, place)
    var ways: [Way] = []
    model.takeAnswers(control, &ways)
    if ways.isEmpty, timers.isEmpty, model.canStop { ways.append(model.stop(control)) }
    if let way = model.suspending(control) { ways.append(way) }
    let before = TimedLink(
      delays: true,
      bounds: timers.map { Zone.Bound(clock: $0.clock, other: 0, most: $0.timer.after - 1) })
    for way in ways { follow(way, from: node, left: -1, place.clocks, place.stack, before) }
    for (number, first) in timers.enumerated() {
      // Of two for the same time, the one of the inner step and the earlier row comes first.
      let order = timers.enumerated().filter { $0.offset != number }.map { other, timer in
        Zone.Bound(
          clock: timer.clock, other: first.clock,
          most: timer.timer.after - first.timer.after - (other < number ? 1 : 0))
      }
      let after = first.timer.after
      take(
        first, at: node,
        TimedLink(
          delays: true, isTimer: true,
          bounds: order + [
            Zone.Bound(clock: first.clock, other: 0, most: after),
            Zone.Bound(clock: 0, other: first.clock, most: -after),
          ]))
      // Its time may be over already, if its conditions did not hold then or the run was suspended.
      take(
        first, at: node,
        TimedLink(
          isTimer: true,
          bounds: order + [Zone.Bound(clock: 0, other: first.clock, most: -after - 1)]))
    }
  }

  private func running(_ control: Control, _ place: Place) -> [Running] {
    var timers: [Running] = []
    func add(_ block: Int32, _ clocks: TimerClocks, _ waits: Bool, _ entry: Int) {
      for timer in model.timers[block] ?? [] {
        guard timer.scope != .step || waits, clocks.runs(timer),
          model.allows(timer.row, at: block, in: control.facts)
        else { continue }
        let clock = clocks.numbers[TimerClocks.place(timer.scope, restarts: timer.restarts)]
        timers.append(
          Running(
            timer: timer, clock: Int(clock), cell: block + Int32(timer.row), entry: entry))
      }
    }
    add(control.block, place.clocks, true, -1)
    var isInCall = control.isInCall
    for (number, entry) in place.stack.enumerated().reversed() where isInCall {
      guard entry.top.kind != .screen else { continue }
      add(entry.top.block, entry.clocks, entry.top.kind == .call, number)
      isInCall = entry.top.isInCall
    }
    return timers
  }

  private mutating func take(_ running: Running, at node: Int32, _ link: TimedLink) {
    var control = nodes[Int(node)].control
    var (clocks, stack) = (nodes[Int(node)].place.clocks, nodes[Int(node)].place.stack)
    if running.entry >= 0 {
      let entry = stack[running.entry]
      control = Control(
        .at, entry.top.block, isInCall: entry.top.isInCall, monitor: control.monitor,
        facts: control.facts)
      clocks = entry.clocks
      stack.removeSubrange(running.entry...)
    }
    clocks.note(running.timer)
    var ways: [Way] = []
    model.take(Deed(cell: running.cell, isPassedOver: false), from: control, &ways)
    for way in ways { follow(way, from: node, left: -1, clocks, stack, link) }
  }

  private mutating func follow(
    _ way: Way, from node: Int32, left: Int32, _ clocks: TimerClocks, _ stack: [Entry],
    _ link: TimedLink
  ) {
    var zone = nodes[Int(node)].zone
    if link.delays { zone.delay() }
    for bound in link.bounds {
      guard zone.constrain(bound) else { return }
    }
    seen.formUnion(way.seen)
    var (way, control, left, clocks, stack) = (way, way.control, left, clocks, stack)
    switch way.kind {
    case .pushes:
      let isScreen = way.top.kind == .screen
      stack.append(Entry(top: way.top, clocks: isScreen ? .none : clocks))
      if !isScreen { clocks = .entered }
    case .leaves:
      guard let entry = stack.popLast() else { return }
      let landing = model.landing(control, from: entry.top)
      seen.formUnion(landing.seen)
      way.seen.formUnion(landing.seen)
      leave(control.kind, entry, &left, &clocks, &stack)
      control = landing.control
    case .goes:
      let before = nodes[Int(node)].control
      if let cell = way.deed.cell {
        clocks.enter(by: model.program.tables.cells[Int(cell)].operation)
      } else if before.kind == .goingBack || before.kind == .goingBackFromTop,
        control.kind == .at
      {
        needed.goBack(from: left < 0 ? before.block : left, to: control.block, &clocks)
        left = -1
      }
    }
    add(
      control, left: left, clocks, stack, zone,
      distance: nodes[Int(node)].distance + Int(way.deed.weight), from: node, way, link)
  }

  /// The clocks after an entry was removed. Those of the flow that is returned to go on.
  private func leave(
    _ kind: Control.Kind, _ entry: Entry, _ left: inout Int32, _ clocks: inout TimerClocks,
    _ stack: inout [Entry]
  ) {
    guard entry.top.kind != .screen else { return }
    switch kind {
    case .givingBack:
      clocks = entry.clocks
      if entry.top.kind == .failure { clocks.enterStep() }
    // A `goto` has left the flow, so its timers do not go on.
    case .goingBack where entry.top.kind == .departure,
      .goingBackFromTop where entry.top.kind == .departure:
      break
    case .goingBack, .goingBackFromTop:
      clocks = entry.clocks
      left = entry.top.block
    case .resuming where entry.top.kind == .suspension:
      clocks = entry.clocks
      clocks.restart()
      stack = stack.map { entry in
        var clocks = entry.clocks
        clocks.restart()
        return Entry(top: entry.top, clocks: clocks)
      }
    case .at, .entering, .returned, .resuming, .timingOut, .timedOut, .ended: break
    }
  }

  // MARK: Places

  private mutating func add(
    _ control: Control, left: Int32, _ clocks: TimerClocks, _ stack: [Entry], _ zone: Zone,
    distance: Int, from: Int32, _ way: Way, _ link: TimedLink
  ) {
    var link = link
    var numbers: [Int16: Int16] = [:]
    // Only clocks that something may read are kept, in the order of the stack.
    func keep(_ clocks: TimerClocks, _ bits: UInt8) -> TimerClocks {
      var kept = TimerClocks.none
      for place in 0..<6 where bits >> UInt8(place) & 1 == 1 {
        let old = max(clocks.numbers[place], 0)
        if numbers[old] == nil {
          link.clocks.append(Int(old))
          numbers[old] = Int16(link.clocks.count)
        }
        kept.numbers[place] = numbers[old] ?? -1
      }
      if bits & 0b010010 != 0 { kept.sectionDone = clocks.sectionDone }
      if bits & 0b100100 != 0 { kept.flowDone = clocks.flowDone }
      return kept
    }
    let hasEnded = control.kind == .ended
    let kept = (hasEnded ? [] : stack).map { entry in
      guard entry.top.kind != .screen else { return entry }
      return Entry(
        top: entry.top,
        clocks: keep(
          entry.clocks, needed.clocks(of: entry.top.block) & entry.top.kind.clocksThatGoOn))
    }
    let isLeft = hasEnded || control.kind == .givingBack || control.kind == .resuming
    let own = keep(clocks, isLeft ? 0 : needed.clocks(of: left < 0 ? control.block : left))
    guard link.clocks.count <= TimedSearch.mostClocks else {
      isCut = true
      return
    }
    let place = Place(
      word: control.word, facts: control.facts, left: left, clocks: own, stack: kept)
    let zone = zone.picking(link.clocks, limit: needed.limit)
    for other in known[place] ?? []
    where nodes[Int(other)].distance <= distance && nodes[Int(other)].zone.includes(zone) {
      note(from, other, way, link)
      return
    }
    let number = Int32(truncatingIfNeeded: nodes.count)
    known[place, default: []].append(number)
    entries += kept.count
    nodes.append(
      Node(
        control: control, place: place, zone: zone, distance: distance, from: from, deed: way.deed,
        link: link))
    note(from, number, way, link)
    if from >= 0, way.deed == .none { current.append(number) } else { following.append(number) }
  }

  private mutating func note(_ from: Int32, _ to: Int32, _ way: Way, _ link: TimedLink) {
    let isPossible = model.monitor.form == .alwaysPossible
    guard from >= 0, isPossible || model.monitor.isAboutEver && isDue(from) else { return }
    let isSubject = way.seen.contains(.subject) || !isPossible && !isDue(to)
    edges.append(
      Edge(
        from: from, to: to, deed: way.deed, isUsers: way.isUsers, isSubject: isSubject, link: link))
  }

  func isDue(_ node: Int32) -> Bool {
    let control = nodes[Int(node)].control
    return control.kind != .ended && model.monitor.isDue(control.monitor)
  }
}
