import Glibc

/// The system's time, in seconds since 1970-01-01T00:00:00Z.
public func systemTime() -> Int64 {
  Int64(time(nil))
}
