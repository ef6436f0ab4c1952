internal import FlowKit
public import Observation

/// The home that an app controls. In an app it speaks with a radio.
public protocol Home: Sendable {
  /// Whether a device answers. Takes a while.
  func findDevice() async -> Bool
}

/// A screen that the app had before: a list of devices. Each device is added by a wizard, which is
/// a run of its own; several may be open side by side, as in two windows.
@MainActor @Observable public final class DeviceList {
  /// The names of the devices.
  public private(set) var devices: [String] = []
  /// The wizards that are open.
  public private(set) var wizards: [Wizard] = []
  private let home: any Home

  /// A list without devices.
  public init(_ home: any Home) {
    self.home = home
  }

  /// The button "+": opens a wizard.
  public func add() throws -> Wizard {
    let actions = DeviceActions(home: home) { [weak self] name in await self?.keep(name) }
    let wizard = try Wizard(actions)
    wizards.append(wizard)
    return wizard
  }

  /// Follows a wizard while it is open: `.task { await list.follow(wizard) }`.
  public func follow(_ wizard: Wizard) async {
    await wizard.follow()
    wizards.removeAll { $0 === wizard }
  }

  private func keep(_ name: String) { devices.append(name) }
}

/// What the app does for a wizard. Each run has handlers of its own.
struct DeviceActions: Devices.Actions {
  let home: any Home
  let keep: @Sendable (String) async -> Void

  func deviceFind(_ context: borrowing HandlerContext) async -> Devices.DeviceFind {
    await home.findDevice() ? .found : .nothing
  }

  func deviceKeep(_ context: borrowing HandlerContext) async -> Devices.DeviceKeep {
    await keep(context.input(Devices.Input.label) ?? "")
    return .kept
  }
}
