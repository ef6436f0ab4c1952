internal import Glibc

extension FileSystem {
  /// What was found below a folder.
  package struct Listing: Sendable {
    /// The files that were looked for, sorted by path.
    package var paths: [String]
    /// The folders that could not be read. Everything else was.
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
  /// A link to a folder is followed after all folders that are not links, and only if that folder was not
  /// read yet: it may lead up, and two links beside each other double the folders at every depth.
  package static func listing(
    below folder: String, endingIn suffixes: [String], except: Set<String> = []
  ) -> Listing {
    struct Place {
      let path: String
      let depth: Int
      var isLink = false
    }
    var found = Listing()
    var folders = [Place(path: folder, depth: 0)]
    var links: [Place] = []
    var read: [String] = []
    var identities: Set<FolderIdentity> = []
    while true {
      if folders.isEmpty { links.sort { $0.path > $1.path } }
      guard let next = folders.popLast() ?? links.popLast() else { break }
      do throws(FileError) {
        guard next.depth < 32 else {
          throw FileError(next.path, cannotBe: .read, because: "folders are nested too deep")
        }
        if next.isLink {
          identities.formUnion(read.compactMap(FolderIdentity.init))
          read = []
          if let identity = FolderIdentity(next.path), !identities.insert(identity).inserted {
            throw FileError(
              next.path, cannotBe: .read, because: "it is a link to a folder that was read already")
          }
        } else {
          read.append(next.path)
        }
        for entry in try entries(of: next.path) where !entry.name.hasPrefix(".") {
          let path =
            next.path.hasSuffix("/") ? next.path + entry.name : "\(next.path)/\(entry.name)"
          if entry.kind == DT_DIR || entry.kind != DT_REG && isFolder(path) {
            guard !except.contains(entry.name) else { continue }
            let place = Place(path: path, depth: next.depth + 1, isLink: entry.kind != DT_DIR)
            if place.isLink { links.append(place) } else { folders.append(place) }
          } else if suffixes.contains(where: entry.name.hasSuffix) {
            found.paths.append(path)
          }
        }
      } catch {
        found.refused.append(error)
      }
    }
    found.paths.sort()
    found.refused.sort { $0.path < $1.path }
    return found
  }

  /// A folder, whatever paths lead to it.
  private struct FolderIdentity: Hashable {
    let device: UInt
    let number: UInt

    /// Nil if there is no such folder.
    init?(_ path: String) {
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      device = UInt(information.st_dev)
      number = UInt(information.st_ino)
    }
  }
}
