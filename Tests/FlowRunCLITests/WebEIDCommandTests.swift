import Foundation
import JSON
import TestSupport
import Testing

@testable import FlowRunCLI

@Suite struct WebEIDCommandTests {
  private let home: Folder

  init() throws { home = try Folder() }

  /// Runs the built program with a home folder of its own.
  private func flowrun(
    _ arguments: String..., path: String = "/usr/bin:/bin"
  ) throws -> (status: Int32, output: String) {
    try OtherProgram.run(
      "env",
      ["-i", "HOME=\(home.path)", "PATH=\(path)", builtFlowrun, "web-eid"] + arguments,
      in: home.path)
  }

  private func json(_ name: String) -> JSONValue? { JSONValue(parsing: home.bytes(name)) }

  private static let request =
    #"{"challengeNonce":"12345678123456781234567812345678912356789123","origin":"https://ria.ee"}"#

  @Test(
    "A registration names the program and the extension, as the browser wants it",
    arguments: [
      (
        "chromium", [], ".config/chromium/NativeMessagingHosts/flowrun.web_eid.json",
        "allowed_origins", "chrome-extension://\(BrowserKind.chromium.ownExtension)/"
      ),
      (
        "chrome", ["--official-name"], ".config/google-chrome/NativeMessagingHosts/eu.webeid.json",
        "allowed_origins", "chrome-extension://ncibgoaomkmdpilpocfeponihegamlic/"
      ),
      (
        "firefox", ["--official-name"], ".mozilla/native-messaging-hosts/eu.webeid.json",
        "allowed_extensions", "{e68418bc-f2b0-4459-a9ea-3e72b6751b07}"
      ),
      (
        "firefox", ["--extension", "mine@example.org"],
        ".mozilla/native-messaging-hosts/flowrun.web_eid.json", "allowed_extensions",
        "mine@example.org"
      ),
    ])
  func install(
    browser: String, options: [String], file: String, key: String, allowed: String
  ) throws {
    let installed = try OtherProgram.run(
      "env",
      ["-i", "HOME=\(home.path)", builtFlowrun, "web-eid", "install", "--browser", browser]
        + options)
    #expect(installed.status == 0, "\(installed.output)")
    let manifest = try need(json(file))
    #expect(manifest["type"]?.string == "stdio")
    #expect(manifest[key]?.array == [.string(allowed)])
    let program = try need(manifest["path"]?.string)
    #expect(FileManager.default.isExecutableFile(atPath: program))
    let removed = try OtherProgram.run(
      "env",
      ["-i", "HOME=\(home.path)", builtFlowrun, "web-eid", "uninstall", "--browser", browser]
        + options.filter { $0 == "--official-name" })
    #expect(removed.status == 0, "\(removed.output)")
    #expect(!FileManager.default.fileExists(atPath: home.path(file)))
    #expect(!FileManager.default.fileExists(atPath: program))
  }

  @Test("What was installed answers a browser, and `status` says what is there and what is missing")
  func status() throws {
    let before = try flowrun("status")
    #expect(before.status == 1)
    #expect(before.output.hasPrefix("missing  no browser knows flowrun\n"))
    try home.write("{ touches: 0 s }", to: "it's a world.yaml")
    _ = try flowrun(
      "install", "--browser", "firefox", "--virtual", "--flows", flowsFolder)
    try home.write("#!/bin/sh\n", to: "bin/firefox")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: home.path("bin/firefox"))
    let good = try flowrun("status", path: "/usr/bin:/bin:\(home.path)/bin")
    #expect(
      good.output == """
        ok       Firefox is installed
        ok       Firefox knows flowrun as `flowrun.web_eid`, with a virtual card
        ok       the program answers, with version 2.5.0 of the protocol
        note     no profile of Firefox has the extension web-eid-test@flowrun.invalid
                 help: install it; an extension that was loaded unpacked cannot be seen here

        """)
    #expect(good.status == 0)
    try home.write("", to: ".mozilla/firefox/x.default/extensions/web-eid-test@flowrun.invalid.xpi")
    #expect(
      try flowrun("status", path: "/usr/bin:/bin:\(home.path)/bin").output
        .contains("ok       Firefox has the extension web-eid-test@flowrun.invalid\n"))
    let script = home.path(".local/share/flowrun/web-eid/firefox-flowrun.web_eid")
    try FileManager.default.removeItem(atPath: script)
    let broken = try flowrun("status", path: "/usr/bin:/bin")
    #expect(broken.status == 1)
    #expect(broken.output.contains("missing  Firefox is not in PATH\n"))
    #expect(broken.output.contains("missing  the program cannot be started: "))
  }

  @Test("A registration of another program is left alone")
  func foreign() throws {
    let file = ".mozilla/native-messaging-hosts/eu.webeid.json"
    try home.write(#"{"name":"eu.webeid","path":"/usr/bin/web-eid"}"#, to: file)
    let installed = try flowrun("install", "--browser", "firefox", "--official-name")
    #expect(installed.status == 2)
    #expect(installed.output.contains("is for another program, `/usr/bin/web-eid`"))
    let removed = try flowrun("uninstall", "--browser", "firefox", "--official-name")
    #expect(removed.status == 1)
    #expect(removed.output.contains("nothing was removed"))
    #expect(home.text(file).contains("/usr/bin/web-eid"))
    #expect(try flowrun("status").output.contains("is another program: /usr/bin/web-eid"))
  }

  @Test("What is not a registration that can be read may be another program's, and is left alone")
  func unreadable() throws {
    let file = ".mozilla/native-messaging-hosts/flowrun.web_eid.json"
    try home.write("not json", to: file)
    let installed = try flowrun("install", "--browser", "firefox")
    #expect(installed.status == 2)
    #expect(installed.output.contains("cannot be read, so it may be another program's"))
    #expect(home.text(file) == "not json")
    let gone = try OtherProgram.run(
      "env", ["-i", "HOME=\(home.path("gone"))", builtFlowrun, "web-eid", "status"])
    #expect(gone.status == 2 && gone.output.contains("is not there"))
  }

  @Test("What another program's registration says cannot pass for a line of `status`")
  func forged() throws {
    let json = #"{"name":"x","path":"/bin/\u001b[31mevil\nok       all is well"}"#
    try home.write(json, to: ".mozilla/native-messaging-hosts/flowrun.web_eid.json")
    for command in [["status"], ["install", "--browser", "firefox"]] {
      let output = try OtherProgram.run(
        "env", ["-i", "HOME=\(home.path)", builtFlowrun, "web-eid"] + command
      ).output
      #expect(output.contains(#"/bin/\u{1B}[31mevil\nok       all is well"#), "\(output)")
    }
  }

  @Test("On a command line the answer goes to standard output, and the rest to standard error")
  func commandLine() async throws {
    let signed = await FlowRunCLITests.flowrun(
      "web-eid", "host", "-c", "--virtual", "authenticate", Self.request)
    #expect(signed.status == 0)
    #expect(JSONValue(parsing: signed.out)?["format"]?.string == "web-eid:1.0")
    #expect(
      signed.err == """
        https://ria.ee asks you to log in
        As JAAK-KRISTJAN JÕEORG, PNOEE-38001085718
        PIN1: 3 tries left

        """)
    try home.write("person: { pin1: [9999] }", to: "world.yaml")
    let refused = await FlowRunCLITests.flowrun(
      "web-eid", "host", "-c", "--virtual", "--world", home.path("world.yaml"), "authenticate",
      Self.request)
    #expect(refused.status == 1)
    #expect(
      refused.out
        == #"{"error":{"code":"ERR_WEBEID_USER_CANCELLED","message":"the user cancelled"}}"# + "\n")
    let origin = await FlowRunCLITests.flowrun(
      "web-eid", "-c", "--virtual", "get-signing-certificate", #"{"origin":"http://ria.ee"}"#)
    #expect(origin.status == 1)
    #expect(origin.out.contains("ERR_WEBEID_NATIVE_FATAL"))
  }

  @Test("Wrong arguments end with status 2")
  func wrongArguments() async {
    for arguments in [
      ["-c", "authenticate"], ["-c", "authenticate", "no JSON"], ["install"],
      ["install", "--browser", "lynx"], ["--world", "w.yaml"],
      ["install", "--browser", "firefox", "--extension", "a b"],
    ] {
      let outcome = await FlowRunCLITests.flowrun(["web-eid"] + arguments, flows: nil)
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.out.isEmpty, "\(arguments)")
    }
  }

  @Test("The extension for tests has the id for which the host is registered")
  func extensionID() throws {
    let manifest = try need(
      JSONValue(
        parsing: Array(
          try Data(
            contentsOf: URL(
              filePath: "\(projectFolder)/Integrations/web-eid/extension/manifest.json")))))
    let key = try need(manifest["key"]?.string.flatMap { Data(base64Encoded: $0) })
    try home.write(Array(key), to: "key")
    let digest = try OtherProgram.run("sha256sum", [home.path("key")]).output
    let id = digest.prefix(32).map { digit in
      String(UnicodeScalar(UInt8(97 + (digit.hexDigitValue ?? 0))))
    }.joined()
    #expect(id == BrowserKind.chromium.ownExtension)
  }
}
