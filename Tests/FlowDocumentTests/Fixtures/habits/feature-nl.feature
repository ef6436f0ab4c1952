# language: nl
@NL-3
Functionaliteit: Boek lenen

  Als lid
  Wil ik een boek lenen

  Scenario: Lenen
    Gegeven het boek is vrij
    Als het lid het boek scant
    Dan wordt de einddatum getoond

  Scenario: Niet vrij
    Gegeven het boek is uitgeleend
    Als het lid het boek scant
    Dan ziet het lid "Uitgeleend"
    Maar het boek blijft uitgeleend
