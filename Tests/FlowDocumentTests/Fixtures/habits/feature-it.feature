# language: it
@UC-35
Funzionalità: Prenotare un tavolo
  Come ospite
  voglio un tavolo

  Regola: Di sera
    Esempio: Tavolo libero
      Dato che sono le 20
      Quando l'ospite chiede un tavolo
      Allora viene mostrato il tavolo
    Esempio: Tutto pieno
      Dato che sono le 21
      Quando l'ospite chiede un tavolo
      Allora "Tutto pieno" appare

  Regola: Di giorno
    Esempio: Chiuso
      Quando l'ospite chiede un tavolo
      Allora "Chiuso" appare
