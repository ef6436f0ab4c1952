internal import YAMLTree

/// The keys of one mapping. What stands under each, the reader says: `reader[fields, .next]`.
///
/// Good until the reader comes to the next mapping of the same kind; none holds another of its kind.
struct Fields {
  /// The mapping itself.
  let node: YAMLTree.Node
  let kind: Schema.Kind
  /// The keys that are there.
  let keys: KeySet
}
