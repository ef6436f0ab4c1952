internal import Platform

extension FileSystem {
  /// Reads all of standard input. Throws if there are more than `limit` bytes.
  package static func readStandardInput(limit: Int = usualLimit) throws(FileError) -> [UInt8] {
    try readAll(of: 0, named: "standard input", limit)
  }

  /// Reads a file that somebody has named, which may also be a pipe, such as `<(command)` of a
  /// shell. Waits until somebody writes into the pipe.
  package static func readNamed(
    _ path: String, limit: Int = usualLimit
  ) throws(FileError) -> [UInt8] {
    guard isPipe(path) else { return try read(path, limit: limit) }
    let pipe = try OpenFile(path, O_RDONLY, to: .read)
    return try readAll(of: pipe.descriptor, named: path, limit)
  }

  private static func readAll(
    of descriptor: Int32, named name: String, _ limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let chunk = try [UInt8](unsafeUninitializedCapacity: 65_536) {
        buffer, used throws(FileError) in
        used = try read(descriptor, named: name, into: UnsafeMutableRawBufferPointer(buffer))
      }
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
    throw FileError(name, cannotBe: .read, because: "it has more than \(limit) bytes")
  }

  /// Reads one line from an open descriptor into memory of the caller, without the line's end and
  /// as far as there is room. Nothing after the line is read.
  ///
  /// - Returns: the number of bytes.
  package static func readLine(
    from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    for count in 0..<buffer.count {
      let byte = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + 1])
      let got = try read(descriptor, named: "descriptor \(descriptor)", into: byte)
      if got == 1, byte[0] != 0x0A, byte[0] != 0x0D { continue }
      byte[0] = 0
      return count
    }
    return buffer.count
  }

  /// Whether something can be read from an open descriptor, or its other end is closed. Waits for
  /// it, at most this many milliseconds.
  package static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// Reads what there is from an open descriptor, at most `count` bytes. Waits for the first. Empty
  /// at the end.
  package static func read(
    upTo count: Int, from descriptor: Int32
  ) throws(FileError) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, used throws(FileError) in
      var got = -1
      repeat {
        got = Platform.read(descriptor, buffer.baseAddress, count)
      } while got < 0 && errno == EINTR
      guard got >= 0 else { throw FileError("descriptor \(descriptor)", cannotBe: .read) }
      used = got
    }
  }

  /// Writes all bytes to an open descriptor.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    try bytes.lent { bytes throws(FileError) in
      try write(bytes, to: descriptor, named: "descriptor \(descriptor)")
    }
  }

  /// An output stream of this process.
  package enum Output: Int32, Sendable {
    case standardOutput = 1
    case standardError = 2
  }

  /// Writes a whole text to an output stream.
  package static func write(_ text: String, to output: Output) throws(FileError) {
    let name = output == .standardOutput ? "standard output" : "standard error"
    try Array(text.utf8).lent { bytes throws(FileError) in
      try write(bytes, to: output.rawValue, named: name)
    }
  }

  /// Reads until the buffer is full or the input ends. Returns the number of bytes.
  static func read(
    _ descriptor: Int32, named name: String, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    var count = 0
    while count < buffer.count {
      let got = Platform.read(
        descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      if got == 0 { break }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw FileError(name, cannotBe: .read) }
      count += got
    }
    return count
  }

  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named name: String
  ) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let wrote = Platform.write(
        descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if wrote < 0, errno == EINTR { continue }
      guard wrote > 0 else { throw FileError(name, cannotBe: .written) }
      done += wrote
    }
  }
}
