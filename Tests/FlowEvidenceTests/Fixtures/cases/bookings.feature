# language: en
@hotel
Feature: Bookings
  As a guest I want a room.

  Background:
    Given the app is installed

  @T-10 @UC1:1.2b
  Scenario: The last room is gone
    Given another guest has booked the last room
    When the guest selects "Book"
    Then the app says that the room is taken
    And a button leads back

  Rule: Confirmations
    @T-11
    @R-2
    Scenario Outline: Confirmation for <nights>
      When the guest books <nights> nights
      Then the confirmation shows <nights>
        """
        Then this is a text and no step
        """

      Examples:
        | nights |
        | 1      |
        | 2      |

    Scenario: UC1 booked
      When the guest books
