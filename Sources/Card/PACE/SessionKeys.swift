import Secrets

/// The two keys that PACE agreed upon.
struct SessionKeys: ~Copyable, Sendable {
  let encryption: Secret
  let authentication: Secret
}
