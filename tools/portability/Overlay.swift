// What Swift's own modules add to the C libraries of these systems, as far as it is used.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Android)
  @_exported import Android
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import WASILibc
#endif

public var errno: Int32 {
  get { 0 }
  set {}
}
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
#if !os(WASI)
  public func ioctl(
    _ descriptor: Int32, _ request: UInt, _ memory: UnsafeMutableRawPointer
  ) -> Int32 { 0 }
#endif

#if canImport(Darwin)
  public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
  public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    _NSGetEnviron().pointee.unsafelyUnwrapped
  }
  public let TIOCGWINSZ: UInt = 0x4008_7468
  public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
  public var CLOCK_MONOTONIC_RAW: clockid_t { _CLOCK_MONOTONIC_RAW }
  public var CLOCK_MONOTONIC_RAW_APPROX: clockid_t { _CLOCK_MONOTONIC_RAW_APPROX }
#elseif !os(WASI)
  public typealias Handler = @convention(c) (Int32) -> Void
  public var SIG_IGN: Handler { unsafeBitCast(1, to: Handler.self) }
#endif
