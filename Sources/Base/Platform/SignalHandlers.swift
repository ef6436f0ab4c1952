#if !canImport(WASILibc)
  extension sigaction {
    /// A function that gets the number of a signal.
    package typealias Handler = @convention(c) (Int32) -> Void
    /// A function that also gets what the system knows about a signal.
    package typealias InformedHandler =
      @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    /// What is done with a signal. Nil for its usual effect.
    package var handler: Handler? {
      get {
        #if canImport(Darwin)
          __sigaction_u.__sa_handler
        #elseif canImport(Android)
          sa_handler
        #elseif canImport(Musl)
          __sa_handler.sa_handler
        #else
          __sigaction_handler.sa_handler
        #endif
      }
      set {
        #if canImport(Darwin)
          __sigaction_u.__sa_handler = newValue
        #elseif canImport(Android)
          sa_handler = newValue
        #elseif canImport(Musl)
          __sa_handler.sa_handler = newValue
        #else
          __sigaction_handler.sa_handler = newValue
        #endif
      }
    }

    /// Sets a function that also gets what the system knows about a signal, and that runs on the
    /// stack of `sigaltstack`.
    package mutating func inform(_ handler: InformedHandler) {
      #if canImport(Darwin)
        __sigaction_u.__sa_sigaction = handler
      #elseif canImport(Android)
        sa_sigaction = handler
      #elseif canImport(Musl)
        __sa_handler.sa_sigaction = handler
      #else
        __sigaction_handler.sa_sigaction = handler
      #endif
      sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK)
    }

    /// Whether the signal is ignored.
    package var isIgnored: Bool {
      unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as Handler?, to: Int.self)
    }
  }

  /// The numbers of signals that this system has and others do not.
  package enum SystemSignals {
    /// Those that end a process and are no crash.
    package static var ending: [Int32] {
      let all = [
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
        SIGXCPU,
      ]
      #if canImport(Darwin)
        return all
      #else
        return all + [SIGPOLL, SIGPWR, SIGSTKFLT]
      #endif
    }
  }
#endif
