import Diagnostics
import Files
import FlowKit
import FlowLoader
import FlowModel
import FlowSwift
import FlowTestSupport
import Foundation
import TestSupport
import Testing

/// What `flowrun swift` writes, judged by the compiler and by `swift format`.
@Suite struct SwiftTypesTests {
  private func hostile() throws -> Catalogue {
    let file = SourceFile(path: #"2FA \(x).yaml"#, bytes: try fixture("hostile.yaml"))
    return try need(FlowLoader().load([file]).catalogue)
  }

  @Test("The types of a hostile flow are as recorded: keywords, digits, quotes, hidden characters")
  func golden() throws {
    let text = SwiftTypes(try hostile()).text
    let path = projectFolder + "/Tests/FlowSwiftTests/Fixtures/hostile.swift.txt"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(text.utf8), to: path)
    }
    let recorded = String(decoding: try fixture("hostile.swift.txt"), as: UTF8.self)
    #expect(text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  @Test("The types of all flows, of hostile and of random names compile and have the usual layout")
  func compiles() throws {
    let folder = try Folder()
    let flows = try catalogue(in: flowsFolder)
    var types = [
      "Written": SwiftTypes(flows, name: "Written", embedsFlows: true),
      "Meant": SwiftTypes(flows, as: .meant, name: "Meant", isPublic: true),
      "Hostile": SwiftTypes(try hostile(), name: "Hostile"),
    ]
    for seed in 0..<12 {
      types["Random\(seed)"] = SwiftTypes(
        try HostileNames.catalogue(seed: UInt64(seed)), name: "Random\(seed)")
    }
    for (name, types) in types { try folder.write(types.text, to: "\(name).swift") }
    let files = types.keys.sorted().map { "\($0).swift" }
    let compiled = try Compiler.check(files, in: folder)
    #expect(compiled.output == "")
    #expect(compiled.status == 0)
    let layout = try OtherProgram.run("swift", ["format", "lint", "--strict", "-r", folder.path])
    #expect(layout.output == "")
    #expect(layout.status == 0)
  }

  @Test("The same flows give the same bytes, from YAML and from a compiled file")
  func stable() throws {
    let flows = try catalogue(in: flowsFolder)
    let compiled = try Catalogue(compiled: flows.compiledFile)
    let text = SwiftTypes(flows, embedsFlows: true).text
    #expect(text == SwiftTypes(compiled, embedsFlows: true).text)
    #expect(text == SwiftTypes(try catalogue(in: flowsFolder), embedsFlows: true).text)
  }

  /// A change of the hotel's flow, and the error of its app. The types and the app have the number
  /// of the change in their names, so that the compiler judges all of them at once.
  private struct Change {
    let old: String
    let new: String
    /// What the screen shows in place of "Room {room}".
    var shown: String?
    let error: String
  }

  private static let changes = [
    Change(old: "", new: "", error: ""),
    Change(
      old: "          a: { user: selects Pay, name: pay, enters: card, next: 2.2 }\n", new: "",
      error: "type 'Hotel1.UC1.Row' has no member 'pay'"),
    Change(
      old: "          b: { case: No room is free, name: noneFree, on: taken, next: 3 }\n", new: "",
      error: "type 'Hotel2.RoomHold' has no member 'taken'"),
    Change(
      old: "action: room.hold", new: "action: room.find",
      error: "requires function 'roomFind' with type"),
    Change(
      old: "          a: { user: selects Close, name: close, next: end }\n",
      new: """
                  a: { user: selects Close, name: close, next: 3.2 }
              - step: 3.2
                notice: Good bye
                rows:
                  a: { user: reads it, next: end }

        """, error: "add missing case: '.some(.s3_2)'"),
    Change(
      old: "card: { secret: yes, digits: 16 }", new: "card: { digits: 16 }",
      error: "type 'Hotel5' has no member 'Secret'"),
    Change(
      old: "values: [room]", new: "values: [number]", shown: "Room {number}",
      error: "incorrect argument label in call (have 'room:', expected 'number:')"),
    Change(
      old: "        values: [room]\n", new: "", shown: "A room",
      error: "enum case 'held' has no associated values"),
    Change(
      old: "values: [room]", new: "values: [room, floor]", shown: "Room {room} ({floor})",
      error: "missing argument for parameter 'floor' in call"),
  ]

  @Test(
    "An app that its flows have left behind is not compiled, and the error names what is missing")
  func leftBehind() throws {
    let example = projectFolder + "/Examples/Hotel/"
    func text(_ name: String) throws -> String {
      String(decoding: try FileSystem.read(example + name), as: UTF8.self)
    }
    let yaml = try text("Flows/UC1-book-a-room.yaml")
    let app =
      try text("Desk.swift")
      + text("Booking.swift").split(separator: "\n").dropFirst()
      .joined(separator: "\n")
    let folder = try Folder()
    var files: [String] = []
    for (number, change) in SwiftTypesTests.changes.enumerated() {
      try #require(change.old.isEmpty || yaml.contains(change.old))
      let changed = yaml.replacingOccurrences(of: change.old, with: change.new)
        .replacingOccurrences(of: "Room {room}", with: change.shown ?? "Room {room}")
      let file = SourceFile("UC1.yaml", text: changed)
      let flows = try need(FlowLoader().load([file]).catalogue)
      let types = SwiftTypes(flows, name: "Hotel\(number)")
      try folder.write(types.text, to: "Hotel\(number).swift")
      var numbered = app
      for name in ["Hotel", "Desk", "Booking"] {
        numbered = numbered.replacingOccurrences(of: name, with: "\(name)\(number)")
      }
      try folder.write(numbered, to: "Booking\(number).swift")
      files += ["Hotel\(number).swift", "Booking\(number).swift"]
    }
    let output = try Compiler.check(files, in: folder).output
    for (number, change) in SwiftTypesTests.changes.enumerated() {
      #expect(output.contains("/Booking\(number).swift:") == !change.error.isEmpty)
      if !change.error.isEmpty { #expect(output.contains(change.error)) }
    }
    let errors = Compiler.errors(output)
    #expect(errors.allSatisfy { $0.contains("/Booking") })
  }

  @Test(
    "An outcome has exactly the values that a text may show after it, over calls, results and Back"
  )
  func valuesOfOutcomes() throws {
    let files = ["UC1.yaml", "PF1.yaml"].map {
      SourceFile(path: $0, bytes: (try? fixture("values/\($0)")) ?? [])
    }
    let loaded = FlowLoader().load(files)
    #expect(loaded.diagnostics.map(\.message) == [])
    let lines = SwiftTypes(try need(loaded.catalogue)).text.split(separator: "\n")
      .map { String($0.drop { $0 == " " }) }
    func cases(_ type: String) -> [String] {
      guard let start = lines.firstIndex(where: { $0.hasPrefix("enum \(type): ") }) else {
        return []
      }
      return lines[(start + 1)...].prefix { !$0.hasPrefix("static") && $0 != "}" }
        .filter { $0.hasPrefix("case") }
    }
    // Nothing is shown after `none`, and the next search replaces the number.
    #expect(cases("Search") == ["case found(name: String, price: String)", "case none"])
    // The called flow shows the price as its parameter, and Back leads to the screen that shows it.
    #expect(cases("Price") == ["case cheaper(price: String)", "case gone(price: String)"])
    // The caller shows the receipt, and only after the result that has it. A failure has no values.
    #expect(
      cases("Charge") == [
        "case paid(receipt: String)", "case refused(reason: String)",
        "case noInternet",
      ])
    // Nothing shows it, so every outcome has it, and a trace has it.
    #expect(cases("Stamp") == ["case stamped(mark: String)", "case late(mark: String)"])
    #expect(
      cases("Value") == ["case name", "case price", "case receipt", "case mark", "case reason"])
    // A parameter that is a value is no input.
    #expect(cases("Input") == ["case text"])
    #expect(cases("Secret") == ["case card"])
  }

  @Test("Names become Swift: camel case, digits apart, letters of every script")
  func names() {
    #expect(SwiftTypes.name(forFile: "hotel") == "Hotel")
    #expect(SwiftTypes.name(forFile: "my hotel-app 2.0") == "MyHotelApp2_0")
    #expect(SwiftTypes.name(forFile: "2fa") == "Flows2fa")
    #expect(SwiftTypes.name(forFile: "---") == "Flows")
    #expect(SwiftTypes.name(forFile: "String") == "String_")
    for name in ["Hotel", "Õis", "Hotel_2"] { #expect(SwiftTypes.isName(name)) }
    for name in ["", "2fa", "a b", "class", "Self", "String", "A.B", "A\u{202E}"] {
      #expect(!SwiftTypes.isName(name))
    }
  }
}
