internal import CryptoCore
internal import ISO7816

/// Why the chip does not do what a command asks, as the status word it answers with.
struct Refusal: Error {
  let status: StatusWord

  init(_ status: StatusWord) { self.status = status }

  /// 6581: the memory of the chip failed.
  static let memoryFailure = Refusal(StatusWord(rawValue: 0x6581))
  /// 6F00: the chip's own cryptography failed.
  static let noDiagnosis = Refusal(StatusWord(rawValue: 0x6F00))
}

/// What the terminal sent was no good (`invalidPoint` and the like), or the library failed.
func refusing<R: ~Copyable>(
  _ body: () throws(CryptoError) -> R
) throws(Refusal) -> R {
  do throws(CryptoError) {
    return try body()
  } catch {
    throw error == .libraryFailure ? .noDiagnosis : Refusal(.wrongData)
  }
}
