#if !canImport(WASILibc)
  /// What systems do differently with terminals.
  package enum Terminals {
    /// The width of a terminal in characters. Nil if `descriptor` is not one.
    package static func columns(of descriptor: Int32) -> Int? {
      var size = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
      return Int(size.ws_col)
    }

    /// The path of the terminal that is open as this descriptor: `/dev/pts/1`. Nil if it is none.
    package static func path(of descriptor: Int32) -> String? {
      ttyname(descriptor).map { String(cString: $0) }
    }
  }
#endif
