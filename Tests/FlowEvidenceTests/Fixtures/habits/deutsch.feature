# language: de
Funktionalität: Buchung

  Grundlage:
    Angenommen die App ist offen

  @T-20
  Szenario: Das letzte Zimmer
    Angenommen das letzte Zimmer ist gebucht
    Wenn der Gast Buchen wählt
    Dann steht da, dass kein Zimmer frei ist
    Und ein Knopf führt zurück
