internal import Platform

extension FileSystem {
  /// The paths that were found below a folder.
  package struct Listing: Sendable {
    /// The files that were looked for, sorted by path.
    package var paths: [String]
    /// The folders that could not be read, and the files that could not be named. Everything else
    /// was.
    package var refused: [FileError]

    package init(paths: [String] = [], refused: [FileError] = []) {
      self.paths = paths
      self.refused = refused
    }
  }

  /// The files below a folder whose names end in one of `suffixes`, sorted by path. The paths begin
  /// with `folder`. Hidden files and folders, and folders named in `except`, are left out.
  ///
  /// - Throws: the first reason why a folder could not be read.
  package static func files(
    below folder: String, endingIn suffixes: [String], except: Set<String> = []
  ) throws(FileError) -> [String] {
    let listing = listing(below: folder, endingIn: suffixes, except: except)
    if let error = listing.refused.first { throw error }
    return listing.paths
  }

  /// Like ``files(below:endingIn:except:)``, but goes on after a folder that cannot be read.
  ///
  /// No file is found twice. Links are followed last. A link is refused if it leads to a file or
  /// folder that was found already, or to a folder in which the link itself is: everything beside
  /// the flows would be read.
  package static func listing(
    below folder: String, endingIn suffixes: [String], except: Set<String> = []
  ) -> Listing {
    var walk = FolderWalk(suffixes: suffixes, except: except)
    walk.folders = [FolderWalk.Place(path: folder, depth: 0)]
    while true {
      if walk.folders.isEmpty { walk.links.sort { $0.path > $1.path } }
      guard let next = walk.folders.popLast() ?? walk.links.popLast() else { break }
      do throws(FileError) { try walk.visit(next) } catch { walk.found.refused.append(error) }
    }
    walk.found.paths.sort()
    walk.found.refused.sort { $0.path < $1.path }
    return walk.found
  }
}

/// Looks for files in folders, one folder or link after the other.
private struct FolderWalk {
  struct Place {
    let path: String
    let depth: Int
    var isLink = false
  }

  let suffixes: [String]
  let except: Set<String>
  var found = FileSystem.Listing()
  var folders: [Place] = []
  var links: [Place] = []
  /// The folders that were found since the identities were last needed.
  private var unidentified: [String] = []
  /// The identities of all folders that were found. Only links need them, and most folders have
  /// none.
  private var identities: Set<FileIdentity> = []
  private var hasFollowedLink = false

  init(suffixes: [String], except: Set<String>) {
    self.suffixes = suffixes
    self.except = except
  }

  mutating func visit(_ place: Place) throws(FileError) {
    guard place.depth < 32 else {
      throw FileError(place.path, cannotBe: .read, because: "folders are nested too deep")
    }
    if place.isLink {
      try follow(place)
    } else if hasFollowedLink {
      // Below a link there may be what was read from elsewhere.
      guard isNew(place.path) else { return }
      try list(place)
    } else {
      unidentified.append(place.path)
      try list(place)
    }
  }

  private mutating func follow(_ link: Place) throws(FileError) {
    hasFollowedLink = true
    let isFolder = FileSystem.isFolder(link.path)
    let kind = isFolder ? "folder" : "file"
    let target = FileSystem.resolved(link.path)
    let parent = link.path.lastIndex(of: "/").map { String(link.path[...$0]) } ?? "."
    let leadsUp =
      isFolder
      && (FileSystem.resolved(parent) + "/").hasPrefix(target == "/" ? "/" : target + "/")
    // Folders above are not marked as read: another link may lead there, and gets the same error.
    guard isNew(link.path, marking: !leadsUp) else {
      throw FileError(
        link.path, cannotBe: .read, because: "it is a link to a \(kind) that was read already")
    }
    guard isFolder else {
      found.paths.append(link.path)
      return
    }
    guard !leadsUp else {
      throw FileError(
        link.path, cannotBe: .read, because: "it is a link to a folder in which it is itself")
    }
    try list(link)
  }

  private mutating func list(_ place: Place) throws(FileError) {
    for entry in try FileSystem.entries(of: place.path) where !entry.name.hasPrefix(".") {
      let path = place.path.hasSuffix("/") ? place.path + entry.name : "\(place.path)/\(entry.name)"
      let isFolder = entry.kind == .folder || entry.kind != .file && FileSystem.isFolder(path)
      guard isFolder ? !except.contains(entry.name) : suffixes.contains(where: entry.name.hasSuffix)
      else { continue }
      guard entry.isText else {
        found.refused.append(
          FileError(path, cannotBe: .read, because: "its name is not text in UTF-8; rename it"))
        continue
      }
      let isLink = FileSystem.isLink(path, kind: entry.kind)
      let next = Place(path: path, depth: place.depth + 1, isLink: isLink)
      if isLink {
        links.append(next)
      } else if isFolder {
        folders.append(next)
      } else if !hasFollowedLink || isNew(path) {
        if !hasFollowedLink { unidentified.append(path) }
        found.paths.append(path)
      }
    }
  }

  /// Whether a file or folder was not found before. From now on it was, if it is marked.
  private mutating func isNew(_ path: String, marking: Bool = true) -> Bool {
    identities.formUnion(unidentified.compactMap(FileIdentity.init))
    unidentified = []
    guard let identity = FileIdentity(path) else { return true }
    return marking ? identities.insert(identity).inserted : !identities.contains(identity)
  }
}

/// A file or a folder, whatever paths lead to it.
private struct FileIdentity: Hashable {
  let device: dev_t
  let number: ino_t

  /// Nil if there is nothing with this path.
  init?(_ path: String) {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    device = information.st_dev
    number = information.st_ino
  }
}
