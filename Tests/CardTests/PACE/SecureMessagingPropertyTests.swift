import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

/// Every protected response of the vectors, changed in every way: refused, and the session over.
@Suite struct SecureMessagingPropertyTests {
  static let vectors = SecureMessagingVectors.shared

  /// The session's reaction to `response` in place of the answer to step `index`.
  static func verdict(_ index: Int, _ response: [UInt8]) throws -> SecureMessagingError? {
    let vectors = try #require(vectors)
    var session = SecureMessaging(
      encryptionKey: secret(hex: vectors.ksEnc), authenticationKey: secret(hex: vectors.ksMac),
      counter: UInt128(2 * index))
    let command = try CommandAPDU(parsing: hex(vectors.steps[index].plainCommand))
    #expect(hexString(try session.protect(command)) == vectors.steps[index].protectedCommand)
    do throws(SecureMessagingError) {
      _ = try session.unprotect(response)
      return nil
    } catch {
      let isOpen = session.isOpen
      #expect(!isOpen)
      #expect(throws: SecureMessagingError.sessionClosed) { _ = try session.protect(command) }
      return error
    }
  }

  @Test("A response with a flipped bit is refused", arguments: 0..<16)
  func flippedBits(index: Int) throws {
    let response = hex(try #require(Self.vectors?.steps[index].protectedResponse))
    #expect(try Self.verdict(index, response) == nil)
    for bit in 0..<response.count * 8 {
      var changed = response
      changed[bit / 8] ^= 0x80 >> (bit % 8)
      #expect(try Self.verdict(index, changed) != nil, "bit \(bit)")
    }
  }

  @Test("A response that is cut anywhere is refused", arguments: 0..<16)
  func truncation(index: Int) throws {
    let response = hex(try #require(Self.vectors?.steps[index].protectedResponse))
    for length in response.indices {
      #expect(try Self.verdict(index, Array(response[..<length])) != nil, "\(length) bytes")
      // Cut in the middle, the status word kept.
      let inner = Array(response.dropLast(2)[..<min(length, response.count - 2)])
      if inner.count < response.count - 2 {
        #expect(try Self.verdict(index, inner + response.suffix(2)) != nil, "\(length) bytes")
      }
    }
  }

  @Test("A response with bytes before, inside or after it is refused", arguments: 0..<16)
  func extended(index: Int) throws {
    let response = hex(try #require(Self.vectors?.steps[index].protectedResponse))
    for extra in 1...32 {
      for filler in [UInt8(0x00), 0x90, 0xFF] {
        let tail = [UInt8](repeating: filler, count: extra)
        #expect(try Self.verdict(index, response + tail) != nil)
        #expect(try Self.verdict(index, tail + response) != nil)
        let inside = response.dropLast(2) + tail + response.suffix(2)
        #expect(try Self.verdict(index, Array(inside)) != nil)
      }
    }
  }

  @Test("A response of another step is refused")
  func otherStep() throws {
    let steps = try #require(Self.vectors).steps
    for index in steps.indices {
      for other in steps.indices where other != index {
        let verdict = try Self.verdict(index, hex(steps[other].protectedResponse))
        #expect(verdict == .wrongChecksum || verdict == .malformedResponse)
      }
    }
  }

  @Test("An unprotected answer ends the session")
  func unprotectedAnswer() throws {
    #expect(
      try Self.verdict(0, [0x69, 0x88])
        == .unprotectedResponse(.secureMessagingObjectsIncorrect))
    #expect(try Self.verdict(0, [0x90, 0x00]) == .unprotectedResponse(.success))
    #expect(try Self.verdict(0, []) == .malformedResponse)
  }

  @Test("A status word that differs from the protected one is refused")
  func statusMismatch() throws {
    let steps = try #require(Self.vectors).steps
    let index = try #require(steps.firstIndex { $0.plainResponse == "63c2" })
    let response = hex(steps[index].protectedResponse)
    #expect(try Self.verdict(index, response.dropLast(2) + [0x90, 0x00]) == .statusMismatch)
  }
}
