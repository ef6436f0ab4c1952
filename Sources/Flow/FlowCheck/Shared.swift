/// A value that is never changed and that lists of two catalogues share.
///
/// Copying such a list counts one reference for each entry, and not one for each list in the value (decision 0002).
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
