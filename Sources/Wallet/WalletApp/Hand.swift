internal import EstEID
internal import ISO7816
internal import Secrets
internal import WebToken

/// The secrets and other values that the wallet holds during a run. Noncopyable, since it owns
/// secrets; replacing it by an empty one wipes them.
struct Hand: ~Copyable {
  /// The remote PIN that the user chose or entered.
  var pin: Secret?
  private var can: Secret?
  private var pin1: Secret?
  private var pin2: Secret?
  var channel: (any CardChannel)?
  var card: EstEIDCard?
  /// When the wallet began to wait for a card, on the run's clock. Nil once there is a card.
  var waitingSince: Int64?
  var challenge: String?
  /// The data to sign, once the user has seen it.
  var document: DocumentSignature.Document?
  var token: CallerAnswer?
  /// Whether the caller has received its answer.
  var isAnswered = false
  var proofingCode: ProofingCode?
  /// The text of the licence's barcode.
  var licence: String?
  var link: UniversalLink?
  /// When the pause after wrong PINs ends, in milliseconds since 1970-01-01T00:00:00Z.
  var pausedUntil: Int64?

  /// Removes a code of the card and returns it.
  mutating func take(_ code: CardCode) -> Secret? {
    switch code {
    case .can: can.take()
    case .pin1: pin1.take()
    case .pin2: pin2.take()
    }
  }

  /// Keeps a code of the card, replacing an earlier one.
  mutating func keep(_ secret: consuming Secret, as code: CardCode) {
    switch code {
    case .can: can = consume secret
    case .pin1: pin1 = consume secret
    case .pin2: pin2 = consume secret
    }
  }
}
