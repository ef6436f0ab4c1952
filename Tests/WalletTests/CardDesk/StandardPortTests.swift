import Foundation
import JSON
import TestSupport
import Testing

@testable import CardDesk

@Suite struct StandardPortTests {
  private let input = Pipe()
  private let output = Pipe()
  private var port: StandardPort {
    StandardPort(
      input: input.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor)
  }

  private func write(_ bytes: [UInt8]) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  @Test("A message has its length in front, in the machine's byte order")
  func frame() {
    let text = #"{"version":"2.5.0"}"#
    #expect(
      NativeFrame.encoded(.object(["version": "2.5.0"].mapped)) == [19, 0, 0, 0] + Array(text.utf8))
  }

  @Test("Messages come whole, also in pieces, until the browser closes the connection")
  func pieces() async throws {
    let port = port
    let frame = NativeFrame.encoded(.object(["command": "quit"].mapped))
    try write(frame + frame.prefix(7))
    #expect(await port.receive() == .message(Array(frame.dropFirst(4))))
    try write(Array(frame.dropFirst(7)))
    #expect(await port.receive() == .message(Array(frame.dropFirst(4))))
    try write([40, 0, 0, 0, 1])
    try input.fileHandleForWriting.close()
    #expect(await port.receive() == .closed)
    #expect(await port.receive() == .closed)
  }

  @Test(
    "A length that no request has is refused before anything is read",
    arguments: [
      ([0, 0, 0, 0], 0), ([4, 0, 0, 0], 4), ([1, 32, 0, 0], 8_193),
      ([255, 255, 255, 127], 2_147_483_647), ([255, 255, 255, 255], 4_294_967_295),
    ] as [([UInt8], Int)])
  func lengths(header: [UInt8], count: Int) async throws {
    try write(header)
    #expect(await port.receive() == .invalid("a message has from 5 to 8192 bytes, not \(count)"))
  }

  @Test(
    "The end of the connection is noticed while nothing is read, and messages meanwhile are ignored"
  )
  func closed() async throws {
    let port = port
    let watch = Task { await port.closed() }
    try write(NativeFrame.encoded(.object(["command": "quit"].mapped)))
    try input.fileHandleForWriting.close()
    await watch.value
  }

  @Test("Nobody waits for a browser after the run was given up")
  func cancelled() async {
    let port = port
    let watch = Task { await port.closed() }
    watch.cancel()
    await watch.value
  }

  @Test("What is sent can be read, and a connection that was closed is no error")
  func sent() async throws {
    let port = port
    #expect(await port.send(.object([])))
    #expect(try output.fileHandleForReading.read(upToCount: 6) == Data([2, 0, 0, 0, 123, 125]))
  }
}

extension [String: String] {
  fileprivate var mapped: [JSONValue.Member] {
    map { .init(key: $0.key, value: .string($0.value)) }
  }
}
