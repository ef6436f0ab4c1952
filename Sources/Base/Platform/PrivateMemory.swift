/// Memory that nobody else may see, and that must not stay.
package enum PrivateMemory {
  /// Pages of zeros for this use alone. The system is asked to write them to no disk: neither to
  /// swap them out nor to put them into a core file. Without memory the process ends, as it does
  /// where Swift allocates.
  package static func pages(_ count: Int) -> UnsafeMutableRawBufferPointer {
    #if canImport(WASILibc)
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      return memory
    #else
      let made: UnsafeMutableRawPointer? = mmap(
        nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      guard let start = made, start != UnsafeMutableRawPointer(bitPattern: -1) else {
        // Without it a PIN would have to go where it can be swapped out; no caller could go on.
        fatalError("there is no memory for a secret: \(systemMessage(errno))")
      }
      _ = mlock(start, count)
      #if !canImport(Darwin)
        _ = madvise(start, count, MADV_DONTDUMP)
      #endif
      return UnsafeMutableRawBufferPointer(start: start, count: count)
    #endif
  }

  /// Gives pages back, which must have been wiped.
  package static func release(_ pages: UnsafeMutableRawBufferPointer) {
    #if canImport(WASILibc)
      pages.deallocate()
    #else
      // This unlocks them, too.
      if let start = pages.baseAddress { _ = munmap(start, pages.count) }
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
