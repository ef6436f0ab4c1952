/// A gate that opens once, for all tasks that wait at it.
public actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// A closed gate.
  public init() {}

  /// Lets everybody go on, now and later.
  public func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  /// Returns when the gate is open.
  public func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
