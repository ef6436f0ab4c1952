// `flowrun-swift INPUT OUTPUT [LOCK]`: what the plugin `FlowTypes` runs in the build of an app. A
// program of its own, so that an app builds neither the loader of YAML nor the commands of flowrun,
// on any system that has Swift (docs/decisions/0026-typed-swift.md).

internal import CompiledFlows
internal import FlowModel
internal import FlowSwift
internal import Platform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Ends the build with a message in the form of a compiler's.
func fail(_ path: String, _ reason: String) -> Never {
  print("\(path): error: \(reason)")
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 || arguments.count == 4 else {
  fail("flowrun-swift", "give it a file of `flowrun compile`, one to write, and a lock")
}
let (input, output) = (arguments[1], arguments[2])
let file = input.split(separator: "/").last ?? ""
let stem = String(file.prefix { $0 != "." })
do {
  let catalogue = try Catalogue(compiled: Array(Data(contentsOf: URL(filePath: input))))
  if let path = arguments.dropFirst(3).first {
    let bytes = try Data(contentsOf: URL(filePath: path))
    let lock: FlowLock
    do throws(FlowLock.Damage) {
      lock = try FlowLock(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      fail(path, "this is not the lock of `flowrun compile`: \(error); \(FlowLock.Damage.help)")
    }
    let own = FlowLock(catalogue)
    if let change = lock.changes(in: own).first {
      fail(
        path,
        "`\(change.id)` was \(change.old) and is \(change.new); "
          + (change.isName ? "give the name back" : "give the rows of the flow names")
          + ", or accept it with `flowrun compile --accept`")
    }
    if let id = lock.difference(from: own) {
      fail(path, "this is not the lock of \(file): `\(id)` differs; compile the flows again")
    }
  }
  let types = SwiftTypes(catalogue, name: SwiftTypes.name(forFile: stem), embedsFlows: true)
  try Data(types.text.utf8).write(to: URL(filePath: output))
} catch {
  fail(input, "\(error)")
}
