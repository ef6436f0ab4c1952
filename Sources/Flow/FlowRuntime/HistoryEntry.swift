/// An entry of the stack for Back, calls and Resume.
package struct HistoryEntry: Hashable, Sendable {
  package enum Kind: Int32, Sendable {
    /// A screen was shown. Back stops here.
    case screen
    /// A flow was called from `block`. Its result returns there.
    case call
    /// An error flow was entered from `block`. Its result runs that step again.
    case failure
    /// A `goto` left the call `frame`. Only Back activates it again.
    case departure
    /// The run was suspended at `block`.
    case suspension
  }

  package var block: Int32
  private var packed: Int32

  package init(kind: Kind, block: Int32, frame: Int32) {
    self.block = block
    packed = (frame + 1) << 3 | kind.rawValue
  }

  package var kind: Kind { Kind(rawValue: packed & 7) ?? .screen }
  package var isScreen: Bool { packed & 7 == Kind.screen.rawValue }
  /// The index of the call that was active before; -1 for none.
  package var frame: Int32 { (packed & 0xFFFF) >> 3 - 1 }
  /// Where the entry goes while the older half is forgotten; -1 if it is forgotten.
  fileprivate var place: Int32 {
    get { packed >> 16 - 1 }
    set { packed = packed & 0xFFFF | (newValue + 1) << 16 }
  }
}

extension Machine {
  /// The largest number of nested calls and failures.
  public static let maximumDepth = 64
  /// The largest number of entries, which limits how far Back can go.
  public static let maximumHistory = 512

  /// The number of nested calls and failures.
  package var depth: Int {
    var depth = 0
    var frame = frame
    while frame >= 0 {
      depth += 1
      frame = history[Int(frame)].frame
    }
    return depth
  }

  /// Pushes an entry of a snapshot. Returns false if no run could have pushed it here.
  ///
  /// The call that an entry remembers follows from the entries before it.
  package mutating func restore(_ kind: HistoryEntry.Kind, at block: Int32) -> Bool {
    guard history.count < Machine.maximumHistory else { return false }
    let flags = program.head(of: block).flags
    let frame = kind == .screen ? -1 : self.frame
    switch kind {
    case .screen: guard flags & Block.isScreen != 0 else { return false }
    case .call:
      guard flags & Block.isCall != 0, depth < Machine.maximumDepth else { return false }
      self.frame = Int32(history.count)
    case .failure:
      guard depth < Machine.maximumDepth else { return false }
      self.frame = Int32(history.count)
    case .departure:
      guard frame >= 0 else { return false }
      self.frame = -1
    case .suspension: self.frame = -1
    }
    history.push(HistoryEntry(kind: kind, block: block, frame: frame))
    return true
  }

  /// Forgets the older half of the entries, except for the calls that newer entries need and the
  /// last suspension.
  @inline(never)
  package mutating func forget() {
    // The places are kept in the entries, since no step may allocate.
    func keep(_ index: Int32) {
      var index = index
      while index >= 0, history[Int(index)].place < 0 {
        history[Int(index)].place = 0
        index = history[Int(index)].frame
      }
    }
    for index in (history.count / 2)..<history.count { keep(Int32(index)) }
    if let suspension = history.lastIndex(where: { $0.kind == .suspension }) {
      keep(Int32(suspension))
    }
    keep(frame)
    // An entry's call stands before it, so its new place is known.
    func place(of frame: Int32) -> Int32 { frame < 0 ? -1 : history[Int(frame)].place }
    var count: Int32 = 0
    for index in history.indices where history[index].place == 0 {
      let entry = history[index]
      history[index] = HistoryEntry(
        kind: entry.kind, block: entry.block, frame: place(of: entry.frame))
      history[index].place = count
      count += 1
    }
    frame = place(of: frame)
    for index in history.indices where history[index].place >= 0 {
      var entry = history[index]
      let place = Int(entry.place)
      entry.place = -1
      history[place] = entry
      if index + 1 < times.count { times[place + 1] = times[index + 1] }
    }
    history.pop(to: Int(count))
  }
}
