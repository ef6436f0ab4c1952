import Foundation
import Glibc
import TestSupport
import Testing

@testable import Files

@Suite struct FolderWatchTests {
  /// What a test waits at most, in milliseconds.
  private static let longest: Int32 = 60_000

  /// How changes are noticed: the system tells them, or somebody looks again and again.
  enum Way: CaseIterable {
    case told, polled

    func watch(_ folder: String) throws -> any Watcher {
      switch self {
      case .told: try Told(folder)
      case .polled: try Polled(folder)
      }
    }
  }

  /// Waits for changes.
  protocol Watcher: AnyObject {
    func waitForChange(milliseconds: Int32) throws -> Bool
  }

  private final class Told: Watcher {
    private let watch: FolderWatch

    init(_ folder: String) throws {
      watch = try FolderWatch(folder, endingIn: [".yaml"])
    }

    func waitForChange(milliseconds: Int32) throws -> Bool {
      try watch.waitForChange(milliseconds: milliseconds)
    }
  }

  private final class Polled: Watcher {
    private let watch: PolledFolder

    init(_ folder: String) throws {
      watch = try PolledFolder(folder, endingIn: [".yaml"])
    }

    func waitForChange(milliseconds: Int32) throws -> Bool {
      try watch.waitForChange(milliseconds: milliseconds)
    }
  }

  @Test(
    "A file that is saved, replaced or removed is noticed, also in a new folder",
    arguments: ["save", "replace", "remove", "new folder"], Way.allCases)
  func noticed(_ change: String, _ way: Way) async throws {
    let folder = try Folder(["a/one.yaml": "1", "a/other.txt": "1"])
    let watch = try way.watch(folder.path)
    switch change {
    case "save": try folder.write("2", to: "a/one.yaml")
    case "replace": try FileSystem.write([2], to: folder.path("a/one.yaml"))
    case "remove": try FileSystem.destroy(folder.path("a/one.yaml"))
    default:
      try FileSystem.makeFolder(folder.path("b/c"))
      // A folder with nothing in it is no news for who looks at files.
      if way == .told { #expect(try watch.waitForChange(milliseconds: Self.longest)) }
      try folder.write("2", to: "b/c/two.yaml")
    }
    #expect(try watch.waitForChange(milliseconds: Self.longest))
  }

  @Test("After the last news only one moment is waited for", arguments: [0, 3, 49, 50, 80])
  func readingOn(_ news: Int) throws {
    var asked = 0
    try FolderWatch.readOn(atMost: 50) {
      asked += 1
      return asked <= news
    }
    #expect(asked == min(news + 1, 50))
  }

  @Test(
    "A link and a pipe are noticed as soon as they are there, and the target of a link when saved",
    arguments: ["link", "folder", "file in a folder", "file", "removed", "pipe", "second name"],
    Way.allCases)
  func links(_ change: String, _ way: Way) throws {
    let folder = try Folder(["a/one.yaml": "1", "b/two.yaml": "1", "c/three.yaml": "1"])
    let (target, link) = (folder.path("c"), folder.path("a/c"))
    switch change {
    case "file in a folder", "removed": #expect(symlink(target, link) == 0)
    case "file": #expect(symlink("../c/three.yaml", folder.path("a/three.yaml")) == 0)
    default: break
    }
    let watch = try way.watch(folder.path("a"))
    switch change {
    case "link": #expect(symlink("../c/three.yaml", folder.path("a/three.yaml")) == 0)
    case "folder":
      #expect(symlink(target, link) == 0)
      #expect(try watch.waitForChange(milliseconds: Self.longest))
      try folder.write("2", to: "c/three.yaml")
    case "removed": #expect(unlink(link) == 0)
    case "pipe": #expect(mkfifo(folder.path("a/three.yaml"), 0o600) == 0)
    case "second name":
      #expect(Glibc.link(folder.path("b/two.yaml"), folder.path("a/two.yaml")) == 0)
    default: try FileSystem.write([2], to: folder.path("c/three.yaml"))
    }
    #expect(try watch.waitForChange(milliseconds: Self.longest))
  }

  @Test("A link to a folder in which it is itself is watched once", arguments: Way.allCases)
  func loop(_ way: Way) throws {
    let folder = try Folder(["a/one.yaml": "1"])
    #expect(symlink(".", folder.path("a/loop")) == 0)
    let watch = try way.watch(folder.path("a"))
    try folder.write("2", to: "a/one.yaml")
    #expect(try watch.waitForChange(milliseconds: Self.longest))
  }

  @Test("A file that is saved twice in the same moment, with as many bytes, has changed")
  func sameStamp() throws {
    let folder = try Folder(["a/one.yaml": "1"])
    let path = folder.path("a/one.yaml")
    var before = stat()
    #expect(stat(path, &before) == 0)
    let watch = try PolledFolder(folder.path, endingIn: [".yaml"])
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    #expect(write(descriptor, "2", 1) == 1)
    var times = [before.st_atim, before.st_mtim]
    #expect(futimens(descriptor, &times) == 0)
    #expect(try watch.waitForChange(milliseconds: Self.longest))
  }

  @Test("Waiting ends after a time in which nothing has happened")
  func quiet() throws {
    let folder = try Folder(["a/one.yaml": "1"])
    let watch = try FolderWatch(folder.path, endingIn: [".yaml"])
    #expect(try !watch.waitForChange(milliseconds: 1))
    let polled = try PolledFolder(folder.path, endingIn: [".yaml"])
    #expect(try !polled.waitForChange(milliseconds: 1))
  }

  @Test(
    "Waiting ends when the folder itself is gone, also to another place", arguments: [false, true],
    Way.allCases)
  func gone(isMoved: Bool, _ way: Way) throws {
    let folder = try Folder(["a/b/one.yaml": "1"])
    let watch = try way.watch(folder.path("a"))
    if isMoved {
      try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("c"))
    } else {
      try FileManager.default.removeItem(atPath: folder.path("a"))
    }
    #expect(throws: FileError.self) {
      for _ in 0..<3 { _ = try watch.waitForChange(milliseconds: Self.longest) }
    }
  }

  @Test("A folder that does not exist cannot be watched")
  func missing() throws {
    #expect(throws: FileError.self) { _ = try FolderWatch("/nowhere", endingIn: []) }
    #expect(throws: FileError.self) { _ = try PolledFolder("/nowhere", endingIn: []) }
  }
}
