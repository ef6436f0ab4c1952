import Glibc
import ISO7816
import Testing
import Threads

@testable import VirtualCard

/// The reader's side of the wire: a listener on a free port of the loopback. It blocks, so it has a
/// separate thread, since the pool has few threads.
private actor Reader {
  private let thread = BlockingThread()
  private let listener: Int32
  private var peer: Int32 = -1
  nonisolated let port: UInt16
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(listens: Bool = true) {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let port = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size)
        getsockname(listener, pointer, &size)
      }
      return $0.pointee.sin_port
    }
    self.port = UInt16(bigEndian: port)
    if listens { listen(listener, 1) }
  }

  deinit {
    thread.finish { [listener, peer] in
      Glibc.close(listener)
      if peer >= 0 { Glibc.close(peer) }
    }
  }

  func accept() { peer = Glibc.accept(listener, nil, nil) }
  func send(_ bytes: [UInt8]) { write(peer, bytes, bytes.count) }
  func receive(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = recv(peer, &bytes, count, Int32(MSG_WAITALL))
    return Array(bytes.prefix(max(received, 0)))
  }
  func hangUp() {
    Glibc.close(peer)
    peer = -1
  }
}

private actor Echo: CardProgram {
  let answerToReset: [UInt8] = [0x3B, 0x80, 0x01, 0x81]
  private(set) var resets = 0
  func reset() { resets += 1 }
  func react(to command: [UInt8]) -> CardReaction {
    switch command.first {
    case 0xFF: .removal
    case 0xFE: .silence
    case 0xFD: .response([])
    default: .response(command + [0x90, 0])
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct VPCDSlotTests {
  private let reader = Reader()
  private let echo = Echo()

  private func plug() async throws -> (VPCDSlot, Task<Void, any Error>) {
    let slot = try VPCDSlot(port: reader.port)
    await reader.accept()
    return (slot, Task { [echo] in try await slot.serve(echo) })
  }

  @Test("The answer to a command is a frame that begins with its length")
  func frame() async throws {
    let (slot, task) = try await plug()
    await reader.send([0, 4, 0, 0xA4, 4, 0])
    #expect(await reader.receive(8) == [0, 6, 0, 0xA4, 4, 0, 0x90, 0])
    slot.remove()
    try await task.value
  }

  @Test("A long frame that comes in pieces is put together")
  func longFrame() async throws {
    let (slot, task) = try await plug()
    let command = [UInt8](repeating: 7, count: 65_533)
    await reader.send([0xFF])
    await reader.send([0xFD] + command.prefix(1000))
    await reader.send(Array(command.dropFirst(1000)))
    #expect(await reader.receive(65_537) == [0xFF, 0xFF] + command + [0x90, 0])
    slot.remove()
    try await task.value
  }

  @Test("Control codes reset the card and ask for its answer to reset")
  func controlCodes() async throws {
    let (slot, task) = try await plug()
    await reader.send([0, 1, 1, 0, 1, 2, 0, 1, 0, 0, 1, 4])
    #expect(await reader.receive(6) == [0, 4, 0x3B, 0x80, 0x01, 0x81])
    #expect(await echo.resets == 3)
    slot.remove()
    try await task.value
  }

  @Test("A card that leaves closes the connection")
  func cardLeaves() async throws {
    let (_, task) = try await plug()
    await reader.send([0, 4, 0xFF, 0, 0, 0])
    #expect(await reader.receive(1) == [])
    try await task.value
  }

  @Test("A silent card stays connected and answers the next command")
  func silentCard() async throws {
    let (slot, task) = try await plug()
    await reader.send([0, 4, 0xFE, 0, 0, 0, 0, 4, 0, 0, 0, 0])
    #expect(await reader.receive(8) == [0, 6, 0, 0, 0, 0, 0x90, 0])
    slot.remove()
    try await task.value
  }

  @Test("An empty response is an error and is not sent")
  func emptyResponse() async throws {
    let (_, task) = try await plug()
    await reader.send([0, 4, 0xFD, 0, 0, 0])
    #expect(await reader.receive(1) == [])
    await #expect(throws: VPCDError.impossibleResponse(count: 0)) { try await task.value }
  }

  @Test("A reader that hangs up ends the service")
  func readerHangsUp() async throws {
    let (_, task) = try await plug()
    await reader.send([0])
    await reader.hangUp()
    try await task.value
  }

  @Test("A cancelled task takes the card away")
  func cancelled() async throws {
    let (_, task) = try await plug()
    task.cancel()
    #expect(await reader.receive(1) == [])
    try await task.value
  }

  @Test("If no reader listens, the error says what to install")
  func noReader() {
    let deaf = Reader(listens: false)
    let refusal = VPCDError.unreachable(host: "127.0.0.1", port: deaf.port, code: ECONNREFUSED)
    let error = #expect(throws: refusal) { try VPCDSlot(port: deaf.port) }
    #expect(error?.help?.contains("vsmartcard-vpcd") == true)
  }
}
