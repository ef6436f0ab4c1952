/// Everything that the wallet asks of the phone that it runs on.
///
/// Each part is a small protocol, so that an app can put its own in place of one and keep the rest.
public struct Environment: Sendable {
  /// The device, and what its operating system says of the app.
  public var phone: any Phone
  /// The sensor for faces or fingers.
  public var biometrics: any BiometricSensor
  /// The link that opened the app.
  public var links: any LinkSource
  /// The camera.
  public var camera: any Camera
  /// The website or app that has started this app.
  public var caller: any Caller
  /// The account server.
  public var account: any AccountService
  /// The backend that proves who stands behind an account.
  public var proofing: any ProofingService
  /// The clock of the device and of the run.
  public var clock: any WalletClock
  /// Where ID cards come from.
  public var cards: any CardSource

  /// Puts an environment together from its parts.
  public init(
    phone: any Phone, biometrics: any BiometricSensor, links: any LinkSource, camera: any Camera,
    caller: any Caller, account: any AccountService, proofing: any ProofingService,
    clock: any WalletClock, cards: any CardSource
  ) {
    self.phone = phone
    self.biometrics = biometrics
    self.links = links
    self.camera = camera
    self.caller = caller
    self.account = account
    self.proofing = proofing
    self.clock = clock
    self.cards = cards
  }
}
