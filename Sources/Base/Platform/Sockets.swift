#if !canImport(WASILibc)
  /// What systems do differently with sockets.
  package enum Sockets {
    /// The kind of sockets of TCP.
    package static var stream: Int32 {
      #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
      #else
        SOCK_STREAM
      #endif
    }

    /// A new socket, which no child inherits. A number below 0 if there is none.
    package static func open(_ family: Int32, _ kind: Int32) -> Int32 {
      #if canImport(Darwin)
        let descriptor = socket(family, kind, 0)
        // A child that is started right now inherits it: Darwin has no call for both.
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
      #elseif canImport(Glibc)
        return socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), 0)
      #else
        return socket(family, kind | SOCK_CLOEXEC, 0)
      #endif
    }

    /// Sends bytes as `send` does, but a connection whose other end is gone is an error and no
    /// signal.
    package static func write(
      _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, waits: Bool = true
    ) -> Int {
      // An empty buffer need not have an address.
      guard let start = bytes.baseAddress else { return 0 }
      var flags: Int32 = waits ? 0 : Int32(MSG_DONTWAIT)
      #if canImport(Darwin)
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
      #else
        flags |= Int32(MSG_NOSIGNAL)
      #endif
      return send(descriptor, start, bytes.count, flags)
    }

    /// Sends small messages at once.
    package static func sendAtOnce(_ descriptor: Int32) { set(descriptor, TCP_NODELAY) }

    /// Acknowledges what comes next at once. Linux resets it at every read and then delays
    /// acknowledgements by 40 ms; other systems have no such option.
    package static func acknowledgeAtOnce(_ descriptor: Int32) {
      #if !canImport(Darwin)
        set(descriptor, TCP_QUICKACK)
      #endif
    }

    private static func set(_ descriptor: Int32, _ option: Int32) {
      var on: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(descriptor, Int32(IPPROTO_TCP), option, &on, size)
    }
  }
#endif
