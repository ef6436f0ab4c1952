import Secrets

/// The two keys that PACE agreed on.
struct SessionKeys: ~Copyable, Sendable {
  let encryption: Secret
  let authentication: Secret
}
