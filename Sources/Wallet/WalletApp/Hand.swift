internal import EstEID
internal import ISO7816
internal import Secrets

/// What the wallet holds in its hands during a run. Noncopyable, since it owns secrets; putting an
/// empty one in its place wipes them.
struct Hand: ~Copyable {
  /// The remote PIN that was chosen or entered.
  var pin: Secret?
  private var can: Secret?
  private var pin1: Secret?
  private var pin2: Secret?
  var channel: (any CardChannel)?
  var card: EstEIDCard?
  /// When the waiting for a card began that has not come yet, on the run's clock.
  var waitingSince: Int64?
  var challenge: String?
  var token: CallerAnswer?
  /// Whether the caller has its answer.
  var isAnswered = false
  var proofingCode: ProofingCode?
  /// The text of the licence's barcode.
  var licence: String?
  var link: UniversalLink?
  /// When the pause after wrong PINs ends, in milliseconds since 1970-01-01T00:00:00Z.
  var pausedUntil: Int64?

  /// Moves a code of the card out of the hand.
  mutating func take(_ code: CardCode) -> Secret? {
    switch code {
    case .can: can.take()
    case .pin1: pin1.take()
    case .pin2: pin2.take()
    }
  }

  /// Puts a code of the card in place of the one that was there.
  mutating func keep(_ secret: consuming Secret, as code: CardCode) {
    switch code {
    case .can: can = consume secret
    case .pin1: pin1 = consume secret
    case .pin2: pin2 = consume secret
    }
  }
}
