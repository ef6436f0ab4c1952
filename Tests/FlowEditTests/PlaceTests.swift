import FlowEdit
import Testing

@Suite struct PlaceTests {
  @Test("A place reads as it is written")
  func round() {
    for text in ["file", "section 1", "step 1.3", "row 1.3a#2", "extension 7b", "rule x", "path y"]
    {
      #expect(EditPlace(text)?.description == text)
    }
    #expect(EditPlace("step") == nil)
    #expect(EditPlace("steps 1") == nil)
  }
}
