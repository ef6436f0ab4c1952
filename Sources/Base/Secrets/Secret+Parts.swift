extension Secret {
  /// A secret without bytes.
  public init() { self.init(capacity: 0) { _ in 0 } }

  /// A second secret with the same bytes, for the rare case that two consumers each need one.
  public borrowing func duplicated() -> Secret { copy(of: 0..<count) }

  /// A secret with some of the bytes.
  public borrowing func copy(of range: Range<Int>) -> Secret {
    withBytes { source in
      Secret(capacity: range.count) { target in
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
        return range.count
      }
    }
  }

  /// A secret with these bytes, followed by others.
  public borrowing func appending(_ other: borrowing Secret) -> Secret {
    withBytes { first in
      other.withBytes { second in
        Secret(capacity: first.count + second.count) { target in
          target.copyMemory(from: first)
          UnsafeMutableRawBufferPointer(rebasing: target[first.count...]).copyMemory(from: second)
          return target.count
        }
      }
    }
  }

  /// A secret of `length` bytes: these, cut or filled up with `filler`.
  public borrowing func padded(to length: Int, with filler: UInt8) -> Secret {
    withBytes { source in
      Secret(capacity: length) { target in
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(length)))
        for index in min(source.count, length)..<length { target[index] = filler }
        return length
      }
    }
  }

  /// Whether there are only decimal digits in ASCII, and as many as allowed.
  public borrowing func isDigits(_ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(count) && withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
