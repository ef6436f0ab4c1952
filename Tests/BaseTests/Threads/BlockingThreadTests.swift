import Foundation
import Testing
import Threads

/// An actor that blocks: its `wait` returns only when another thread signals.
private actor Blocker {
  private let thread = BlockingThread()
  private let ended: AsyncStream<Void>.Continuation?
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(ended: AsyncStream<Void>.Continuation? = nil) { self.ended = ended }
  deinit { thread.finish { [ended] in ended?.finish() } }

  func wait(for gate: DispatchSemaphore) { gate.wait() }
  func threadID() -> UInt { UInt(pthread_self()) }
}

@Suite struct BlockingThreadTests {
  @Test("Each blocking actor stays on its own thread")
  func ownThread() async {
    let one = Blocker()
    let other = Blocker()
    let first = await one.threadID()
    let second = await other.threadID()
    #expect(first != second)
    #expect(await one.threadID() == first)
  }

  @Test("Four blocked actors per processor do not stop another one")
  func manyBlocked() async {
    let gate = DispatchSemaphore(value: 0)
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { await Blocker().wait(for: gate) } }
      let free = Blocker()
      let thread = await free.threadID()
      #expect(await free.threadID() == thread)
      for _ in 0..<count { gate.signal() }
    }
  }

  @Test("The thread runs its last job when its actor is gone")
  func lastJob() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    do {
      let blocker = Blocker(ended: continuation)
      _ = await blocker.threadID()
    }
    for await _ in stream {}
  }
}
