internal import Files
internal import LoopbackHTTP

/// Where runs report to: the studio leaves its address in the folder of the app's data, where only
/// its user can read it.
enum StudioAddress {
  private static func path() throws -> (folder: String, file: String) {
    let folder = try WorldOption.usualFolder
    return (folder, folder + "/studio")
  }

  /// Leaves the address until the file that is returned ends, or the process.
  static func write(_ address: String) throws -> AddressFile {
    let (folder, file) = try path()
    return try refusing { () throws(FileError) in
      try FileSystem.makeFolder(folder)
      return try AddressFile(address, at: file)
    }
  }

  /// The server and the target of a request. Nil if there is no studio.
  static func read() throws -> (host: HTTPClient.Host, target: String)? {
    guard let bytes = try? FileSystem.read(path().file, limit: 200) else { return nil }
    let address = String(decoding: bytes, as: UTF8.self)
    guard let host = HTTPClient.Host(loopback: address),
      let place = address.dropFirst("http://".count).firstIndex(of: "/")
    else { return nil }
    return (host, String(address[place...]))
  }
}
