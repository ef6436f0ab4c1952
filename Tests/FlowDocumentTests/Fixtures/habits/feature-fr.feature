# language: fr
@UC-31
Fonctionnalité: Réserver un livre

  En tant que lecteur, je veux réserver un livre.

  Contexte:
    Étant donné que le lecteur est sur la page du catalogue

  Scénario: Livre libre
    Quand le lecteur choisit un livre
    Alors la réservation s'affiche

  Plan du scénario: Livre pris
    Lorsque le lecteur choisit un livre pris par <nom>
    Alors le lecteur voit "<texte>"

    Exemples:
      | nom  | texte     |
      | Paul | Pris      |
      | Anne | En retard |
