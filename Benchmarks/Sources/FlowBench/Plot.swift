import Workloads

/// A plot of growth, both axes logarithmic, as SVG. A straight line at 45 degrees is linear.
struct Plot {
  private static let colors = ["#2563eb", "#059669", "#d97706", "#dc2626", "#7c3aed"]
  private static let size = (width: 640.0, height: 420.0)
  private static let margin = 60.0

  static func svg(_ lines: [(String, [(Int, Double)])]) -> String {
    let all = lines.flatMap(\.1)
    let low = all.map { logarithm($0.1) }.min() ?? 0
    let high = all.map { logarithm($0.1) }.max() ?? 1
    let right = logarithm(Double(all.map(\.0).max() ?? 10))
    func x(_ flows: Double) -> Double {
      margin + (logarithm(flows) - 1) / Swift.max(right - 1, 1) * (size.width - 3 * margin)
    }
    func y(_ time: Double) -> Double {
      size.height - margin
        - (logarithm(time) - low) / Swift.max(high - low, 1) * (size.height - 2 * margin)
    }
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 420" \
      font-family="sans-serif" font-size="12">
      <rect width="640" height="420" fill="white"/>
      <text x="60" y="30" font-size="15">Processor time by the number of flows</text>

      """
    for flows in [10, 100, 1_000, 10_000] where Double(flows) <= Double(all.map(\.0).max() ?? 0) {
      let place = x(Double(flows)).rounded(to: 1)
      text += "<line x1=\"\(place)\" x2=\"\(place)\" y1=\"60\" y2=\"360\" stroke=\"#e5e7eb\"/>\n"
      text += "<text x=\"\(place)\" y=\"380\" text-anchor=\"middle\">\(flows)</text>\n"
    }
    for time in [0.01, 0.1, 1, 10, 100, 1_000, 10_000, 100_000]
    where logarithm(time) >= low && logarithm(time) <= high {
      let place = y(time).rounded(to: 1)
      text += "<line x1=\"60\" x2=\"520\" y1=\"\(place)\" y2=\"\(place)\" stroke=\"#e5e7eb\"/>\n"
      text +=
        """
        <text x=\"54\" y=\"\(place)\" \
        text-anchor=\"end\">\(time >= 1 ? time.rounded(to: 0) : time.rounded(to: 2)) ms</text>\n
        """
    }
    for (index, line) in lines.enumerated() {
      let color = colors[index % colors.count]
      let points = line.1.map { "\(x(Double($0.0)).rounded(to: 1)),\(y($0.1).rounded(to: 1))" }
      text +=
        """
        <polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\" \
        points=\"\(points.joined(separator: " "))\"/>\n
        """
      if let last = line.1.last {
        text +=
          """
          <text x=\"\((x(Double(last.0)) + 8).rounded(to: 1))\" \
          y=\"\((y(last.1) + 4).rounded(to: 1))\" fill=\"\(color)\">\(line.0)</text>\n
          """
      }
    }
    return text + "</svg>\n"
  }

  /// The logarithm to base 10, by halving, so that two axes need no library of mathematics.
  private static func logarithm(_ value: Double) -> Double {
    var value = Swift.max(value, 1e-9)
    var whole = 0.0
    while value >= 10 {
      value /= 10
      whole += 1
    }
    while value < 1 {
      value *= 10
      whole -= 1
    }
    var part = 0.0
    var bit = 0.5
    for _ in 0..<20 {
      value *= value
      if value >= 10 {
        value /= 10
        part += bit
      }
      bit /= 2
    }
    return whole + part
  }
}
