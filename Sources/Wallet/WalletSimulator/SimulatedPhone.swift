internal import LoopbackHTTP
package import WalletApp

/// A phone as described by a world. It keeps what changes, such as the number of failed scans.
package actor SimulatedPhone: Phone, BiometricSensor, LinkSource, Camera {
  private(set) var world: World
  /// The account server in this process, or another one reached by HTTP.
  private let server: any AccountService

  init(_ world: World, server: any AccountService) {
    self.world = world
    self.server = server
  }

  /// Changes the world during a run: for example, the connection fails or the card is held longer.
  package func change(_ change: @Sendable (World) -> World) {
    world = change(world)
  }

  package var platform: Platform { world.platform }
  package var appVersion: String { world.app.version }
  package var isAppInstalled: Bool { world.app.isInstalled }
  package var isAppResumed: Bool { world.app.start == .resumed }
  package func closeApp() -> Bool { world.app.closesItself }

  package func attestation(of publicKey: [UInt8]) -> [UInt8]? {
    world.device.isSecure ? DeviceAuthority().statement(on: publicKey) : nil
  }

  package var link: String? { world.link }

  // MARK: Biometrics

  package var isSupported: Bool { world.biometrics.isSupported && world.biometrics.isEnrolled }
  package var isReady: Bool { isSupported && world.biometrics.isAvailable && !isLocked }
  package var failures: Int { world.biometrics.failures }
  /// iOS allows two attempts, Android five.
  private var isLocked: Bool { failures >= (platform == .ios ? 2 : 5) }

  package func confirm() -> Bool { world.biometrics.isEnrolled && world.biometrics.isConfirmed }

  package func scan() -> Bool {
    let seen = next(\.biometrics.scans)
    let isValid = seen == "match" && !isLocked && world.biometrics.isEnrolled
    world.biometrics.failures = isValid ? 0 : min(failures + 1, 5)
    return isValid
  }

  // MARK: The camera

  package var hasCamera: Bool { world.device.hasCamera }
  package func scanCode() -> String { next(\.proofing.codes) }

  package func scanLicence() -> String {
    let seen = next(\.proofing.licences)
    return SampleLicence(rawValue: seen)?.barcode ?? seen
  }

  /// The next entry of a list. The last one is repeated.
  private func next(_ path: WritableKeyPath<World, [String]>) -> String {
    let list = world[keyPath: path]
    if list.count > 1 { world[keyPath: path].removeFirst() }
    return list.first ?? ""
  }
}

// MARK: The connection

extension SimulatedPhone: AccountService {
  /// The account server, reached over the phone's connection.
  private var line: any AccountService {
    switch world.network {
    case .ok: server
    // These failures are real: an address without a route, a port without a server.
    case .noInternet: HTTPAccountService(host: .nowhere)
    case .serverUnreachable: HTTPAccountService(host: HTTPAccountService.deaf)
    }
  }

  package func policy(for version: String) async throws(AccountFailure) -> VersionVerdict {
    try await line.policy(for: version)
  }

  package func register(_ registration: Registration) async throws(AccountFailure) -> String {
    try await line.register(registration)
  }

  package func challenge(for account: String) async throws(AccountFailure) -> [UInt8] {
    try await line.challenge(for: account)
  }

  package func check(
    _ signature: [UInt8], of challenge: [UInt8], account: String
  ) async throws(AccountFailure) -> PINVerdict {
    try await line.check(signature, of: challenge, account: account)
  }
}
