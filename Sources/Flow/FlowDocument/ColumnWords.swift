/// The usual names of the columns of tables: small letters, no accents.
///
/// A line is for a language: English, German, French, Spanish, Portuguese, Dutch, Estonian,
/// Italian. To teach the reader another name, add it to a line.
enum ColumnWords {
  /// Whether a header is that of a column of values beside one of names or ids: `ID | Description`.
  static func isValue(_ text: String) -> Bool { values.contains(PlainWords.folded(text)) }

  private static let values: Set<String> = [
    "value", "description", "text", "content", "contents", "details", "item", "field", "role",
    "rolle", "rol", "papel", "ruolo", "roll", "descricao", "descripcion", "beschreibung",
    "descrizione", "beschrijving", "kirjeldus", "detalhe", "detalhes", "detalle", "valor",
    "wert", "inhalt", "conteudo", "contenido", "contenu", "valeur", "valore",
  ]

  /// Columns of ids.
  static let ids = words(
    """
    #,id,ids,no,no.,nr,nr.,number,row,ref,ref.,step no,step no.,step nr,step #,step id,step number,n
    num,step num,steps #,sr. no.,sl no,s.no,s.no.,sr no,seq,seq.,line,flow id,alternative id
    exception id,scenario id,alt id,step#
    nummer,schrittnummer,schritt nr,schritt nr.,schritt-nr.,lfd. nr.,zeile
    n°,numero,ligne,no etape,numero d'etape
    code,codigo,codice,nº,fila,numero de paso,nro,nro.
    linha,numero do passo,no. passo
    volgnummer,stapnummer,stap nr,regel
    number,rida,sammu nr
    numero passo,riga,n.
    """)

  /// Columns of steps: their ids, or their sentences beside a column of ids.
  static let steps = words(
    """
    step,steps,use case step
    schritt,schritte
    etape,etapes
    paso,pasos
    passo,passos
    stap,stappen
    samm,sammud
    passi
    """)

  /// Columns of sentences.
  static let texts = words(
    """
    description,action,text,what happens,event,activity,what,details,step description,sentence
    behaviour,behavior,step action,actions,flow,main success scenario,main flow,basic flow
    normal flow,main scenario,task
    beschreibung,beschreibung der aktivitat,aktion,aktivitat,was passiert,ereignis
    tatigkeit,vorgang,satz,handlung,was,was geschieht
    description de l'etape,activite,evenement,texte,ce qui se passe,phrase
    descripcion,accion,actividad,evento,texto,que ocurre,que pasa
    descricao,acao,atividade,o que acontece,acao / resposta do sistema
    actor action / system response,action / system response,accion / respuesta del sistema
    action / response,aktion / reaktion
    beschrijving,actie,omschrijving,activiteit,gebeurtenis,wat gebeurt er,tekst
    kirjeldus,tegevus,sundmus,mis juhtub,tekst,lause,mida,wat,quoi,o que,que hace,cosa
    descrizione,azione,attivita,testo,cosa succede
    """)

  /// Columns of targets.
  static let nexts = words(
    """
    next,next step,next row,target,goto,destination,proceed to,followed by,goes to,go to,then
    continue with,continues with,leads to,next id,continue at,resume location,resumes at,resume at
    rejoins at,return to,continue,continues at,back to,afterwards
    weiter,weiter mit,nachster schritt,danach,ziel,folgeschritt,fuhrt zu,gehe zu,dann
    suivant,suite,etape suivante,ensuite,aller a,cible,puis,continue avec
    siguiente,siguiente paso,paso siguiente,ir a,destino,despues,continua con,luego
    seguinte,proximo,proximo passo,passo seguinte,ir para,depois,continua com,vai para
    volgende,volgende stap,ga naar,verder,verder met,daarna,doel,gaat naar
    jargmine,jargmine samm,edasi,mine,sihtkoht,jatka,jatkub
    successivo,prossimo,prossimo passo,passo successivo,vai a,poi,destinazione,continua con
    """)

  /// Columns of what may go wrong.
  static let branches = words(
    """
    branching action,branch,alternative,alternative action,alternatives,exception,exceptions
    extension,extensions,variation,variations,errors,error,alternative flow,alternative flows
    alternate flow,exception flow,alternative scenario,condition
    ausnahme,ausnahmen,alternativen,erweiterung,erweiterungen,fehler,alternativablauf
    variante,variantes,erreurs,alternatifs
    alternativa,alternativas,excepcion,excepciones,errores
    excecao,excecoes,extensao,extensoes
    alternatief,alternatieven,uitzondering,uitzonderingen,uitbreiding
    laiendus,laiendused,erand,erandid,alternatiiv,alternatiivid
    eccezione,eccezioni,estensione,estensioni,alternative
    """)

  /// Columns of what happens, in tables below a heading of alternatives.
  static let conditions = words(
    """
    situation,trigger / condition,trigger/condition,trigger,trigger condition,error condition
    failure,bedingung,bedingung fur alternative,ausloser,fehlerfall
    condicion,situacion,condicao,situacao,voorwaarde
    situatie,tingimus,olukord,condizione,situazione
    """)

  /// The second word of columns of what somebody does: `Player action`.
  static let deeds = words(
    "action,actions,input,aktion,aktionen,eingabe,handlung,accion,acciones,acao,acoes,actie,azione")

  /// Columns of what people do.
  static let people = words(
    """
    actor,user,actor action,user action,actor actions,user actions,actor input,actor intention
    user intention,user intent,customer,client,actors,user input,actor's action,actor's actions
    user's action,actor step,actor steps,user step,actor intentions,action by actor,external actor
    user actions and intentions,input
    benutzer,akteur,nutzer,aktion des akteurs,kunde,anwender,aktion des benutzers,benutzeraktion
    acteur,utilisateur,actions de l'acteur,action de l'acteur,actions de l'utilisateur
    usuario,accion del actor,acciones del actor,accion del usuario,acciones del usuario
    ator,acoes do ator,acao do ator,utilizador,acao do usuario,acao do utilizador
    gebruiker,actor actie,actie van de actor,acties van de actor,actie van de gebruiker
    kasutaja,tegutseja,kasutaja tegevus,tegutseja tegevus
    utente,attore,azione dell'attore,azioni dell'attore,azione dell'utente,azioni dell'utente
    """)

  /// Columns of what the system does.
  static let systems = words(
    """
    system,system response,response,system responses,system action,system actions
    system responsibility,system responsibilities,app,application,software,application response
    action of the system,systeemverantwoordelijkheid
    system reaction,system step,system steps,system behaviour,system behavior,system's response
    output,expected result,expected system response,handling,system handling,expected behaviour
    expected behavior
    reaktion,verhalten,systemverhalten,behandlung,antwort des systems,systemreaktion
    reaktion des systems,aktion des systems
    comportement,comportement attendu,traitement
    systeme,reaction du systeme,reactions du systeme,reponse du systeme,reponses du systeme
    action du systeme,actions du systeme
    comportamiento,tratamiento,respuesta
    reaccion del sistema,reacciones del sistema,reaccion
    sistema,respuesta del sistema,respuestas del sistema,accion del sistema,acciones del sistema
    comportamento,tratamento,resposta
    reacao do sistema,reacoes do sistema
    resposta do sistema,respostas do sistema,acao do sistema,acoes do sistema
    systeem,reactie van het systeem,reacties van het systeem,systeemreactie,actie van het systeem
    susteem,susteemi reaktsioon,susteemi vastus,susteemi tegevus
    reazione del sistema,reazioni del sistema
    risposta del sistema,risposte del sistema,azione del sistema,azioni del sistema
    """)

  /// Columns of remarks.
  static let remarks = words(
    """
    note,notes,comment,comments,remark,remarks,information for steps,information
    bemerkung,bemerkungen,anmerkung,anmerkungen,hinweis,kommentar
    remarque,remarques,commentaire,commentaires
    nota,notas,comentario,comentarios,observaciones
    observacao,observacoes
    opmerking,opmerkingen
    markus,markused,kommentaar
    osservazioni,commento,commenti
    """)

  /// Columns that name who acts, beside a column of sentences.
  static let who = words(
    """
    direction,actor,actors,who,role,performed by,by,user,actor/system,responsible,subject,performer,entity
    akteur,wer,rolle,handelnder,ausfuhrender,durch,nutzer,benutzer
    acteur,qui,role,par
    actor,quien,rol,responsable
    ator,quem,papel,responsavel
    wie,actor,rol,door
    kes,tegija,tegutseja,roll
    chi,attore,ruolo,responsabile
    """)

  /// Columns of the names of fields.
  static let fields: Set<String> = [
    "field", "data field", "data fields", "field name", "attribute", "attribute name", "parameter",
    "variable", "column", "feld", "attribut", "champ", "campo", "atributo", "veld", "vali",
  ]
  /// Columns of what is said about each field.
  static let ofFields: Set<String> = [
    "type", "data type", "format", "mandatory", "required", "example", "default", "valid condition",
    "validation", "length", "mandatory?", "required?", "typ", "datentyp", "pflicht", "obligatoire",
    "tipo", "obligatorio", "obrigatorio", "verplicht", "constraints", "constraint",
  ]

  /// Columns of a table of versions.
  static let dates: Set<String> = ["date", "datum", "fecha", "data", "kuupaev"]
  static let versions: Set<String> = [
    "version", "versie", "versao", "versione", "versioon", "revision", "revisione", "revisao",
    "author", "authors", "autor", "auteur", "autore",
  ]

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == "," || $0 == "\n" }.map { CellText.collapsed(String($0)) })
  }
}
