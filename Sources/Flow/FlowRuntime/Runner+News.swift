extension Runner {
  /// How a segment of the run ended.
  enum News: Sendable {
    case pause(Pause)
    case failure(RunnerError)
  }
}
