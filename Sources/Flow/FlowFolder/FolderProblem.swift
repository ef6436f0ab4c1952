/// Why there is no folder of flows.
package enum FolderProblem: Error {
  /// There is no file or folder at this path.
  case missing(String)
  /// The file or folder at this path holds no flows or house rules of the folder that was named.
  case outside(String)
  /// No folder of flows is here or above.
  case noneNear
}
