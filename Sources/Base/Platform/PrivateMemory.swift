/// Memory that nobody else may see, and that must not stay.
package enum PrivateMemory {
  /// Asks the system not to write this memory to a disk.
  package static func lock(_ memory: UnsafeMutableRawBufferPointer) {
    #if !canImport(WASILibc)
      if let start = memory.baseAddress { _ = mlock(start, memory.count) }
    #endif
  }

  /// Takes ``lock(_:)`` back.
  package static func unlock(_ memory: UnsafeMutableRawBufferPointer) {
    #if !canImport(WASILibc)
      if let start = memory.baseAddress { _ = munlock(start, memory.count) }
    #endif
  }

  /// Overwrites memory with zeros in a way that no optimiser may leave out.
  package static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    #if canImport(Darwin)
      if let start = memory.baseAddress { _ = memset_s(start, memory.count, 0, memory.count) }
    #elseif canImport(Android)
      fill(memory)
    #else
      if let start = memory.baseAddress { explicit_bzero(start, memory.count) }
    #endif
  }

  #if canImport(Android)
    /// Never optimised, since no later code reads the zeros.
    @_optimize(none) @inline(never)
    private static func fill(_ memory: UnsafeMutableRawBufferPointer) {
      for index in memory.indices { memory[index] = 0 }
    }
  #endif

  #if !canImport(WASILibc)
    /// Keeps the memory of this process out of core files, and away from debuggers and other
    /// processes of the user where the system can do that.
    package static func guardProcess() {
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      #else
        setrlimit(RLIMIT_CORE, &none)
      #endif
      isDumpable = false
    }

    /// Whether the system may write this process's memory to a file, or show it to a debugger.
    /// Always true where it cannot be asked: on Darwin.
    package static var isDumpable: Bool {
      get { prctl(getDumpable, 0) != 0 }
      set { _ = prctl(setDumpable, newValue ? 1 : 0) }
    }

    // PR_GET_DUMPABLE and PR_SET_DUMPABLE of Linux's <sys/prctl.h>, which Swift does not import.
    private static var getDumpable: Int32 { 3 }
    private static var setDumpable: Int32 { 4 }

    /// `prctl`, which has a variable number of arguments, so Swift does not import it. Darwin has
    /// none.
    private static func prctl(_ option: Int32, _ value: UInt) -> Int32 {
      typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      guard let address = dlsym(nil, "prctl") else { return -1 }
      return unsafeBitCast(address, to: Function.self)(option, value, 0, 0, 0)
    }
  #endif
}
