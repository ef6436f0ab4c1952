import Testing

@testable import LanguageServer

@Suite struct DocumentURITests {
  @Test("A path with any characters leads back to itself")
  func back() {
    for path in ["/a/Flows/UC1.yaml", "/a b/ä%/🏨+?#[].yaml", "/"] {
      #expect(DocumentURI.path(DocumentURI.file(path)) == path)
    }
    #expect(DocumentURI.file("/a b/ä.yaml") == "file:///a%20b/%C3%A4.yaml")
  }

  @Test("Addresses that are not files of this machine have no path")
  func others() {
    #expect(DocumentURI.path("file://localhost/x") == "/x")
    for uri in [
      "", "x", "http://a/b", "file:", "file://", "file://host/x", "file:///%", "file:///%4",
      "file:///%+4", "file:///%zz", "file:///%00", "file:///%FF", "untitled:1",
    ] {
      #expect(DocumentURI.path(uri) == nil, "\(uri)")
    }
  }
}
