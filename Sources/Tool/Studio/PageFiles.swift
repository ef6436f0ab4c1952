internal import Markup
internal import StudioPage

/// The files of the page as they stand in the folder `StudioPage/Page`, and what a site makes of
/// them.
enum PageFiles {
  /// A file with its media type.
  struct File {
    let name: String
    let type: String
    let bytes: [UInt8]
  }

  /// The modules, each after those that it imports.
  static var modules: [File] {
    [
      "flow.js", "dom.js", "book.js", "parts.js", "walk.js", "diagram.js", "keep.js", "picker.js",
      "fields.js", "newlines.js", "edit.js", "remarks.js", "table.js", "bar.js", "phone.js",
      "panel.js", "views.js", "verdicts.js", "screens.js", "diff.js", "frame.js", "walking.js",
      "versions.js", "app.js", "live.js", "main.js",
    ].map { File(name: $0, type: "text/javascript", bytes: bytes(of: $0)) }
  }

  /// The style sheets, in the order in which the page links them.
  static var styles: [File] {
    ["studio.css", "run.css", "diff.css"].map {
      File(name: $0, type: "text/css", bytes: bytes(of: $0))
    }
  }

  private static func bytes(of name: String) -> [UInt8] {
    let file = studio_page_file(name)
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// All modules as one classic script, since a browser loads no modules from a page that is a
  /// file. Each import is a line that begins with `import`, and all names are different.
  static var script: [UInt8] {
    var text = "(() => {\n\"use strict\";\n"
    for module in modules {
      let source = String(decoding: module.bytes, as: UTF8.self)
      for line in source.split(separator: "\n", omittingEmptySubsequences: false)
      where !line.hasPrefix("import ") {
        text += line.hasPrefix("export ") ? line.dropFirst("export ".count) : line
        text += "\n"
      }
    }
    return Array((text + "})();\n").utf8)
  }

  /// The page of a flow, or with an empty name that of all flows.
  ///
  /// - Parameters:
  ///   - side: which of two versions the page shows, `old` or `new`.
  ///   - language: the tag of the language of the flows.
  static func page(
    _ title: String, flow: String, side: String = "new", language: String, scripts: String
  ) -> [UInt8] {
    var text = String(decoding: bytes(of: "page.html"), as: UTF8.self)
    // From the last mark to the first, so that no mark is found in a text of a flow.
    for (mark, value) in [
      ("{scripts}", scripts), ("{side}", side), ("{flow}", XML.escaped(flow)),
      ("{title}", XML.escaped(title)), ("{language}", XML.escaped(language)),
    ] {
      guard let place = text.firstRange(of: mark) else { continue }
      text.replaceSubrange(place, with: value)
    }
    return Array(text.utf8)
  }
}
