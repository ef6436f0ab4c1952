internal import Files
internal import JSON
internal import Markup

/// How a browser knows the host: a manifest that names a program, and that program.
///
/// The program is a script that starts `flowrun web-eid host` with the options of the installation.
struct HostRegistration {
  let browser: BrowserKind
  let isOfficial: Bool
  private let home: String
  private let data: String

  /// The name by which the official extension asks for its application.
  private static let officialName = "eu.webeid"
  private static let ownName = "flowrun.web_eid"
  private static let description = "flowrun: log in and sign with an Estonian ID card"

  init(_ browser: BrowserKind, isOfficial: Bool) throws {
    guard let home = Console.environment("HOME"), home.hasPrefix("/") else {
      throw Refusal("there is no home folder, where browsers look")
    }
    guard FileSystem.isFolder(home) else {
      throw Refusal("the home folder `\(TerminalText.line(home))` is not there")
    }
    self.home = home
    let base = Console.environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    data = (base ?? home + "/.local/share") + "/flowrun/web-eid"
    self.browser = browser
    self.isOfficial = isOfficial
  }

  /// The name by which extensions ask for the host.
  var name: String { isOfficial ? HostRegistration.officialName : HostRegistration.ownName }
  /// The path of the manifest.
  var manifest: String { "\(home)/\(browser.hosts)/\(name).json" }
  /// The path of the script.
  var script: String { "\(data)/\(browser.rawValue)-\(name)" }
  /// The folder with the browser's profiles.
  var profiles: String { "\(home)/\(browser.profiles)" }

  /// The extension that may start the host, unless others are named.
  var usualExtension: String { isOfficial ? browser.officialExtension : browser.ownExtension }

  /// The program and the extensions in the manifest. Nil if there is none that can be read.
  var found: (program: String, extensions: [String])? {
    guard let bytes = try? FileSystem.read(manifest, limit: 65_536),
      let json = JSONValue(parsing: bytes), let program = json["path"]?.string
    else { return nil }
    let key = browser.namesAddresses ? "allowed_origins" : "allowed_extensions"
    let named = json[key]?.array?.compactMap(\.string) ?? []
    return (
      program, named.map { $0.replacing("chrome-extension://", with: "").replacing("/", with: "") }
    )
  }

  /// Writes the script and the manifest.
  ///
  /// - Parameters:
  ///   - extensions: the ids of the extensions that may start the host.
  ///   - arguments: what the host is started with.
  func install(extensions: [String], program: String, arguments: [String]) throws {
    let place = TerminalText.line(manifest)
    if let found {
      let other = TerminalText.line(found.program)
      guard found.program == script else {
        throw Refusal("`\(place)` is for another program, `\(other)`; remove it first")
      }
    } else if FileSystem.exists(manifest) {
      throw Refusal("`\(place)` cannot be read, so it may be another program's; remove it first")
    }
    let words = ([program, "web-eid", "host"] + arguments).map(HostRegistration.quoted)
    let text = """
      #!/bin/sh
      # Written by `flowrun web-eid install`; browsers start it.
      exec \(words.joined(separator: " ")) -- "$@"

      """
    let names = extensions.map { browser.namesAddresses ? "chrome-extension://\($0)/" : $0 }
    let json = JSONValue.object([
      "name": .string(name), "description": .string(HostRegistration.description),
      "path": .string(script), "type": .string("stdio"),
      (browser.namesAddresses ? "allowed_origins" : "allowed_extensions"): .strings(names),
    ])
    try refusing { () throws(FileError) in
      try FileSystem.makeFolder(data)
      try FileSystem.makeFolder("\(home)/\(browser.hosts)")
      try FileSystem.writeProgram(Array(text.utf8), to: script)
      try FileSystem.write(Array((json.text + "\n").utf8), to: manifest)
    }
  }

  /// Removes both. False if the manifest is not there, or for another program.
  func uninstall() throws -> Bool {
    guard let found, found.program == script else { return false }
    try refusing { () throws(FileError) in
      try FileSystem.destroy(manifest)
      try FileSystem.destroy(script)
    }
    return true
  }

  /// A word as the shell reads it unchanged.
  static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
