import Glibc

/// The system's clock, in seconds since 1970-01-01T00:00:00Z.
public func systemTime() -> Int64 {
  Int64(time(nil))
}
