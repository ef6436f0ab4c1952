# language: es
@UC-32
Característica: Pagar el aparcamiento

  Antecedentes:
    Dado que hay un coche

  Escenario: Pagar
    Cuando el cliente introduce el billete
    Entonces se muestra el precio
    Cuando el cliente paga
    Entonces el sistema abre la barrera

  Escenario: Cancelar
    Cuando el cliente introduce el billete
    Entonces se muestra el precio
    Cuando el cliente cancela
    Pero el billete queda dentro
    Entonces aparece "Billete retenido"
