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
  package var frame: Int32 { (packed >> 3) - 1 }
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
    // Without an array, since no step may allocate.
    var kept = EntrySet()
    func keep(_ index: Int32) {
      var index = index
      while index >= 0, kept.insert(index) { index = history[Int(index)].frame }
    }
    for index in (history.count / 2)..<history.count { keep(Int32(index)) }
    if let suspension = history.lastIndex(where: { $0.kind == .suspension }) {
      keep(Int32(suspension))
    }
    keep(frame)
    var count = 0
    for index in history.indices where kept.contains(Int32(index)) {
      let entry = history[index]
      history[count] = HistoryEntry(
        kind: entry.kind, block: entry.block, frame: kept.place(of: entry.frame))
      if index + 1 < times.count { times[count + 1] = times[index + 1] }
      count += 1
    }
    frame = kept.place(of: frame)
    history.pop(to: count)
  }
}

/// A set of entries of the history, by their places: a bit for each of ``Machine/maximumHistory``.
private struct EntrySet {
  private var words = SIMD16<UInt32>(repeating: 0)

  func contains(_ index: Int32) -> Bool { words[Int(index >> 5)] >> UInt32(index & 31) & 1 == 1 }

  /// Adds an entry. Returns whether it is new.
  mutating func insert(_ index: Int32) -> Bool {
    guard !contains(index) else { return false }
    words[Int(index >> 5)] |= 1 << UInt32(index & 31)
    return true
  }

  /// The place of an entry among those in the set; -1 for -1.
  func place(of index: Int32) -> Int32 {
    guard index >= 0 else { return -1 }
    let word = Int(index >> 5)
    var count = (words[word] & (1 << UInt32(index & 31) - 1)).nonzeroBitCount
    for before in 0..<word { count += words[before].nonzeroBitCount }
    return Int32(count)
  }
}
