/// What of a flow a finding is about.
enum Place: Hashable, Sendable {
  case flow
  case section(Int)
  case step(Int)
  case row(Int)
}
