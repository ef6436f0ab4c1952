internal import Platform
internal import Synchronization

extension ChildProcess {
  /// An error of the system, such as `ENOENT`.
  struct StartError: Error {
    let code: Int32
  }

  /// A child that was started.
  struct Started: ~Copyable {
    let process: pid_t
    var exchange: ChildExchange
    /// A descriptor to close when the child has ended. The exchange waits for that.
    let life: Int32
  }

  /// One start at a time: a child that is started while another one's pipes are made would inherit
  /// them.
  private static let starts = Mutex(())

  func start() throws(StartError) -> Started {
    try Self.starts.withLock { _ throws(StartError) in try startAlone() }
  }

  private func startAlone() throws(StartError) -> Started {
    guard var input = Pipe(), var output = Pipe(), var errors = Pipe(), var life = Pipe() else {
      throw StartError(code: errno)
    }
    let process = try spawn(input.reading, output.writing, errors.writing)
    input.closeReading()
    output.closeWriting()
    errors.closeWriting()
    let end = life.takeWriting()
    return Started(
      process: process,
      exchange: ChildExchange(
        given: self.input, input: input, output: output, errors: errors, life: life),
      life: end)
  }

  /// A child that is talked with.
  struct Connected: ~Copyable {
    let process: pid_t
    let input: Pipe
    let output: Pipe
  }

  /// Starts the program for a talk.
  ///
  /// - Parameter isQuiet: whether nobody gets what it writes to standard error. Otherwise that is
  ///   this process's.
  func connect(isQuiet: Bool = false) throws(StartError) -> Connected {
    try Self.starts.withLock { _ throws(StartError) in
      guard var input = Pipe(), var output = Pipe() else { throw StartError(code: errno) }
      let process = try spawn(input.reading, output.writing, nil, isQuiet: isQuiet)
      input.closeReading()
      output.closeWriting()
      return Connected(process: process, input: input, output: output)
    }
  }

  /// Starts the program with these as its standard input, output and error, and with every signal
  /// as if a shell had started it.
  ///
  /// - Parameter errors: nil for this process's.
  private func spawn(
    _ input: Int32, _ output: Int32, _ errors: Int32?, isQuiet: Bool = false
  ) throws(StartError) -> pid_t {
    var actions = Spawning.noActions
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if isQuiet {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }

    var attributes = Spawning.noAttributes
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // This process ignores it, which a child would inherit.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &broken)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var variables = variables().map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, name, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw StartError(code: code) }
    return process
  }

  /// The environment of the program, a text `NAME=VALUE` per variable.
  private func variables() -> [String] {
    let variables = Spawning.environment.filter { variable in
      environment[String(variable.prefix { $0 != "=" })] == nil
    }
    return variables + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
