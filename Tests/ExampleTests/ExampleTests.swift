import Diagnostics
import Files
import FlowKit
import FlowLoader
import FlowSwift
import Foundation
import HotelApp
import TestSupport
import Testing

@Suite struct ExampleTests {
  private static let folder = projectFolder + "/Examples/Hotel"

  private func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.read(path), as: UTF8.self)
  }

  /// The flows of the example, by their paths in its folder.
  private func flows() throws -> Catalogue {
    let name = "Flows/UC1-book-a-room.yaml"
    let bytes = try FileSystem.read("\(ExampleTests.folder)/\(name)")
    return try need(FlowLoader().load([SourceFile(path: name, bytes: bytes)]).catalogue)
  }

  /// Follows a booking until it shows a screen that begins with `title`.
  private func lines(_ booking: Booking, at title: String) async -> [String] {
    for await situation in booking.runner.updates {
      let lines = booking.lines(situation)
      if lines.first == title { return lines }
    }
    return []
  }

  @Test("The hotel's app books a room, is killed, and is paid with the rest of the time")
  func books() async throws {
    let room = "Pay for room 12"
    let clock = ManualRunClock()
    let flows = try flows().compiledFile
    let booking = try Booking(flows: flows, clock: clock)
    #expect(await lines(booking, at: "Book a room") == ["Book a room", "name:", "[Book]"])
    try await booking.book(as: "Mari")
    #expect(
      await lines(booking, at: room) == [room, "900 s left", "[Pay] [Cancel]"])
    clock.advance(to: 600_000)
    let saved = await booking.saved

    let later = ManualRunClock(timeOfDay: clock.timeOfDay + 60_000)
    let restored = try Booking(flows: flows, saved: try need(saved), clock: later)
    #expect(
      await lines(restored, at: room) == [room, "240 s left", "[Pay] [Cancel]"])
    try await restored.pay(secret("5105105105105100"))
    #expect(await lines(restored, at: room).first == room)
    try await restored.pay(secret("4111111111111111"))
    #expect(await lines(restored, at: "The end: end") == ["The end: end"])
  }

  @Test("Without a room the hotel's app says so")
  func full() async throws {
    let booking = try Booking(flows: flows().compiledFile)
    _ = await lines(booking, at: "Book a room")
    try await booking.book(as: "Nobody")
    #expect(await lines(booking, at: "No room is free") == ["No room is free", "[Close]"])
  }

  @Test(
    "An app lists its handlers for `flowrun check --handlers`, with outcomes and values, sorted")
  func list() {
    var handlers = Handlers()
    handlers.bind("room.hold", outcomes: ["taken", "held"], values: ["room", "floor"]) { _ in "held"
    }
    handlers.bind("payment.take", outcomes: ["paid"]) { _ in "paid" }
    #expect(handlers.list == "payment.take: paid\nroom.hold: held, taken; floor, room\n")
  }

  @Test("The types of the example are those of its flows")
  func types() throws {
    let types = SwiftTypes(try flows(), name: "Hotel")
    let path = ExampleTests.folder + "/Hotel.swift"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(types.text.utf8), to: path)
    }
    #expect(types.text == (try text(path)), "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  @Test("The page for app engineers shows parts of the example word for word")
  func page() throws {
    let page = try text(projectFolder + "/docs/for-app-engineers.md")
    let start = try need(page.range(of: "## In an app")).upperBound
    let end = try need(page.range(of: "\n## ", range: start..<page.endIndex)).lowerBound
    let blocks = page[start..<end].components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let example =
      try text(ExampleTests.folder + "/Desk.swift") + text(ExampleTests.folder + "/Booking.swift")
    // The first one is for Package.swift.
    #expect(blocks.count == 4)
    for block in blocks.dropFirst() { #expect(example.contains(block)) }
  }
}
