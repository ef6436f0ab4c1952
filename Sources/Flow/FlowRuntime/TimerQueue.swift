/// Timers, the earliest first, each with what to do when it is due.
///
/// A heap of times, and the bodies by number. Removing a timer leaves its time in the heap until it
/// is reached, or until more than half of the heap is left over.
struct TimerQueue: Sendable {
  typealias Body = @Sendable () -> Void

  private struct Entry: Comparable {
    var due: Int64
    var number: Int

    static func < (one: Entry, other: Entry) -> Bool {
      (one.due, one.number) < (other.due, other.number)
    }
  }

  private var heap: [Entry] = []
  private var bodies: [Int: Body] = [:]
  private var last = 0

  /// The time of the earliest timer. It may be of one that was removed.
  var earliest: Int64? { heap.first?.due }

  /// Adds a timer.
  ///
  /// - Returns: its number.
  mutating func add(at due: Int64, _ body: @escaping Body) -> Int {
    last += 1
    bodies[last] = body
    heap.append(Entry(due: due, number: last))
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    return last
  }

  /// Removes a timer, if it has not been taken.
  mutating func remove(_ number: Int) {
    bodies[number] = nil
    guard heap.count > 64 + 2 * bodies.count else { return }
    // A sorted array is a heap.
    heap = heap.filter { bodies[$0.number] != nil }.sorted()
  }

  /// Removes the timers that are due, the earliest first. Of two for the same time, the one that
  /// was added first comes first.
  mutating func take(until now: Int64) -> [Body] {
    var due: [Body] = []
    while let first = heap.first, first.due <= now {
      removeFirst()
      if let body = bodies.removeValue(forKey: first.number) { due.append(body) }
    }
    return due
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      let children = (2 * place + 1..<2 * place + 3).clamped(to: heap.indices)
      guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[place] else {
        return
      }
      heap.swapAt(place, least)
      place = least
    }
  }
}
