// The names of the folders and files beside the flows.
extension FlowLoader {
  /// The name of the folder below the flows that holds their replays.
  public static let pathsFolder = "paths"
  /// The name of the folder below the flows that holds the scripts with a world.
  public static let realFolder = "real"
  /// The name of the folder below the flows that holds the house rules.
  public static let rulesFolder = "rules"
  /// The name of the folder below the flows that holds what tests of the app need.
  public static let testsFolder = "tests"
  /// The name of the file in it that says what is typed in tests.
  package static let dataFile = "data.yaml"
  /// The name of the folder below the flows that holds requirements, test cases and their proofs.
  public static let evidenceFolder = "evidence"
  /// The name of the folder below the flows that holds their texts in other languages.
  public static let textsFolder = "texts"
  /// How the names of the files end that say what documents cannot say.
  public static let bindingEnding = ".bind.yaml"
  /// The names of the folders below the flows that do not hold flows.
  public static let scriptFolders: Set<String> = [
    pathsFolder, realFolder, rulesFolder, testsFolder, evidenceFolder, textsFolder,
  ]
}
