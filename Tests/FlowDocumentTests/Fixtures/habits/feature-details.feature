Business Need: UC-36 Order groceries

  # Nobody reads this comment.
  The dispatcher packs what was ordered.

  @fast
  Scenario: Pack and ship
    Given an order
      | item | count |
      | tea  | 2     |
    When the dispatcher packs the order
    And the dispatcher fills in:
      """
      name: Ann
      street: Long Lane 2
      """
    Then the label is printed
    * the system informs the customer
    When the courier fetches the parcel
    Then the order is closed.

  @slow
  Scenario: Nothing there
    Given an order
      | item | count |
      | gold | 2     |
    When the dispatcher opens the shelf
    Then the page "Shelf" is shown
    But the shelf is empty

  Scenario: Look only
    When the dispatcher opens the shelf
