/// The targets of a flow's references to other flows, as indices in the catalogue.
package struct FlowLinks: Sendable, Equatable {
  /// The flow that each step calls.
  package var callees = Links()
  /// The flow that each step was meant to call, if the file says so.
  package var meantCallees = Links()
  /// The flow and step that each row's `next` leads to, for `goto` and `error`.
  package var next = Links()
  /// The same for each row's `meant`. `Link.none` if `next` leads to another flow and `meant` does
  /// not.
  package var meant = Links()

  package init() {}

  package struct Link: Sendable, Equatable {
    package var flow: Int32
    package var step: Int32

    package init(flow: Int32, step: Int32) {
      self.flow = flow
      self.step = step
    }

    /// No other flow, or one that does not exist. In an existing flow, a step of -1 does not exist.
    package static let none = Link(flow: -1, step: -1)
  }

  /// The flow that a step calls in a reading; -1 for none.
  package func callee(_ step: Int, as reading: Reading) -> Int32 {
    ((reading == .meant ? meantCallees[step] : nil) ?? callees[step] ?? .none).flow
  }

  /// The link of a row in a reading.
  package func link(_ row: Int, as reading: Reading) -> Link {
    (reading == .meant ? meant[row] : nil) ?? next[row] ?? .none
  }

  /// The links of the few steps or rows that have one.
  package struct Links: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
      package var place: Int32
      package var link: Link

      package init(place: Int32, link: Link) {
        self.place = place
        self.link = link
      }
    }

    /// Sorted by step or row.
    package var entries: [Entry] = []

    package subscript(_ place: Int) -> Link? {
      get {
        let index = index(of: place)
        return index < entries.count && entries[index].place == place ? entries[index].link : nil
      }
      set {
        let index = index(of: place)
        let isThere = index < entries.count && entries[index].place == place
        let new = newValue.map { [Entry(place: Int32(place), link: $0)] } ?? []
        entries.replaceSubrange(index..<(isThere ? index + 1 : index), with: new)
      }
    }

    package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    /// Adds a link for a step or row that comes after all others.
    package mutating func append(_ link: Link, at place: Int) {
      entries.append(Entry(place: Int32(place), link: link))
    }

    /// The index of the first entry that is not before `place`.
    private func index(of place: Int) -> Int {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].place < place { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
