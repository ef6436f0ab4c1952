# language: et
@UC-34
Omadus: Pileti ostmine
  Juhtum: Ostetud
    Eeldades on vabu kohti
    Kui klient valib koha
    Siis kuvatakse hind
    Kui klient maksab
    Siis süsteem saadab pileti
  Raamjuhtum: Ei õnnestu
    Eeldades on vabu kohti
    Kui klient valib koha
    Siis kuvatakse hind
    Kui klient maksab kaardiga <kaart>
    Siis kuvatakse <teade>
    Juhtumid:
      | kaart | teade    |
      | vana  | Aegunud  |
      | tühi  | Raha pole |
