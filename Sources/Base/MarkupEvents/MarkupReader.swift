internal import CXML

/// Reads XML and HTML with libxml2: elements and texts, in the order of the document.
///
/// Damaged markup is read as far as it goes, unless it has to be whole; nothing is fetched, and no
/// entities are replaced.
public struct MarkupReader: ~Copyable {
  /// A part of a document.
  public enum Event {
    /// An element begins. Names have the prefix that the document gives them.
    case start(String)
    /// An element ends.
    case end(String)
    /// Text between elements.
    case text(String)
  }

  /// The languages that are read.
  public enum Language: Sendable {
    /// XML, which other programs write.
    case xml
    /// HTML, also that of old pages.
    case html
  }

  private let document: UnsafeMutableRawPointer
  private let reader: UnsafeMutableRawPointer
  private var emptyName: String?

  /// Why a file is not well-formed XML.
  public struct Damage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The reason, as libxml2 says it, without a full stop.
    public let reason: String

    /// The reason and the line in words.
    public var description: String { "line \(line) is no well-formed XML: \(reason)" }
  }

  /// Nil if there is nothing to read.
  public init?(_ bytes: [UInt8], as language: Language) {
    guard let found = MarkupReader.opened(bytes, as: language, recovers: true) else { return nil }
    (document, reader) = found
  }

  /// Reads XML that is refused where it is damaged: a part that is missing would be one that is
  /// lost.
  public init(whole bytes: [UInt8]) throws(Damage) {
    guard let found = MarkupReader.opened(bytes, as: .xml, recovers: false) else {
      let error = xmlGetLastError()?.pointee
      let reason = error?.message.map { String(cString: $0) } ?? "there is nothing in it"
      throw Damage(
        line: max(1, Int(error?.line ?? 1)),
        reason: String(reason.prefix { !$0.isNewline }))
    }
    (document, reader) = found
  }

  private static func opened(
    _ bytes: [UInt8], as language: Language, recovers: Bool
  ) -> (document: UnsafeMutableRawPointer, reader: UnsafeMutableRawPointer)? {
    // No messages; no network.
    let options: Int32 = (recovers ? 1 : 0) | 32 | 64 | 2048
    guard bytes.count < 1 << 30 else { return nil }
    let found = bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let count = Int32(buffer.count)
      return language == .html
        ? htmlReadMemory(start, count, nil, "UTF-8", options)
        : xmlReadMemory(start, count, nil, nil, options)
    }
    guard let found else { return nil }
    guard let walker = xmlReaderWalker(found) else {
      xmlFreeDoc(found)
      return nil
    }
    return (found, walker)
  }

  deinit {
    xmlFreeTextReader(reader)
    xmlFreeDoc(document)
  }

  /// The next part. Nil at the end.
  public mutating func next() -> Event? {
    if let name = emptyName {
      emptyName = nil
      return .end(name)
    }
    while xmlTextReaderRead(reader) == 1 {
      switch xmlTextReaderNodeType(reader) {
      case 1:
        let name = text(xmlTextReaderConstName(reader))
        if xmlTextReaderIsEmptyElement(reader) == 1 { emptyName = name }
        return .start(name)
      case 15: return .end(text(xmlTextReaderConstName(reader)))
      case 3, 4, 13, 14: return .text(text(xmlTextReaderConstValue(reader)))
      default: continue
      }
    }
    return nil
  }

  /// An attribute of the element that has just begun.
  public func attribute(_ name: String) -> String? {
    defer { _ = xmlTextReaderMoveToElement(reader) }
    if xmlTextReaderMoveToAttribute(reader, name) == 1 {
      return text(xmlTextReaderConstValue(reader))
    }
    // In HTML, a name with a colon is found only by its part after it.
    guard let colon = name.firstIndex(of: ":") else { return nil }
    let local = name[colon...].dropFirst()
    while xmlTextReaderMoveToNextAttribute(reader) == 1 {
      let found = text(xmlTextReaderConstName(reader))
      if found == name || found == local { return text(xmlTextReaderConstValue(reader)) }
    }
    return nil
  }

  /// The line of the part, from 1.
  public var line: Int {
    guard let node = xmlTextReaderCurrentNode(reader) else { return 1 }
    return max(1, xmlGetLineNo(node))
  }

  private func text(_ pointer: UnsafePointer<UInt8>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
