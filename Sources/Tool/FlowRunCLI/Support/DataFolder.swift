internal import Files

/// The files that come with this program: the documents' flows and the pages of the rules.
enum DataFolder {
  /// The path of a file or folder that comes with this program. Nil if the program was copied
  /// without it.
  ///
  /// Looks in the folder of the program and in every folder above it, each time first in its
  /// `share/flowrun`. So an installed program finds what was installed with it, and one in a build
  /// folder finds the files of its project.
  static func path(_ name: String) -> String? {
    path(name, ofProgram: FileSystem.resolved("/proc/self/exe"))
  }

  /// The same for a program at the given path.
  static func path(_ name: String, ofProgram program: String) -> String? {
    var folder = program[...]
    while let end = folder.lastIndex(of: "/") {
      folder = folder[..<end]
      for path in ["\(folder)/share/flowrun/\(name)", "\(folder)/\(name)"]
      where FileSystem.exists(path) { return path }
    }
    return nil
  }
}
