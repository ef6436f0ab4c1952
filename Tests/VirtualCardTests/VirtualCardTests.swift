import CardTestSupport
import ISO7816
import Testing

@testable import VirtualCard

@Suite struct Placeholder {}
