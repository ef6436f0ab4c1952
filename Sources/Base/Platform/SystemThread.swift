#if !canImport(WASILibc)
  /// Threads of the system.
  package enum SystemThread {
    // A class: the new thread gets a reference to it.
    private final class Body: Sendable {
      let run: @Sendable () -> Void

      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread, which ends with it.
    ///
    /// - Returns: false if the system refuses another thread. `body` is then not run.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
      // A pointer, or a number: Darwin's and Musl's are pointers, which begin as nil.
      #if canImport(Darwin) || canImport(Musl)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let context = Unmanaged.passRetained(Body(body)).toOpaque()
      let code = pthread_create(
        &thread, nil,
        { given in
          // An optional pointer on some systems only.
          let context: UnsafeMutableRawPointer? = given
          if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
          return given
        }, context)
      guard code == 0 else {
        Unmanaged<Body>.fromOpaque(context).release()
        return false
      }
      #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
      #else
        pthread_detach(thread)
      #endif
      return true
    }
  }
#endif
