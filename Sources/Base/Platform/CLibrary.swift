// The only file that names the C library of a system. Every other file imports `Platform`.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Android)
  @preconcurrency @_exported public import Android
#elseif canImport(Musl)
  @preconcurrency @_exported public import Musl
#elseif canImport(WASILibc)
  @_exported public import WASILibc
#else
  @_exported public import Glibc
#endif

/// What the system says about a number of `errno`, in its words.
package func systemMessage(_ code: Int32) -> String {
  let text: UnsafeMutablePointer<CChar>? = strerror(code)
  return text.map { String(cString: $0) } ?? "error \(code)"
}

#if !canImport(WASILibc)
  /// The pointers to the variables of the environment, the last of which is nil. Some systems only
  /// have a variable of C for it, which is named here since it is not safe for concurrent changes.
  var firstVariable: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
#endif
