/// The barcodes of licences that a world can name. The person does not exist.
package enum SampleLicence: String, CaseIterable {
  case good = "sample"
  /// The licence has expired.
  case expired
  /// Half of the family name is cut off.
  case truncated

  /// The text that a scanner returns.
  package var barcode: String {
    let name = self == .truncated ? "SAM\nDDET" : "SAMPLE\nDDEN"
    let expiry = self == .expired ? "12102020" : "12102035"
    let subfile =
      "DLDAQT64235789\nDCS\(name)\nDACMICHAEL\nDADJOHN\nDBB06061986\nDBA\(expiry)\n"
      + "DAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDCGUSA\r"
    let length = String(subfile.utf8.count)
    let digits = String(repeating: "0", count: 4 - length.count) + length
    return "@\n\u{1E}\rANSI 636000090001DL0031\(digits)\(subfile)"
  }
}
