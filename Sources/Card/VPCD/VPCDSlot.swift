public import ISO7816
internal import Threads

/// A slot of vpcd, the virtual reader of pcscd, with a card program in it.
///
/// The program is the TCP client. Frames are a length of two bytes, big-endian, and a body; a body
/// of one byte is a control code of the reader, anything else a command APDU (the api.txt of
/// vsmartcard). To the PC/SC service, connecting is putting a card on the reader.
public actor VPCDSlot {
  /// Where vpcd listens for its first slot; the second is one above.
  public static let defaultPort: UInt16 = 35963

  private let thread = BlockingThread()
  private let socket: Socket
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Puts a card on the reader that listens at `host` and `port`.
  public init(host: String = "127.0.0.1", port: UInt16 = defaultPort) throws(VPCDError) {
    socket = try Socket(host: host, port: port)
  }

  deinit { thread.finish() }

  /// Takes the card away, from any thread and at any moment. ``serve(_:)`` returns then.
  public nonisolated func remove() { socket.shutDown() }

  /// Lets `program` be the card, until it leaves, the reader goes away or the task is cancelled.
  public func serve(_ program: any CardProgram) async throws(VPCDError) {
    defer { socket.shutDown() }
    let result: Result<Void, VPCDError> = await withTaskCancellationHandler {
      do throws(VPCDError) {
        while try await exchange(with: program) {}
        return .success(())
      } catch {
        return .failure(error)
      }
    } onCancel: {
      remove()
    }
    try result.get()
  }

  /// One frame of the reader and the reaction to it; false when one of the two is gone.
  private func exchange(with program: any CardProgram) async throws(VPCDError) -> Bool {
    guard let length = try socket.read(2),
      let body = try socket.read(Int(length[0]) << 8 | Int(length[1]))
    else { return false }
    if body.count == 1, let control = Control(rawValue: body[0]) {
      switch control {
      case .powerOff, .powerOn, .reset: await program.reset()
      case .answerToReset: return try send(await program.answerToReset)
      }
      return true
    }
    switch await program.react(to: body) {
    case .response(let response): return try send(response)
    case .silence: return true
    case .removal: return false
    }
  }

  /// An empty frame would hang the service, so what no card can say is not sent.
  private func send(_ body: [UInt8]) throws(VPCDError) -> Bool {
    guard (2...65_535).contains(body.count) else { throw .impossibleResponse(count: body.count) }
    return try socket.write([UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body)
  }

  private enum Control: UInt8 {
    case powerOff = 0
    case powerOn = 1
    case reset = 2
    case answerToReset = 4
  }
}
