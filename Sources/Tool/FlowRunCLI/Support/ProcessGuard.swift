internal import Glibc

/// Keeps the memory of this process, with its secrets, from files and from other processes of the
/// user.
enum ProcessGuard {
  /// Allows no core file, and no other process of the same user to read the memory.
  @Sendable static func start() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    isDumpable = false
  }

  /// Whether the system may write this process's memory to a file, or show it to a debugger.
  static var isDumpable: Bool {
    get { call(getDumpable, 0) == 1 }
    set { _ = call(setDumpable, newValue ? 1 : 0) }
  }

  // PR_GET_DUMPABLE and PR_SET_DUMPABLE of <sys/prctl.h>, which Swift does not import.
  private static let getDumpable: Int32 = 3
  private static let setDumpable: Int32 = 4

  /// `prctl`, which has a variable number of arguments, so Swift does not import it.
  private static func call(_ option: Int32, _ value: UInt) -> Int32 {
    typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    guard let address = dlsym(nil, "prctl") else { return -1 }
    return unsafeBitCast(address, to: Function.self)(option, value, 0, 0, 0)
  }
}
