import Foundation

/// How much a random test tries. `tools/test` tries what shows most mistakes within seconds; a
/// script with more time, such as `tools/tests/fuzz-test`, sets a variable of the environment.
public func sampleSize(_ variable: String, or usual: Int) -> Int {
  ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? usual
}
