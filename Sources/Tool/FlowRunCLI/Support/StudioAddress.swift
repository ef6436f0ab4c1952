internal import Files
internal import LoopbackHTTP

/// Where runs report to: the studio leaves its address in the folder of the app's data, where only
/// its user can read it.
enum StudioAddress {
  private static func path() throws -> (folder: String, file: String) {
    let folder = try WorldOption.usualFolder
    return (folder, folder + "/studio")
  }

  static func write(_ address: String) throws {
    let (folder, file) = try path()
    try refusing { () throws(FileError) in
      try FileSystem.makeFolder(folder)
      try FileSystem.writePrivately(Array(address.utf8), to: file)
    }
  }

  /// The server and the target of a request. Nil if no studio was started yet.
  static func read() throws -> (host: HTTPClient.Host, target: String)? {
    guard let bytes = try? FileSystem.read(path().file, limit: 200) else { return nil }
    let address = String(decoding: bytes, as: UTF8.self)
    guard let host = HTTPClient.Host(loopback: address),
      let place = address.dropFirst("http://".count).firstIndex(of: "/")
    else { return nil }
    return (host, String(address[place...]))
  }
}
