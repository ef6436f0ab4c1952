/// Pairs the parts of two versions of a flow.
struct Pairing<Part> {
  let old: [Part]
  let new: [Part]
  /// For each part, the index of its counterpart in the other version; -1 for none.
  private(set) var newOfOld: [Int]
  private(set) var oldOfNew: [Int]

  init(_ old: [Part], _ new: [Part]) {
    self.old = old
    self.new = new
    newOfOld = Array(repeating: -1, count: old.count)
    oldOfNew = Array(repeating: -1, count: new.count)
  }

  /// The counterpart of an older part, by its number.
  func new(of index: Int) -> Part? { newOfOld[index] < 0 ? nil : new[newOfOld[index]] }
  /// The counterpart of a newer part, by its number.
  func old(of index: Int) -> Part? { oldOfNew[index] < 0 ? nil : old[oldOfNew[index]] }

  mutating func join(_ old: Int, _ new: Int) {
    newOfOld[old] = new
    oldOfNew[new] = old
  }

  /// Pairs the remaining parts that have the same key. Among several, the order decides.
  mutating func join(by key: (Part, _ isOld: Bool) -> String?) {
    var waiting: [String: [Int]] = [:]
    for index in old.indices.reversed() where newOfOld[index] < 0 {
      if let key = key(old[index], true) { waiting[key, default: []].append(index) }
    }
    guard !waiting.isEmpty else { return }
    for index in new.indices where oldOfNew[index] < 0 {
      guard let key = key(new[index], false), let other = waiting[key]?.popLast() else { continue }
      join(other, index)
    }
  }
}
