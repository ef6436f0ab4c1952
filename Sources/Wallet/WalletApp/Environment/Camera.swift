/// The camera, as a scanner of codes.
public protocol Camera: Sendable {
  /// Whether the device has one.
  var hasCamera: Bool { get async }

  /// The text of a QR code; empty when none could be read.
  func scanCode() async -> String
  /// The text of the PDF417 barcode on a driver's licence; empty when none could be read.
  func scanLicence() async -> String
}
