internal import FlowModel

/// A key of a world: its allowed values, and what they change.
struct WorldSetting: Sendable {
  typealias Path<Value> = WritableKeyPath<World, Value> & Sendable

  let field: SettingsShape.Field
  /// Applies the settings under the key, which were checked before.
  let change: @Sendable (inout World, WorldSettings) -> Void

  /// A text and how it is parsed. If parsing returns nil, nothing changes.
  static func value<Value>(
    _ key: String, _ shape: SettingsShape.Shape, _ path: any Path<Value>, _ about: String,
    _ read: @escaping @Sendable (String) -> Value?
  ) -> WorldSetting {
    WorldSetting(field: .init(key, shape, about)) { world, settings in
      if let value = settings.text(key).flatMap(read) { world[keyPath: path] = value }
    }
  }

  static func flag(_ key: String, _ path: any Path<Bool>, _ about: String) -> WorldSetting {
    WorldSetting(field: .init(key, .flag, about)) { world, settings in
      if let flag = settings.flag(key) { world[keyPath: path] = flag }
    }
  }

  static func texts(_ key: String, _ path: any Path<[String]>, _ about: String) -> WorldSetting {
    WorldSetting(field: .init(key, .texts, about)) { world, settings in
      if let texts = settings.texts(key) { world[keyPath: path] = texts }
    }
  }

  static func choice<Value: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ key: String, _ path: any Path<Value>, _ about: String
  ) -> WorldSetting {
    value(key, .choice(Value.allCases.map(\.rawValue)), path, about) { Value(rawValue: $0) }
  }

  static func digits(
    _ key: String, _ count: ClosedRange<Int>, _ path: any Path<TestCode>, _ about: String
  ) -> WorldSetting {
    value(key, .digits(count), path, about) { TestCode($0) }
  }

  static func digits(
    _ key: String, _ count: ClosedRange<Int>, _ path: any Path<TestCode?>, _ about: String
  ) -> WorldSetting {
    value(key, .digits(count), path, about) { TestCode($0) }
  }

  /// A list of codes, of any characters.
  static func codes(_ key: String, _ path: any Path<[TestCode]?>, _ about: String) -> WorldSetting {
    WorldSetting(field: .init(key, .texts, about)) { world, settings in
      if let texts = settings.texts(key) { world[keyPath: path] = texts.map(TestCode.init) }
    }
  }

  static func number(
    _ key: String, _ range: ClosedRange<Int>, _ path: any Path<Int>, _ about: String
  ) -> WorldSetting {
    value(key, .number(range), path, about) { Int($0) }
  }

  /// Settings below a key. `name` is used in messages, with an article.
  static func group(
    _ key: String, _ name: String, _ about: String, _ parts: [WorldSetting]
  ) -> WorldSetting {
    WorldSetting(field: .init(key, .settings(SettingsShape(name, parts.map(\.field))), about)) {
      world, settings in
      guard let below = settings.settings(key) else { return }
      for part in parts { part.change(&world, below) }
    }
  }
}
