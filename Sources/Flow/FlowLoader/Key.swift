internal import YAMLTree

/// Every key of the flow language.
enum Key: UInt8, CaseIterable {
  case flow = 1
  case alias, kind, title, outline, summary, goal, actor, preconditions, postconditions
  case triggeredBy, usedBy, documentation, tests, notes, errors, parameters, results, facts, slip
  case sections, steps, extensions
  case section, step, line, `extension`, at, meantAt, lines, proposal
  case screen, prompt, notice, determine, validate, execute, system, os, call, await, user, outside
  case message, note, loading, input, buttons, items, takes, cancelable, action, with, count
  case unless, meantCall, rows
  case `case`, result, event, error, next, meant, why, meantID, on, `if`, after, enters, set
  case reset, does, answer
  case secret, digits, length
  case path, paths, about, `as`, from, only, inputs, clock, end
  case allow
  case world, expect, stored, received, exceptions

  /// As it is written in a file.
  var word: String { Key.words[Int(rawValue) - 1] }

  /// As they are written, in the order of the cases. The name of a case would be looked up by
  /// reflection, and every start would pay for that.
  private static let words: [String] = """
    flow,alias,kind,title,outline,summary,goal,actor,preconditions,postconditions,triggered by,\
    used by,documentation,tests,notes,errors,parameters,results,facts,slip,sections,steps,\
    extensions,section,step,line,extension,at,meant at,lines,proposal,screen,prompt,notice,\
    determine,validate,execute,system,os,call,await,user,outside,message,note,loading,input,\
    buttons,items,takes,cancelable,action,with,count,unless,meant call,rows,case,result,event,\
    error,next,meant,why,meant id,on,if,after,enters,set,reset,does,answer,secret,digits,\
    length,path,paths,about,as,from,only,inputs,clock,end,allow,world,expect,stored,received,\
    exceptions
    """.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }

  /// All keys have lower numbers.
  static let room = 128

  static let vocabulary = Vocabulary(words)
}

/// Some of the keys.
struct KeySet: Sendable, ExpressibleByArrayLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}
  init(arrayLiteral keys: Key...) { for key in keys { insert(key) } }
  init(_ keys: some Sequence<Key>) { for key in keys { insert(key) } }

  var isEmpty: Bool { low | high == 0 }
  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The key with the lowest number.
  var first: Key? {
    if low != 0 { return Key(rawValue: UInt8(low.trailingZeroBitCount)) }
    return high == 0 ? nil : Key(rawValue: UInt8(64 + high.trailingZeroBitCount))
  }

  /// The keys as they are written, for messages.
  var words: String {
    Key.allCases.filter { contains($0) }.map(\.word).joined(separator: ", ")
  }

  // Most are asked with a key that is known when this is compiled: then it is one look.
  @inline(__always)
  func contains(_ key: Key) -> Bool {
    (key.rawValue < 64 ? low >> UInt64(key.rawValue) : high >> UInt64(key.rawValue - 64)) & 1 == 1
  }

  @discardableResult
  mutating func insert(_ key: Key) -> Bool { insert(key.rawValue) }

  /// Whether the key with that number, which is less than ``Key/room``, is new.
  mutating func insert(_ number: UInt8) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    let isNew: Bool
    if number < 64 {
      isNew = low & bit == 0
      low |= bit
    } else {
      isNew = high & bit == 0
      high |= bit
    }
    return isNew
  }

  func intersection(_ other: KeySet) -> KeySet {
    var both = self
    both.low &= other.low
    both.high &= other.high
    return both
  }

  func isSuperset(of other: KeySet) -> Bool {
    other.low & ~low == 0 && other.high & ~high == 0
  }
}
