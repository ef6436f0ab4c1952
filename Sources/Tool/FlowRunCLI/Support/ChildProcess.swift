internal import Glibc

/// Runs another program without a shell: arguments are passed unchanged, standard input is given.
struct ChildProcess {
  /// The result of a program.
  struct Outcome {
    /// The exit status; 128 plus the signal if the program was killed.
    var status: Int32
    var out: [UInt8]
    var err: [UInt8]
    var errText: String {
      String(decoding: err, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    }
  }

  /// Runs a program found on `PATH`. Nil if there is none of that name.
  static func run(_ name: String, _ arguments: [String], input: [UInt8] = []) -> Outcome? {
    var pipes: [[Int32]] = []
    defer { for pair in pipes { for end in pair where end >= 0 { close(end) } } }
    for _ in 0..<3 {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes.append(ends)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1)
    posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, name, &actions, nil, words, environ) == 0 else { return nil }
    for (pair, end) in [(0, 0), (1, 1), (2, 1)] {
      close(pipes[pair][end])
      pipes[pair][end] = -1
    }
    var outcome = Outcome(status: 0, out: [], err: [])
    exchange(&pipes, input, &outcome)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    outcome.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return outcome
  }

  /// Writes and reads as the pipes allow, so that neither side blocks the other.
  private static func exchange(
    _ pipes: inout [[Int32]], _ input: [UInt8], _ outcome: inout Outcome
  ) {
    _ = fcntl(pipes[0][1], F_SETFL, O_NONBLOCK)
    var done = 0
    var chunk = [UInt8](repeating: 0, count: 65_536)
    func closeEnd(_ pair: Int, _ end: Int) {
      close(pipes[pair][end])
      pipes[pair][end] = -1
    }
    if input.isEmpty { closeEnd(0, 1) }
    while pipes[1][0] >= 0 || pipes[2][0] >= 0 {
      var waits = [
        pollfd(fd: pipes[0][1], events: Int16(POLLOUT), revents: 0),
        pollfd(fd: pipes[1][0], events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipes[2][0], events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 3, -1) >= 0 else {
        if errno == EINTR { continue }
        return
      }
      if waits[0].revents != 0, pipes[0][1] >= 0 {
        let wrote = input[done...].withUnsafeBytes {
          Glibc.write(pipes[0][1], $0.baseAddress, $0.count)
        }
        if wrote > 0 { done += wrote }
        let isBroken = wrote < 0 && errno != EAGAIN && errno != EINTR
        if done == input.count || isBroken { closeEnd(0, 1) }
      }
      for pair in 1...2 where waits[pair].revents != 0 && pipes[pair][0] >= 0 {
        let got = Glibc.read(pipes[pair][0], &chunk, chunk.count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          closeEnd(pair, 0)
          continue
        }
        if pair == 1 {
          outcome.out += chunk[..<got]
        } else {
          outcome.err += chunk[..<got]
        }
      }
    }
  }
}
