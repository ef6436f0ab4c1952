public import FlowKit
public import Observation

/// A run that adds a device, as the part of a screen that shows it.
@MainActor @Observable public final class Wizard {
  /// Where the run stands. Nil before the first update.
  public private(set) var situation: Situation?
  private let runner: Runner

  init(_ actions: DeviceActions) throws {
    runner = try Runner(
      Devices.program(), start: Devices.UC1.self, handlers: Devices.handlers(actions))
  }

  /// What the part of the screen shows.
  public var lines: [String] {
    guard let situation, situation.end == nil else { return [] }
    switch Devices.UC1.Step(situation) {
    case .start: return [situation.title, situation.message ?? "", "[Search] [Cancel]"]
    case .searching, .keeping: return [situation.message ?? "..."]
    case .naming: return [situation.title, "label:", "[Save]"]
    case nil: return []  // a step of another flow
    }
  }

  func follow() async {
    for await situation in runner.updates { self.situation = situation }
  }

  /// The button "Search".
  public func search() async throws { try await runner.choose(Devices.UC1.Row.search) }

  /// The button "Save".
  public func save(as label: String) async throws {
    await runner.enter(label, as: Devices.Input.label)
    try await runner.choose(Devices.UC1.Row.save)
  }

  /// The wizard is closed, whatever it does.
  public func close() async { await runner.giveUp() }
}
