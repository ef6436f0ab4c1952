internal import Files
public import JSON
internal import Threads

/// The browser at the other end of standard input and standard output.
public struct StandardPort: BrowserPort {
  private let reader: FrameReader
  private let output: Int32

  /// A connection over these descriptors.
  public init(input: Int32 = 0, output: Int32 = 1) {
    reader = FrameReader(input)
    self.output = output
  }

  public func receive() async -> BrowserMessage { await reader.next() }

  public func send(_ message: JSONValue) async -> Bool {
    (try? FileSystem.write(NativeFrame.encoded(message), to: output)) != nil
  }

  public func closed() async {
    // After bytes that are not a message, it is not known where the next one begins.
    while case .message = await reader.next() {}
  }
}

/// Reads messages on a thread of its own, since reading blocks.
private actor FrameReader {
  private let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  private let input: Int32

  init(_ input: Int32) { self.input = input }

  deinit { thread.finish() }

  func next() -> BrowserMessage {
    do throws(BrowserRequest.Problem) {
      guard let header = bytes(NativeFrame.headerLength), !header.isEmpty else { return .closed }
      let length = try NativeFrame.length(header)
      guard let message = bytes(length), message.count == length else { return .closed }
      return .message(message)
    } catch {
      switch error {
      case .invalid(let reason), .wrongOrigin(let reason): return .invalid(reason)
      }
    }
  }

  /// The next bytes; fewer at the end of the input. Nil if the task is cancelled.
  private func bytes(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      while !FileSystem.isReadable(input, within: 100) {
        if Task.isCancelled { return nil }
      }
      guard let next = try? FileSystem.read(upTo: count - bytes.count, from: input),
        !next.isEmpty
      else { break }
      bytes += next
    }
    return bytes
  }
}
