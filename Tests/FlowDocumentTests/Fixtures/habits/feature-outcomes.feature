@UC37
Feature: Unlock the door

  Scenario Outline: The code decides
    When the tenant enters <code>
    Then <seen> is displayed

    Examples: Good
      | code | seen    |
      | 1234 | Welcome |
    Examples: Bad
      | code | seen        |
      | 9999 | Wrong code  |
      | 0    | Too short   |

  Scenario: The server is away
    When the tenant enters 1234
    Then "Try again later" is displayed

  Scenario: The door stays locked
    When the tenant enters 9999
    Then Wrong code is displayed
    When 30 seconds pass
    Then the system clears the display
