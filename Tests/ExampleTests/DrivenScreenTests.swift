import AppDriver
import Files
import FlowKit
import FlowTestSupport
import ScreenTest
import TestSupport
import Testing

/// The hotel's screen, driven beside its flow.
@MainActor @Suite struct DrivenScreenTests {
  private static func text() throws -> String {
    let path = projectFolder + "/Examples/Hotel/Flows/UC1-book-a-room.yaml"
    return String(decoding: try FileSystem.read(path), as: UTF8.self)
  }

  @Test("A covering walk finds the hotel's screen where its flow is, at every row")
  func covering() async throws {
    let flows = try catalogue(try DrivenScreenTests.text())
    let report = try await drive(flows, "UC1", .covering, Phone(flows))
    #expect(report.failure == nil && report.uncovered.isEmpty, "\(String(describing: report))")
  }

  @Test("An app in which a row leads elsewhere is noticed there")
  func mistake() async throws {
    let text = try DrivenScreenTests.text()
    let wrong = text.replacing("on: refused, next: 2.1", with: "on: refused, next: 3")
    #expect(wrong != text)
    let phone = Phone(try catalogue(wrong))
    let report = try await drive(try catalogue(text), "UC1", .covering, phone)
    #expect(report.failure?.after?.qualified == "UC1:2.2b", "\(String(describing: report))")
    #expect((report.failure?.error as? Phone.Elsewhere)?.shown.first == "No room is free")
  }
}
