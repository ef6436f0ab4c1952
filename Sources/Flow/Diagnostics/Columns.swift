extension Unicode.Scalar {
  /// How many columns of a terminal the scalar takes: 0 for a mark above or below another one and
  /// for the later parts of a Korean syllable, 2 for a wide one.
  package var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The wide and fullwidth blocks of UAX #11, and what is shown as a picture. Of a flag's two
    // letters, each takes one.
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB,
      0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
      return 2
    default: return isRegionalIndicator || !properties.isEmojiPresentation ? 1 : 2
    }
  }

  /// Whether it is one of the letters of which two make a flag.
  package var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }
}
