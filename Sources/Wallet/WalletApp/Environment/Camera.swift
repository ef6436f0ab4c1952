/// A camera that scans codes.
public protocol Camera: Sendable {
  /// Whether the device has a camera.
  var hasCamera: Bool { get async }

  /// The text of a QR code. Empty if none could be read.
  func scanCode() async -> String
  /// The text of the PDF417 barcode on a driver's licence. Empty if none could be read.
  func scanLicence() async -> String
}
