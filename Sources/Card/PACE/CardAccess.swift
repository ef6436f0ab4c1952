public import CryptoCore
import ISO7816

/// EF.CardAccess: the protocols that a card offers before it is authenticated
/// (ICAO 9303-11 §9.2.11, TR-03110-3 A.1.1.1).
public struct CardAccess: Hashable, Sendable {
  /// The listed PACE protocols that this implementation can run, in the card's order.
  public let protocols: [PACEInfo]
  /// How many PACEInfos the card listed, known or not.
  public let offered: Int

  /// Reads SecurityInfos. Bytes after the set, the file's padding, are ignored. Any input is safe.
  ///
  /// Other kinds of entries are skipped: cards also list chip and terminal authentication here.
  public init(parsing bytes: [UInt8]) throws(PACEError) {
    var reader = TLVReader(bytes)
    guard let set = try? reader.next(), set.tag == 0x31, let entries = try? set.children() else {
      throw .malformedData(.cardAccess)
    }
    let found = entries.compactMap(PACEInfo.Entry.init)
    offered = found.count
    protocols = found.compactMap(\.info)
  }

  /// How to run PACE with this card: the first listed protocol that is known here. Nil if none is.
  public var parameters: PACEParameters? {
    protocols.first.map {
      PACEParameters(cipher: $0.cipher, curve: $0.curve, namesCurve: offered > 1)
    }
  }
}

/// One PACEInfo with ECDH and generic mapping, version 2, on a standardised curve.
public struct PACEInfo: Hashable, Sendable {
  /// The cipher, and so the protocol.
  public let cipher: PACECipher
  /// The curve.
  public let curve: Curve

  /// `SEQUENCE { protocol, version, parameterId? }` with a protocol under id-PACE, known or not.
  fileprivate struct Entry {
    let info: PACEInfo?

    init?(_ object: TLV) {
      guard object.tag == 0x30, let fields = try? object.children(),
        let identifier = fields.first, identifier.tag == 0x06,
        // 0.4.0.127.0.7.2.2.4, then two arcs in a PACEInfo. Domain parameters have one arc only.
        identifier.value.starts(with: PACECipher.aes256.objectIdentifier.dropLast(2)),
        identifier.value.count == 10
      else { return nil }
      guard fields.count == 3, fields[1] == TLV(0x02, [2]), fields[2].tag == 0x02,
        let cipher = PACECipher(objectIdentifier: identifier.value),
        fields[2].value.count == 1, let curve = Curve(rawValue: fields[2].value[0])
      else {
        info = nil
        return
      }
      info = PACEInfo(cipher: cipher, curve: curve)
    }
  }
}
