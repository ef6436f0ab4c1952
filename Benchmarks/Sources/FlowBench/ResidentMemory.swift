import Glibc

/// The memory that the system has given to this process.
enum ResidentMemory {
  /// The most bytes at a time.
  static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss) * 1_024
  }
}
