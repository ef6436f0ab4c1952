public import ISO7816
internal import Threads

/// A slot of vpcd, pcscd's virtual reader, with a card program in it.
///
/// The program is the TCP client. A frame is a big-endian length of two bytes and a body. A body of
/// one byte is a control code of the reader; any other is a command APDU (api.txt of vsmartcard).
/// To the PC/SC service, connecting means inserting a card.
public actor VPCDSlot {
  /// The port of vpcd's first slot. The second slot has the next one.
  public static let defaultPort: UInt16 = 35963

  private let thread = BlockingThread()
  private let socket: Socket
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Inserts a card into the reader that listens at `host` and `port`.
  public init(host: String = "127.0.0.1", port: UInt16 = defaultPort) throws(VPCDError) {
    socket = try Socket(host: host, port: port)
  }

  deinit { thread.finish() }

  /// Removes the card; may be called on any thread at any time. ``serve(_:)`` then returns.
  public nonisolated func remove() { socket.shutDown() }

  /// Runs `program` as the card until it leaves, the reader goes away or the task is cancelled.
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

  /// Handles one frame from the reader. False if the card or the reader is gone.
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

  /// Throws for a response that no card can give: an empty frame would block the service.
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
