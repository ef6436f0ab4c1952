extension Int64 {
  /// The time so many milliseconds later, or the last possible one: a restored run may stand at
  /// any time.
  package func later(by milliseconds: Int64) -> Int64 {
    let (time, overflows) = addingReportingOverflow(milliseconds)
    return overflows ? .max : time
  }
}
