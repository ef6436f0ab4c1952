@UC-21 @booking
Feature: Book a room
  As a guest
  I want to book a room
  So that I have a bed

  Background:
    Given the hotel has rooms
    And I am on the list of rooms

  Scenario: Book
    When I select a room
    Then the price is shown
    When I confirm
    Then a receipt is shown
    And the system sends a mail

  Scenario: The room is taken
    When I select a room
    Then I should see "The room is taken"

  Scenario: Change the mind
    When I select a room
    Then the price is shown
    When I cancel
    Then the list of rooms is shown

  Scenario: Nobody is there
    Given the price is shown
    When 15 minutes pass
    Then "Are you still there?" is displayed

  Scenario Outline: Pay with a card
    Given a receipt is shown
    When I pay with a <card> card
    Then <result> is shown

    Examples:
      | card    | result    |
      | valid   | Thank you |
      | expired | Sorry     |
