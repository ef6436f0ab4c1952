internal import FlowModel

// Headings in languages whose sentences are not read: their use cases become tables as well, with
// sentences as they are written.
extension HeadingWords {
  static let others: [(meaning: HeaderLabel, words: String)] = [
    // Polish, Czech, Swedish, Danish and Norwegian, Finnish, Turkish, Indonesian, Russian,
    // Ukrainian, Romanian and Hungarian.
    (
      .main,
      """
      przebieg domyślny,
      scenariusz główny, główny scenariusz, przepływ główny, główny przepływ, przebieg główny,
      główny przebieg, przepływ zdarzeń, przepływ podstawowy, podstawowy przepływ zdarzeń,
      przebieg podstawowy,
      hlavní scénář, základní scénář, hlavní tok, normální průběh, základní tok událostí,
      huvudflöde, huvudscenario, normalflöde, grundflöde, normalt flöde, hovedscenarie, hovedforløb,
      normalforløb, hovedscenario, hovedflyt, normalflyt, normal flyt, hendelsesforløp,
      päätapahtumankulku, normaali tapahtumankulku, perustapahtumankulku, pääskenaario,
      käyttötapauksen kulku, tapahtumien kulku, ana senaryo, ana akış, temel akış, normal akış,
      ana başarı senaryosu, alur utama, alur normal, alur dasar, skenario utama, skenario normal,
      основной сценарий, основной поток, основной поток событий, главный сценарий,
      основний сценарій,
      головний сценарій, основний потік, scenariu principal, scenariul principal, flux principal,
      fluxul principal, flux de bază, fő forgatókönyv, normál lefutás, alapfolyamat
      """
    ),
    (
      .extensions,
      """
      scenariusze alternatywne, scenariusz alternatywny, przepływy alternatywne,
      przepływ alternatywny,
      przebiegi alternatywne, rozszerzenia, wyjątki, alternativní scénáře, alternativní toky,
      rozšíření, výjimky, alternativa flöden, alternativt flöde, alternativflöden, undantag,
      utökningar, alternative forløb, alternativt forløb, udvidelser, undtagelser,
      alternative scenarier, alternativ flyt, alternative flyter, utvidelser, unntak, variasjoner,
      vaihtoehtoiset tapahtumankulut, vaihtoehtoinen tapahtumankulku, poikkeukset, laajennukset,
      poikkeuksellinen toiminta, alternatif akışlar, alternatif akış, alternatif senaryolar,
      istisnalar, alur alternatif, skenario alternatif, alur pengecualian,
      альтернативный сценарий, альтернативные сценарии, альтернативные потоки, альтернативный поток,
      исключения, расширения, альтернативні сценарії, альтернативний сценарій, винятки, розширення,
      scenarii alternative, scenariu alternativ, fluxuri alternative, flux alternativ, excepții,
      extensii, alternatív forgatókönyvek, alternatív lefutás, kivételek, kiterjesztések
      """
    ),
    (
      .list(.preconditions),
      """
      warunki początkowe, warunek początkowy, warunki wstępne, warunek wstępny, předpoklady,
      vstupní podmínky, förvillkor, förutsättningar, forudsætninger, startbetingelser,
      forutsetninger, prebetingelser, esiehdot, esiehto, ön koşullar, ön koşul, önkoşullar,
      prakondisi,
      kondisi awal, предусловия, предусловие, передумови, передумова, precondiții, precondiție,
      előfeltételek, előfeltétel
      """
    ),
    (
      .list(.postconditions),
      """
      warunki końcowe, warunek końcowy, výstupní podmínky, eftervillkor, slutvillkor,
      slutbetingelser, postbetingelser, etterbetingelser, jälkiehdot, jälkiehto, lopputulos,
      son koşullar, son koşul, kondisi akhir, постусловия, постусловие, післяумови, postcondiții,
      postcondiție, utófeltételek, utófeltétel
      """
    ),
    (
      .text(.actor),
      """
      aktor, aktorzy, aktor główny, aktér, aktéři, aktör, aktörer, primær aktør, aktør, aktører,
      käyttäjäroolit, toimija, toimijat, aktörler, birincil aktör, aktor utama, актёр, актер,
      действующие лица, основной актор, актор, актори, actori, szereplő, szereplők
      """
    ),
    (
      .text(.summary),
      """
      opis, krótki opis, popis, beskrivning, beskrivelse, kuvaus, açıklama, deskripsi, описание,
      опис
      """
    ),
    (
      .title,
      """
      nazwa przypadku użycia, název případu užití, käyttötapauksen nimi, kullanım durumu adı,
      nama use case, название варианта использования
      """
    ),
    // Vietnamese and Chinese.
    (
      .main,
      """
      luồng chính, luồng sự kiện chính, luồng cơ bản, luồng sự kiện cơ bản, dòng sự kiện chính,
      luồng sự kiện, kịch bản chính,
      主要流程, 基本流程, 正常流程, 主流程, 基本事件流, 主要成功场景, 主成功场景, 主要成功情境
      """
    ),
    (
      .extensions,
      """
      luồng phụ, luồng thay thế, các luồng thay thế, luồng ngoại lệ, luồng sự kiện phụ,
      luồng rẽ nhánh, ngoại lệ, dòng sự kiện phụ, luồng sự kiện thay thế,
      替代流程, 备选流程, 備選流程, 扩展流程, 擴展流程, 异常流程, 異常流程, 例外流程, 可选流程
      """
    ),
    (
      .list(.preconditions),
      """
      tiền điều kiện, điều kiện tiên quyết, điều kiện trước, 前置条件, 前置條件, 前提条件
      """
    ),
    (
      .list(.postconditions),
      """
      hậu điều kiện, điều kiện sau, 后置条件, 後置條件, 后置条件
      """
    ),
    (.list(.triggeredBy), "wyzwalacz, wyzwalacze, sự kiện kích hoạt, kích hoạt, 触发条件, 觸發條件"),
    (.text(.actor), "tác nhân, tác nhân chính, 参与者, 參與者, 主要参与者, 主要參與者, 执行者"),
    (.text(.summary), "mô tả, mô tả ngắn, mô tả tóm tắt, 描述, 简要描述, 簡要描述, 用例描述"),
    (.title, "tên use case, 用例名称, 用例名稱"),
  ]

  /// What fewer of them begin with, in languages whose sentences are read.
  static let moreLeads: [(lead: String, kind: Flow.Kind)] = [
    "caso de uso extendido", "caso de uso expandido", "cas n°", "caso n°",
  ].map { ($0, .useCase) }

  /// What headings of use cases begin with in these languages: small letters, no accents.
  static let otherLeads: [(lead: String, kind: Flow.Kind)] = ScenarioWords.words(
    """
    przypadek użycia,případ užití,användningsfall,brugstilfælde,brukstilfelle,käyttötapaus,
    kullanım durumu,kullanım senaryosu,вариант использования,прецедент,варіант використання,
    caz de utilizare,használati eset
    """
  ).map { (PlainWords.folded($0), .useCase) }
}
