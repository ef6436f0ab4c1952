import CardTestSupport
import CryptoCore
import Dates
import EstEID
import ISO7816
import TestSupport
import Testing
import VirtualCard

@Suite struct CardSessionTests {
  private let memory: PINMemory

  init() throws { memory = try PINMemory() }

  private func open(_ card: VirtualCard, can: String = "123456") async throws -> EstEIDCard {
    try await EstEIDCard.open(
      over: await card.insert(), can: secret(can), options: EstEIDCard.Options(memory: memory))
  }

  @Test("The holder's data are read from the card", arguments: CardModel.allCases)
  func personalData(model: CardModel) async throws {
    var holder = CardHolder.test
    holder.citizenship = ""
    if model == .thales { holder.birth = "08 01 1980" }
    let session = try await open(try VirtualCard(.test(model: model, holder: holder)))
    let data = try await session.personalData()
    #expect(data.surname == "JÕEORG")
    #expect(data.givenNames == "JAAK-KRISTJAN")
    #expect(data.sex == "M")
    #expect(data.citizenship == nil)
    #expect(data.birthDate?.description == "1980-01-08")
    #expect(data.birthPlace == (model == .idemia ? "FIN" : nil))
    #expect(data.personalCode == "38001085718")
    #expect(data.documentNumber == "EP0250124")
    #expect(data.expiry?.description == "2039-12-31")
  }

  @Test(
    "In a contact reader the card is read and signs without a CAN", arguments: CardModel.allCases)
  func contacts(model: CardModel) async throws {
    let card = try VirtualCard(.test(model: model), interface: .contacts)
    let session = try await EstEIDCard.open(
      onContactsOf: await card.insert(), options: EstEIDCard.Options(memory: memory))
    #expect(try await session.personalData().surname == "JÕEORG")
    #expect(try await session.status(of: .pin1).triesLeft == 3)
    let digest = Hash.sha384.digest(of: [1, 2, 3])
    let proof = try await session.authenticate(digest, pin: secret("1234"))
    try OpenSSL.verify(
      proof.rawSignature, of: digest, with: proof.certificate.der, from: card.authority)
    let signature = try await session.sign(digest, pin: secret("12345"))
    try OpenSSL.verify(
      signature.rawSignature, of: digest, with: signature.certificate.der, from: card.authority)
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 2)) {
      try await session.verify(secret("4321"), as: .pin1)
    }
  }

  @Test("A contact reader does not open a card over NFC, and PACE is not offered by contacts")
  func interfaces() async throws {
    let contactless = try VirtualCard(.test())
    await #expect(throws: EstEIDError.unsupportedCard) {
      _ = try await EstEIDCard.open(
        onContactsOf: await contactless.insert(), options: EstEIDCard.Options(memory: memory))
    }
    let contacts = try VirtualCard(.test(), interface: .contacts)
    let channel = await contacts.insert()
    #expect(try await channel.transmit(hex("10860000027C0000")) == hex("6E00"))
    #expect(try await channel.transmit(hex("00860000027C0000")) == hex("6D00"))
    #expect(try await channel.transmit(hex("0CA4020C02011C")) == hex("6E00"))
  }

  @Test("The tries left are read without using one", arguments: CardModel.allCases)
  func tries(model: CardModel) async throws {
    let session = try await open(try VirtualCard(.test(model: model)))
    for reference in PINReference.allCases {
      #expect(try await session.status(of: reference).triesLeft == 3)
      #expect(try await session.status(of: reference).triesLeft == 3)
    }
  }

  @Test("Both keys sign, and the openssl tool agrees", arguments: CardModel.allCases, [32, 48, 64])
  func signatures(model: CardModel, length: Int) async throws {
    let card = try VirtualCard(.test(model: model))
    let digest = Array(Hash.sha512.digest(of: [1, 2, 3]).prefix(length))
    let session = try await open(card)
    let proof = try await session.authenticate(digest, pin: secret("1234"))
    // A card of IDEMIA signs 48 bytes: a shorter digest is padded, with the same value.
    try OpenSSL.verify(
      proof.rawSignature, of: Array(digest.prefix(48)), with: proof.certificate.der,
      from: card.authority)
    let signature = try await session.sign(digest, pin: secret("12345"))
    try OpenSSL.verify(
      signature.rawSignature, of: Array(digest.prefix(48)), with: signature.certificate.der,
      from: card.authority)
    #expect(proof.certificate.der != signature.certificate.der)
  }

  @Test(
    "A wrong CAN has a separate error, and the right one works afterwards",
    arguments: CardModel.allCases)
  func wrongCAN(model: CardModel) async throws {
    let card = try VirtualCard(.test(model: model))
    await #expect(throws: EstEIDError.wrongCAN) { _ = try await open(card, can: "654321") }
    _ = try await open(card)
  }

  @Test("Wrong PINs count down to blocked, and the PUK unblocks", arguments: CardModel.allCases)
  func blockAndUnblock(model: CardModel) async throws {
    let card = try VirtualCard(.test(model: model))
    let session = try await open(card)
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 2)) {
      try await session.verify(secret("9991"), as: .pin1, policy: .insisting)
    }
    // The same wrong PIN is not sent a second time.
    await #expect(throws: EstEIDError.rejectedBefore(.pin1)) {
      try await session.verify(secret("9991"), as: .pin1)
    }
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 1)) {
      try await session.verify(secret("9992"), as: .pin1, policy: .insisting)
    }
    await #expect(throws: EstEIDError.tooFewTries(.pin1, left: 1)) {
      try await session.verify(secret("1234"), as: .pin1)
    }
    await #expect(throws: EstEIDError.pinBlocked(.pin1)) {
      try await session.verify(secret("9993"), as: .pin1, policy: .insisting)
    }
    #expect(try await session.status(of: .pin1).isBlocked)
    await #expect(throws: EstEIDError.wrongPIN(.puk, triesLeft: 2)) {
      try await session.unblock(.pin1, puk: secret("99999999"), new: secret("4321"))
    }
    try await session.unblock(.pin1, puk: secret("12345678"), new: secret("4321"))
    #expect(try await session.status(of: .pin1).triesLeft == 3)
    try await session.verify(secret("4321"), as: .pin1)
    try await session.change(.pin1, from: secret("4321"), to: secret("12121212"))
    try await session.verify(secret("12121212"), as: .pin1)
  }

  @Test("A new Thales card asks for another PIN2 before it signs")
  func newThalesCard() async throws {
    var new = Personalization.test(model: .thales)
    new.hasChangedCodes = false
    let session = try await open(try VirtualCard(new))
    await #expect(throws: EstEIDError.pinNotActivated(.pin2)) {
      _ = try await session.sign(Operation.digest, pin: secret("12345"))
    }
    try await session.change(.pin2, from: secret("12345"), to: secret("54321"))
    _ = try await session.sign(Operation.digest, pin: secret("54321"))
  }

  @Test("An expired certificate costs no try")
  func expiredCertificate() async throws {
    let card = try VirtualCard(.test(validity: 1_577_836_800...1_735_689_600))
    let session = try await open(card)
    await #expect(throws: EstEIDError.certificate(.expired)) {
      _ = try await session.authenticate(Operation.digest, pin: secret("9999"))
    }
    #expect(try await session.status(of: .pin1).triesLeft == 3)
  }

  private static let longer: EstEIDCard.PathSelection = []
  private static let budgets: [(Operation, EstEIDCard.PathSelection, Int)] = [
    (.readData, .proven, 19), (.readData, .all, 18), (.logIn, longer, 16), (.logIn, .proven, 15),
    (.sign, longer, 16), (.sign, .all, 15),
  ]

  @Test("Each operation takes as many exchanges as documented", arguments: budgets)
  func exchangeBudget(
    operation: Operation, paths: EstEIDCard.PathSelection, count: Int
  ) async throws {
    let card = try VirtualCard()
    try await operation.run(on: card, memory: memory, pathSelection: paths)
    #expect(await card.exchangeCount == count)
  }

  @Test(
    "With a known certificate an operation takes 10 exchanges",
    arguments: [CertificateKind.authentication, .signing])
  func knownCertificate(kind: CertificateKind) async throws {
    let card = try VirtualCard()
    let session = try await open(card)
    #expect(await card.exchangeCount == 6)
    let certificate = try await session.certificate(kind)
    await card.setFaults(.none)
    let operation = kind == .authentication ? Operation.logIn : .sign
    try await operation.run(on: card, memory: memory, certificate: certificate)
    #expect(await card.exchangeCount == 10)
  }
}
