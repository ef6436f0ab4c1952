import TestSupport

/// A folder of forty documents of a product team with everything that import understands: three of
/// them are broken, and one has the id of another one.
struct TeamFolder {
  let folder: Folder
  /// The documents by the ids of their flows. One that has several is there several times.
  let documents: [(id: String, path: String)]

  static let tableCount = 23

  init() throws {
    folder = try Folder()
    var documents: [(String, String)] = []
    for number in 1...Self.tableCount {
      let path = "docs/UC\(number).1_Title\(number).md"
      try folder.write(Self.table(number), to: path)
      documents.append(("UC\(number).1", path))
    }
    for number in 1...4 {
      let path = "docs/parts/PF\(number).1_Ask.md"
      try folder.write(Self.part("\(number).1", user: number), to: path)
      documents.append(("PF\(number).1", path))
    }
    // The heading says PF2.8.
    try folder.write(Self.part("2.8", user: 5), to: "docs/parts/PF2.9_SetupPin.md")
    documents.append(("PF2.9", "docs/parts/PF2.9_SetupPin.md"))
    for (ids, name, text) in Self.others {
      try folder.write(text, to: "docs/\(name)")
      documents += ids.map { ($0, "docs/\(name)") }
    }
    try folder.write(Self.table(5).replacing("Title 5", with: "Another 5"), to: "docs/Copy.md")
    try folder.write([0x23, 0x20, 0xFF, 0x0A], to: "docs/UC50.1_Broken.md")
    try folder.write("\n\n", to: "docs/UC51.1_Empty.md")
    try folder.write("# Use Case 52.1 Talk\n\nOnly words.\n", to: "docs/UC52.1_Talk.md")
    self.documents = documents
  }

  // MARK: Tables

  /// Words for what a screen shows.
  private static let surfaces = [
    "displays the page ‘Home’", "opens drawer ‘Home’", "opens modal bottom sheet 'Home'",
    "shows confirmation dialog \"Home\"", "displays 'Home'", "displays screen 'Home'",
    "shows prompt 'Home'", "displays the modal ‘Home’",
  ]

  /// Words for where a row leads. `UC` is the next use case.
  private static let exits = [
    "App closes", "End, Go to: UC 1.1", "to: UC", "*Back*", "Go to: [UC Title](../x.md)",
    "Return to step 1.2", "step 1.2", "The use case ends.", "Resume", "2",
  ]

  static func table(_ number: Int) -> String {
    let next = "UC\(number % tableCount + 1).1"
    let exit = exits[number % exits.count].replacing("UC", with: next)
    let call =
      number <= 5
      ? """
      System executes partial flow PF\(number == 5 ? "2.9" : "\(number).1") Ask<br>Parameter: \
      cancelable: no
      """
      : "System determines whether <it> works<br>Not cancelable"
    let outcome = number <= 5 ? "Result" : "Case"
    return """
      # Use Case \(number).1 Title \(number)

      ## Overview

      | Aspect | Description |
      | --- | --- |
      | **Summary** | Reads `a_b` of [the [big] design](https://example.org/a(1)) |
      | **Goal** | To know more about \(number) |
      | **Preconditions** | <ul><li>The app is installed</li><li>There is a `card`</li></ul> |
      | **Postconditions** | *None* |
      | **Triggered by** | The user<br>A link |
      | **Additional documentation** | <ul><li>[Design](https://example.org/\(number))</li></ul> |

      ## Flow

      | # | Description | Next |
      | --- | --- | --- |
      | **1** | **Primary scenario** | |
      | **1.1** | **System \(surfaces[number % surfaces.count])**<ul><li>Message: Hello \
      \(number)</li><li>Input: 6 digits (0-9) code field</li><li>Actions: Next (or swipes), Help, \
      Share</li><li>Options: Card, Phone</li><li>With a remark</li></ul> | |
      | 1.1a | User selects Next | 1.2 |
      | 1.1b | User selects Help <br>&rarr; System opens [the page](help.md) | |
      | 1.1c | User selects Share (When EAA)[^1] | 2 |
      | 1.1d | User selects one of the items | \(exit) |
      | **1.2** | **\(call)**<ul><li>Duration: 0.0 - 0.1 seconds</li></ul> | |
      | 1.2a | \(outcome): Success | Go to: [\(next) Title](x.md) |
      | 1.2b | \(outcome): Failure | Error flow: No internet |
      | **2** | **Share** | |
      | **2.1** | **System calls `GET /x?a=<id>&b=*`, displays loading message** | |
      | 2.1a | Case: Shared -> beeps | Go to: UC99.1 Elsewhere |
      | 2.1b | Event: 5 seconds passes | 1 |

      [^1]: Only with [a card](card.md).

      """
  }

  private static func part(_ id: String, user: Int) -> String {
    """
    # Partial flow \(id) Ask

    | Aspect | Description |
    | --- | --- |
    | **Used by** | UC\(user).1 Title \(user) |
    | **Parameters** | Cancelable |
    | **Possible results** | Success, Failure, Cancelled |

    | # | Description | Next |
    | --- | --- | --- |
    | **1** | **Ask** | |
    | **1.1** | **System displays prompt 'Ask'**<ul><li>Actions: Yes, No</li></ul> | |
    | 1.1a | User selects Yes | Result: Success |
    | 1.1b | User selects No | Result: Failure |
    | 1.1c | User selects Back (if cancelable) | Result: Cancelled |

    """
  }

  // MARK: Other forms

  private static let others: [(ids: [String], name: String, text: String)] = [
    (["UC30.1", "UC31.1"], "UC30-31.md", short("30.1") + "\n" + short("31.1")),
    (
      ["UC32.1", "UC32.1-2"], "UC32.1_Phones.md",
      short("32.1") + "\n## On Android\n" + short("32.1").drop { $0 != "|" }.description
    ),
    (["UC40.1"], "UC40.1_Scenario.md", scenario), (["UC41.1"], "UC41.1_Columns.md", columns),
    (["UC42.1"], "UC42.1_Hand.md", hand), (["UC43.1"], "UC43.1_List.csv", list),
    (["UC44.1"], "UC44.1_Headings.md", headings), (["UC45.1"], "UC45.1_Form.md", form),
  ]

  private static func short(_ id: String) -> String {
    """
    # Use Case \(id) Short

    | # | Description | Next |
    | --- | --- | --- |
    | **1** | **Start** | |
    | **1.1** | **System displays 'Short \(id)'** | |
    | 1.1a | User selects Go | End |

    """
  }

  private static let scenario = """
    # Use Case 40.1 Book a ticket

    **Primary Actor**: Traveller
    **Scope:** The shop

    **Stakeholders and Interests:**
    - Traveller: wants a seat
    - Shop: wants the money

    **Success guarantee:** The seat is booked.

    ## Main Success Scenario

    1. The user selects a destination.
    2. The system shows the price.
    3. The user pays.
    4. The system books the seat.

    ## Extensions

    *a. The user leaves:
      *a1. Use case ends.

    2a. Destination unknown:
      1. The system shows a message.
      2. Use case resumes at step 1.

    2-3b. No network: use case ends

    3a. Card refused
      3a1. The system asks for another one.
      3a2. Return to step 3.

    4a. No seat → continue with UC 1.1

    """

  private static let columns = """
    # Use Case 41.1 Order a meal

    | Step | Actor | System |
    |------|-------|--------|
    | 1 | Chooses a meal | Shows the price |
    | 2 | Pays | Prints a receipt |

    ## Exceptions

    | Step | Branching Action |
    |---|---|
    | 2a | No money: use case ends |

    """

  private static let hand = """
    # Use Case 42.1 Find a page

    | Step | What happens | Next |
    |---|---|---|
    | 1 | User opens the page | 2 |
    | 2 | System shows the list, sorted | |
    | 2a | The list is empty | step 1 |
    | 3 | User picks an entry | End |

    """

  private static let list = """
    Goes to,What happens,Step
    2,User opens the page,1
    ,"System shows the list, sorted",2
    back to step 1,The list is empty,2a
    End,User picks an entry,3

    """

  private static let headings = """
    # UC-44.1 – Reset a password

    ## Actors

    - Visitor
    - Mail server

    ## Basic Flow

    * User opens the page
    * System asks for the address
    * User enters it

    ## Alternative Flows

    ### A1: Unknown address

    * At step 3, the address is unknown
    * System says so
    * The use case ends

    ## Exception Flow 1: No network (at step 2)

    1. Return to step 1.

    """

  private static let form = """
    | Use Case ID | UC-45.1 |
    |---|---|
    | Use Case Name | Manage a plan |
    | Priority | High |
    | Preconditions | The plan is active. |
    | Normal Flow | 1. User opens the page.<br>2. System shows the plans. |
    | Alternative Flows | 2a. There are none<br>2a1. Use case ends |

    """
}
