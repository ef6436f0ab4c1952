import Diagnostics
import Files
import FlowKit
import FlowLoader
import FlowSwift
import Foundation
import Observation
import TestSupport
import Testing
import Wizard

/// Two wizards in one screen, driven as a user would.
@MainActor @Suite struct WizardTests {
  private static let folder = projectFolder + "/Examples/Wizard"

  /// A home in which the first search takes until somebody presses the button.
  private actor Radio: Home {
    private let gate: Gate
    private var searches = 0

    init(_ gate: Gate) { self.gate = gate }

    func findDevice() async -> Bool {
      searches += 1
      if searches == 1 { await gate.wait() }
      return true
    }
  }

  private func wait(until isSo: @MainActor () -> Bool) async {
    while !isSo() {
      await withCheckedContinuation { changed in
        withObservationTracking {
          _ = isSo()
        } onChange: {
          changed.resume()
        }
      }
      // The change is made after it was announced.
      await Task.yield()
    }
  }

  @Test(
    "Two wizards run side by side, and closing one ends neither the other nor the screen",
    .timeLimit(.minutes(1)))
  func sideBySide() async throws {
    let gate = Gate()
    let list = DeviceList(Radio(gate))
    let (slow, quick) = (try list.add(), try list.add())
    let followed = [slow, quick].map { wizard in Task { await list.follow(wizard) } }
    let start = [
      "Add a device", "Hold the button of the device for 3 seconds", "[Search] [Cancel]",
    ]
    await wait { slow.lines == start && quick.lines == start }
    let searching = Task { try await slow.search() }
    await wait { slow.lines == ["Searching"] }
    try await quick.search()
    await wait { quick.lines == ["Name the device", "label:", "[Save]"] }
    #expect(slow.lines == ["Searching"])
    try await quick.save(as: "Lamp")
    await wait { list.wizards.count == 1 }
    #expect(list.devices == ["Lamp"])
    await slow.close()
    await wait { list.wizards.isEmpty }
    await gate.open()
    await #expect(throws: RunnerError.self) { try await searching.value }
    for task in followed { await task.value }
    #expect(list.devices == ["Lamp"])
  }

  @Test("The types of the wizard are those of its flow")
  func types() throws {
    let name = "Flows/UC1-add-a-device.yaml"
    let bytes = try FileSystem.read("\(WizardTests.folder)/\(name)")
    let flows = try need(FlowLoader().load([SourceFile(path: name, bytes: bytes)]).catalogue)
    let types = SwiftTypes(flows, name: "Devices", embedsFlows: true)
    let path = WizardTests.folder + "/Devices.swift"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(types.text.utf8), to: path)
    }
    let recorded = String(decoding: try FileSystem.read(path), as: UTF8.self)
    #expect(types.text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }
}
