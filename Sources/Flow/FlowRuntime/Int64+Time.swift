extension Int64 {
  /// The time so many milliseconds later, or the last or first possible one: a restored run may
  /// stand at any time.
  package func later(by milliseconds: Int64) -> Int64 {
    let (time, overflows) = addingReportingOverflow(milliseconds)
    return overflows ? (milliseconds > 0 ? .max : .min) : time
  }

  /// The time so many milliseconds earlier, or the first or last possible one.
  package func earlier(by milliseconds: Int64) -> Int64 {
    let (time, overflows) = subtractingReportingOverflow(milliseconds)
    return overflows ? (milliseconds > 0 ? .min : .max) : time
  }
}
