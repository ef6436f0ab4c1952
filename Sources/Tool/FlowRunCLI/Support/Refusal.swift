internal import Diagnostics
internal import Files
internal import Markup

/// Why a command cannot do what it was asked to do.
///
/// A command throws it and prints nothing; ``FlowRunCommand`` prints it once and ends with its
/// status. A command that can do without what was refused drops it.
struct Refusal: Error, CustomStringConvertible {
  /// One sentence, or several lines. Nil if the diagnostics say everything.
  let message: String?
  /// A way out for the user.
  let help: String?
  /// The mistakes in files, with places.
  let diagnostics: [Diagnostic]
  /// The files of these places, for excerpts.
  let files: [SourceFile]
  /// The exit status: 2 for wrong files and arguments, 1 for what is not as expected.
  let status: Int32

  init(_ message: String, help: String? = nil, status: Int32 = 2) {
    (self.message, self.help, self.status) = (message, help, status)
    (diagnostics, files) = ([], [])
  }

  /// A refusal because of what is wrong in files.
  init(
    _ diagnostics: [Diagnostic], in files: [SourceFile], _ message: String? = nil,
    status: Int32 = 2
  ) {
    (self.diagnostics, self.files) = (diagnostics, files)
    (self.message, help, self.status) = (message, nil, status)
  }

  init(_ error: FileError) { self.init(error.description) }

  /// The reason in the answer to a browser.
  var description: String { message ?? diagnostics.first?.message ?? "" }
}

extension Console {
  /// Prints a refusal to standard error: what is wrong in files, then the message and what to do.
  func show(_ refusal: Refusal) {
    show(refusal.diagnostics, in: refusal.files)
    if let message = refusal.message { err("flowrun: \(TerminalText.lines(message))\n") }
    if let help = refusal.help { err("help: \(help)\n") }
  }
}
