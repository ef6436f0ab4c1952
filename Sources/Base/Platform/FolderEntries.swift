#if !canImport(WASILibc)
  /// An open folder, of `opendir`.
  #if canImport(Darwin)
    package typealias FolderStream = UnsafeMutablePointer<DIR>
  #else
    package typealias FolderStream = OpaquePointer
  #endif

  extension dirent {
    /// Where the name begins in an entry. Known without asking for the type, which a signal handler
    /// must not do.
    #if canImport(Darwin)
      package static var nameOffset: Int { 21 }
    #else
      package static var nameOffset: Int { 19 }
    #endif

    /// The name of an entry, as the system keeps it: it need not be text.
    package static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafePointer<CChar> {
      (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
    }

    /// What an entry of a folder says that it is. Some file systems do not say it.
    package enum Kind: Sendable {
      case folder, file, link, other, unknown
    }

    /// What this entry says that it is.
    package var kind: Kind {
      switch Int(d_type) {
      case Int(DT_DIR): .folder
      case Int(DT_REG): .file
      case Int(DT_LNK): .link
      case Int(DT_UNKNOWN): .unknown
      default: .other
      }
    }
  }
#endif
