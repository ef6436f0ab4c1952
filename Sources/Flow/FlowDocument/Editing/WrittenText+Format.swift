extension WrittenText.Format {
  /// What it is called.
  var name: String {
    switch self {
    case .markdown: "Markdown"
    case .plain: "plain text"
    case .html: "a page of HTML"
    case .asciiDoc: "AsciiDoc"
    case .structured: "reStructuredText"
    case .feature: "a feature"
    case .csv: "CSV"
    case .word: "a document of Word"
    case .openDocument: "a document of OpenDocument"
    }
  }

  /// What may stand between two letters of a sentence without being read.
  var marks: String {
    switch self {
    case .markdown, .plain: "*_`~[]"
    case .asciiDoc: "*_`+#^[]"
    case .structured: "*`"
    case .html, .feature, .csv, .word, .openDocument: ""
    }
  }
}
