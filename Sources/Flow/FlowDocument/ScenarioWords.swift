/// Who acts in a sentence, and what headings of alternatives begin with, in eight languages:
/// small letters, no accents. To teach the reader another word, add it to a line.
enum ScenarioWords {
  /// What the headings of alternatives begin with, and the letter of their ids.
  static let alternatives: [(lead: String, letter: String)] =
    words(
      """
      alternative flow,alternate flow,alternative scenario,alternate scenario,alternative course,
      alternate course,alternative path,alternate path,extension,variation,alternative,alternate,
      alternative workflow,alternate workflow,
      alt flow,alt. flow,subflow,sub-flow,sub flow,sous-flux,sous flux,sous-flot,
      sous-scenario,subflujo,sub-flujo,subfluxo,sub-fluxo,sottoflusso,unterablauf,alternativ,
      alternativablauf,alternativ-ablauf,alternativer ablauf,alternatives szenario,
      alternativszenario,erweiterung,variante,scenario alternatif,scenario d'alternatif,
      flux alternatif,enchainement alternatif,secondary scenario,secondary flow,
      escenario secundario,cenario secundario,scenario secondaire,scenario secondario,
      flot alternatif,cas alternatif,caso alternativo,flujo alternativo,flujo alterno,
      escenario alternativo,
      extension del paso,
      curso alternativo,curso alterno,secuencia alternativa,fluxo alternativo,cenario alternativo,
      caminho alternativo,alternatief scenario,alternatieve stroom,alternatieve flow,alternatief,
      alternatief verloop,
      fluxo secundario,flujo secundario,flux secondaire,flusso secondario,
      alternatiivne stsenaarium,alternatiivne voog,alternatiivvoog,alternatiiv,laiendus,
      scenario alternativo,flusso alternativo,sequenza alternativa,estensione,alternativa,extensao
      """
    ).map { ($0, "A") } + otherAlternatives.map { ($0, "A") }
    + words(
      """
      exception workflow,exception flow,exceptional flow,exception scenario,exception path,
      exception,error flow,
      error scenario,
      failure scenario,ausnahme,fehlerfall,fehlerszenario,ausnahmeszenario,scenario d'exception,
      scenario d'erreur,
      flux d'exception,flot d'exception,flot d'erreur,cas d'erreur,enchainement d'exception,
      flujo de excepcion,excepcion,
      fluxo de excecao,fluxo excecao,
      cenario de excecao,caminho de excecao,excecao,uitzondering,foutscenario,erand,veaolukord,
      exceptionele flow,flusso di eccezione,
      scenario di errore,eccezione,failure,error case,luồng ngoại lệ,异常流程,異常流程,例外流程
      """
    ).map { ($0, "E") }

  /// What a sentence about the system begins with.
  static let systems = Set(
    words(
      """
      hệ thống,system,the system,application,the application,app,the app,software,the software,
      program,the program,the bot,bot,chatbot,the chatbot,o chatbot,el chatbot,le chatbot,
      der chatbot,the web application,the mobile app,the tool,the game,
      the web app,the authentication application,application system,the front-end system,
      front-end system,the back-end system,back-end system,the frontend system,
      the backend system,das system,system,die anwendung,die webanwendung,die app,die software,
      die applikation,
      das programm,le systeme,l'application,systeme,le logiciel,la plateforme,el sistema,
      sistema,la aplicacion,la plataforma,el software,la app,o sistema,a aplicacao,o aplicativo,
      a plataforma,o software,o app,het systeem,systeem,de applicatie,de app,susteem,rakendus,
      il sistema,l'applicazione,l'app,la piattaforma
      """) + otherSystems)

  /// What is the system where no sentence has a word for it.
  static let sites = Set(
    words(
      """
      the platform,platform,the website,website,the web site,the site,the portal,portal,
      the dashboard,dashboard,el panel,o painel,the web page,the page,the browser,browser,
      the interface,the ui,the frontend,the backend,the server,
      die landingpage,die startseite,die seite,die maske,die oberflache,das formular,l'ecran,
      la page,
      la pantalla,a tela,la schermata,het scherm,de pagina,
      der browser,le navigateur,el navegador,o navegador,de browser,brauser,il browser,
      die plattform,die webseite,die website,das portal,der server,
      le site,le site web,l'appli,le portail,l'interface,la page,le serveur,
      el sitio,el sitio web,la pagina,la pagina web,la web,el portal,la interfaz,el servidor,
      o site,a pagina,a interface,o portal,o servidor,de website,het platform,het portaal,
      de server,platvorm,veebileht,server,il sito,il sito web,il portale,l'interfaccia,il server
      """))

  /// Parts of the system, which act beside it.
  static let parts = Set(
    words(
      """
      frontend,front-end,front end,backend,back-end,back end,ui,gui,api,rest api,web api,webapi,
      webapp,web app,server,web server,service,web service,the service,mobile,spa,engine,moteur,
      el servidor,o servidor,le serveur,serveur,servidor,l'api,l'interface,l'ihm,il motore,motore
      """))

  static let sitesAndParts = sites.union(parts)

  /// What stands for the person of the step before.
  static let pronouns: Set<String> = [
    "he", "she", "they", "elle", "ella", "ele", "ela", "hij", "lei", "tema",
  ]

  /// Verbs before the use case that a step includes.
  static let includes = Set(
    words(
      """
      include,includes,invoke,invokes,call,calls,perform,performs,execute,executes,run,runs,
      fuhrt,ruft,beinhaltet,inclut,appelle,incluye,ejecuta,llama,inclui,executa,chama,roept,voert,
      bevat,kaivitab,sisaldab,esegue,chiama,richiama
      """))

  /// What may stand between such a verb and the id, besides articles: before a number, one of them
  /// has to.
  static let ofUseCases = Set(
    words(
      """
      use,case,use-case,usecase,partial,flow,anwendungsfall,cas,d'utilisation,caso,uso,
      kasutusjuhtu,kasutusjuhu,d'uso
      """))

  /// What acts without being the system or a person.
  static let things = Set(
    words(
      """
      website,web site,server,platform,site,service,backend,database,device,api,browser,machine,
      terminal,kiosk,portal,card,bank,printer,sensor,phone,module,controller,client application,
      serveur,servidor,website,webseite,veebileht,sito,
      page,screen,window,form,dialog,popup,pop-up,toast,banner,snackbar,modal,alert,message,list,field,menu,email,mail,
      seite,bildschirm,fenster,maske,formular,meldung,liste,ecran,fenetre,formulaire,pagina,
      pantalla,
      ventana,formulario,mensaje,tela,janela,mensagem,lista,scherm,venster,formulier,melding,lijst,
      leht,aken,vorm,teade,schermata,finestra,modulo,messaggio
      """))

  /// What a sentence about a person begins with.
  static let people = Set(
    words(
      """
      user,the user,users,spieler,der spieler,die spielerin,authenticated user,
      the authenticated user,registered user,the registered user,logged-in user,
      the logged-in user,actor,the actor,customer,the customer,client,the client,admin,the admin,
      administrator,the administrator,student,the student,member,the member,visitor,the visitor,
      guest,the guest,employee,the employee,manager,the manager,operator,the operator,teacher,
      the teacher,librarian,the librarian,cashier,the cashier,clerk,the clerk,patient,the patient,
      doctor,the doctor,player,the player,buyer,the buyer,seller,the seller,passenger,
      the passenger,driver,the driver,staff,the staff,applicant,the applicant,a user,
      an administrator,registered user,the registered user,the primary actor,person,the person,
      owner,the owner,reader,the reader,traveller,der benutzer,benutzer,der nutzer,nutzer,
      der kunde,kunde,der anwender,die benutzerin,der administrator,der mitarbeiter,die nutzerin,
      der akteur,der primarakteur,der student,der bediener,l'utilisateur,utilisateur,le client,
      l'acteur,
      l'administrateur,l'usager,le visiteur,l'etudiant,el usuario,usuario,el cliente,cliente,
      el actor,el administrador,administrador,el estudiante,el empleado,o usuario,o cliente,
      o ator,ator,o administrador,o utilizador,utilizador,o aluno,o funcionario,de gebruiker,
      gebruiker,de klant,klant,de actor,de beheerder,beheerder,de medewerker,kasutaja,klient,
      tegutseja,administraator,haldur,isik,l'utente,utente,il cliente,l'attore,l'amministratore,
      amministratore,lo studente,l'operatore
      """) + professions + otherPeople)

  /// What a role of two words may end with, and be called by: `Club secretary`.
  static let roles = people.union(
    words(
      """
      secretary,officer,agent,assistant,inspector,instructor,keeper,holder,specialist,engineer,
      developer,editor,author,lecturer,professor,coach,trainer,nurse,courier,supplier,vendor,
      moderator,organizer,organiser,tenant,landlord,subscriber,technician,accountant,
      receptionist,supervisor,leader,commander,captain,pilot,operator,driver,player,owner,buyer,
      seller,teacher,reader,visitor,donor,voter,organiser,farmer,caller,sender,receiver,
      worker,representative,coordinator,analyst,tester,master
      """))

  /// What a person does, as the first word of a sentence without a subject.
  static let deeds = Set(
    words(
      """
      enter,enters,click,clicks,select,selects,press,presses,choose,chooses,tap,taps,type,types,
      fill,fills,submit,submits,open,opens,log,logs,login,navigate,navigates,pick,picks,insert,
      inserts,input,inputs,approve,approves,accept,accepts,
      confirm,confirms,upload,uploads,browse,browses,search,searches,scroll,scrolls,swipe,enters,
      requests,request,provides,provide,reviews,review,views,view,edit,edits,visit,visits,launch,
      gibt,klickt,wahlt,druckt,saisit,uploade,confirme,clique,choisit,selectionne,ingresa,
      selecciona,pulsa,introduce,abre,ve,toma,consulta,ouvre,consulte,apre,scorre,imposta,spunta,
      elige,hace,presiona,llena,navega,completa,corrige,confirma,adiciona,bearbeitet,navigiert,
      offnet,wechselt,klik,liest,opent,leest,
      informa,clica,seleciona,preenche,digita,escolhe,voert,klikt,kiest,selecteert,sisestab,
      valib,vajutab,klopsab,avab,inserisce,seleziona,clicca,sceglie,preme,inserta,escanea,paga,
      sube,define,agrega,filtra,anade,edita,cambia,descarga,clic,exporta,configura,
      digitaliza,escribe,acepta,firma,rellena,cumplimenta,toca,arrastra,teclea,accede,acede,acessa,
      pays,accepts,scans,drags,writes,adds,removes,cancels,signs,remplit,renseigne,appuie,coche,
      vult,drukt,logt,typt,fullt,tippt,scannt,
      insere,escreve,aceita,assina,compila,scrive,accetta,tocca,recibe,recebe,riceve,revisa,indica
      """))

  /// English verbs with which a step says what to do: "Select a room".
  static let commands = Set(
    words(
      """
      enter,click,select,press,choose,tap,type,fill,submit,open,log,navigate,pick,insert,confirm,
      upload,browse,search,scroll,swipe,request,provide,review,view,edit,visit,launch,input,
      approve,accept
      """))

  /// What a sentence about a condition begins with.
  static let conditions = Set(
    words(
      """
      if,when,whenever,in,at,on,wenn,falls,sobald,sofern,bei,si,quand,lorsque,cuando,se,caso,quando,
      als,wanneer,indien,kui,in case
      """
    ))

  /// What a condition of any kind begins with, and no place or time.
  static let ifs = conditions.subtracting(["in", "at", "on", "bei"])

  /// The labels of what says when an alternative happens.
  static let conditionLabels = Set(
    words(
      """
      extension point,extension points,extends,at,step,condition,conditions,trigger,when,
      precondition,
      preconditions,entry point,branch point,starts at,begins at,branches from,branching point,
      ponto de extensao,condicao,punto de extension,condicion,bedingung,ausloser,
      point of divergence,divergence point,divergence,deviation point,point of deviation,
      branches at,starting point,start point,abzweigung,abzweigpunkt,verzweigungspunkt,
      point de divergence,point de depart,point d'insertion,etape de depart,
      punto de divergencia,punto de partida,ponto de divergencia,ponto de desvio,
      punto di divergenza,punto di partenza,afwijkingspunt,vertakkingspunt,
      point d'extension,condicoes,condiciones,bedingungen,condizioni,voorwaarden,
      condition de declenchement,declencheur,voorwaarde,tingimus,condizione,punto di estensione,
      gatilho,disparador,inicio,origem,origen,inizio,origine
      """))

  static func isConditionLabel(_ name: Substring) -> Bool {
    conditionLabels.contains(PlainWords.folded(CellText.collapsed(String(name))))
  }

  /// The headings of the lines of one alternative.
  static let flowLabels = Set(
    words(
      """
      flow,steps,actions,action,fluxo,passos,flujo,pasos,ablauf,schritte,flux,etapes,deroulement,
      verloop,stappen,kaik,sammud,flusso,passi,acoes,acao,acciones,accion,aktionen,azioni,acties
      """))

  /// Names before a colon that are not of anybody who acts.
  static let labels = Set(
    words(
      """
      note,notes,result,error,case,event,message,input,inputs,option,options,action,actions,next,
      example,hint,warning,optional,includes,include,extends,alternative,exception,precondition,
      postcondition,remark,todo,comment,step,button,items,answer,effect,duration,loading,parameter
      """))

  /// Whether a text says that there is nothing below its heading: `None.`
  static func saysNothing(_ text: String) -> Bool {
    let name = PlainWords.folded(String(text.drop { "->→ ".contains($0) }))
    if isNothing.contains(name) || name.last == "." && isNothing.contains(String(name.dropLast())) {
      return true
    }
    // `Entfällt, da ...`, `None: the form has no errors.`, `None beyond those of UC1`
    let word = name.prefix { $0.isLetter || $0 == "/" }
    return word.count > 2 && word.count < name.count && isNothing.contains(String(word))
      && (",:(".contains(name.dropFirst(word.count).first { $0 != " " } ?? " ")
        || name.dropFirst(word.count).hasPrefix(" beyond "))
  }

  /// What stands below a heading that has nothing below it.
  static let isNothing = Set(
    words(
      """
      entfallt,nan,none,none.,no extensions,no extensions.,/,n/a,n/a.,na,-,–,—,nil,not applicable,
      no alternatives,
      no alternative flows,no exceptions,keine,keine.,aucun,aucune,neant,ninguno,ninguna,
      no aplica,n.v.t,nvt,nao aplicavel,s.o.,sans objet,nihil,
      nenhum,nenhuma,nao ha,nao se aplica,geen,puudub,puuduvad,nessuno,nessuna,none identified,
      tbd,there are none,there is none,
      none at this time,none new,none yet,none known,...,none specified,not specified,
      nicht angegeben,keine angabe,
      keine angaben,non precise,no especificado,nao especificado,niet gespecificeerd,
      non specificato,brak
      """))

  /// People without a name: "user".
  static let generic: Set<String> = Set(
    words(
      """
      user,users,actor,primary actor,benutzer,nutzer,anwender,akteur,benutzerin,nutzerin,
      utilisateur,
      l'utilisateur,acteur,l'acteur,l'usager,usuario,utilizador,ator,gebruiker,kasutaja,tegutseja,
      utente,l'utente,attore,l'attore
      """))

  /// Articles, with a space after them.
  static let articles = words(
    "the,a,an,der,die,das,den,ein,eine,le,la,les,un,une,el,los,las,una,o,um,uma,de,het,een,il,lo,uno,gli"
  )
  .map { $0 + " " }

  static func withoutArticle(_ text: String) -> String {
    let lower = PlainWords.folded(text)
    let article = (articles + ["l'"]).first { lower.hasPrefix($0) } ?? ""
    return String(text.dropFirst(article.count))
  }

  static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { CellText.collapsed(String($0)) }
  }
}
