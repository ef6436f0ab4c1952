internal import CryptoCore
internal import ISO7816

/// Why the chip refuses a command: the status word of its answer.
struct Refusal: Error {
  let status: StatusWord

  init(_ status: StatusWord) { self.status = status }

  /// 6581: the memory of the chip failed.
  static let memoryFailure = Refusal(StatusWord(rawValue: 0x6581))
  /// 6F00: the chip's own cryptography failed.
  static let noDiagnosis = Refusal(StatusWord(rawValue: 0x6F00))
}

/// Turns a library error into a refusal: bad input from the terminal (such as `invalidPoint`), or a
/// failure of the library.
func refusing<R: ~Copyable>(
  _ body: () throws(CryptoError) -> R
) throws(Refusal) -> R {
  do throws(CryptoError) {
    return try body()
  } catch {
    throw error == .libraryFailure ? .noDiagnosis : Refusal(.wrongData)
  }
}
