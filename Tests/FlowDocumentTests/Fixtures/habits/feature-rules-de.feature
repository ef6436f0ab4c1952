# language: de
Funktionalität: Geld abheben
  Als Kunde möchte ich Geld abheben.

  Regel: Das Konto ist gedeckt
    Szenario: Abheben
      Angenommen das Konto hat 100 Euro
      Wenn der Kunde 20 Euro verlangt
      Und der Kunde die PIN eingibt
      Dann gibt der Automat 20 Euro aus
      Und die Quittung wird angezeigt

    Szenario: Falsche PIN
      Angenommen das Konto hat 100 Euro
      Wenn der Kunde 20 Euro verlangt
      Und der Kunde eine falsche PIN eingibt
      Dann sieht der Kunde "Falsche PIN"

  Regel: Das Konto ist leer
    Szenariogrundriss: Ablehnen
      Angenommen das Konto hat <stand> Euro
      Wenn der Kunde <betrag> Euro verlangt
      Dann sieht der Kunde "Nicht genug"
      Beispiele:
        | stand | betrag |
        | 0     | 10     |
        | 5     | 10     |
