public import FlowRuntime

/// The phone, and everything else that the wallet needs from outside.
///
/// Each part is a small protocol, so that an app can replace one part and keep the others.
public struct Environment: Sendable {
  /// The device and its operating system.
  public var phone: any Phone
  /// The sensor for faces or fingers.
  public var biometrics: any BiometricSensor
  /// The link that opened the app.
  public var links: any LinkSource
  /// The camera.
  public var camera: any Camera
  /// The website or app that started this app.
  public var caller: any Caller
  /// The account server.
  public var account: any AccountService
  /// The backend that proves the identity of an account's holder.
  public var proofing: any ProofingService
  /// The clock of the run, which also knows the time of day.
  public var clock: any RunClock
  /// The source of ID cards.
  public var cards: any CardSource

  /// An environment with these parts.
  public init(
    phone: any Phone, biometrics: any BiometricSensor, links: any LinkSource, camera: any Camera,
    caller: any Caller, account: any AccountService, proofing: any ProofingService,
    clock: any RunClock, cards: any CardSource
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
