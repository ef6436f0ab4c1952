# language: pt
@UC-33
Funcionalidade: Levantar a encomenda
  Cenário: Com código
    Dado que a encomenda chegou
    Quando o cliente digita o código
    Então é exibido o número da porta
    E o sistema abre a porta
  Cenário: Sem código
    Dado que a encomenda chegou
    Quando o cliente pede ajuda
    Então "Ligamos já" aparece
