#if !canImport(WASILibc)
  // Pointers on Darwin and Android, which begin as nil; values elsewhere.
  #if canImport(Darwin) || canImport(Android)
    package typealias SpawnActions = posix_spawn_file_actions_t?
    package typealias SpawnAttributes = posix_spawnattr_t?
  #else
    package typealias SpawnActions = posix_spawn_file_actions_t
    package typealias SpawnAttributes = posix_spawnattr_t
  #endif

  /// What a program is started with.
  package enum Spawning {
    /// What is done with the descriptors of a child, before it is initialised.
    package static var noActions: SpawnActions {
      #if canImport(Darwin) || canImport(Android)
        nil
      #else
        posix_spawn_file_actions_t()
      #endif
    }

    /// How a child is started, before it is initialised.
    package static var noAttributes: SpawnAttributes {
      #if canImport(Darwin) || canImport(Android)
        nil
      #else
        posix_spawnattr_t()
      #endif
    }

    /// The environment of this process, a text `NAME=VALUE` per variable.
    package static var environment: [String] {
      var variables: [String] = []
      var place = firstVariable
      while let current = place, let variable = current.pointee {
        variables.append(String(cString: variable))
        place = current + 1
      }
      return variables
    }
  }
#endif
