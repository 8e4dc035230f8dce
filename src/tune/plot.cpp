// Lines, axes and a legend, written as SVG.
#include "tune/plot.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "tune/tuning.h"

namespace ordo::tune {
namespace {

// In pixels.
constexpr double kLeft = 60;
constexpr double kTop = 46;
constexpr double kWidth = 640;
constexpr double kPanel = 300;
constexpr double kScorePanel = 180;
constexpr double kGap = 56;
constexpr double kCaption = 22;
constexpr double kLegend = 300;
constexpr double kRow = 18;
/// So many iterations are averaged into a point of the line of scores.
constexpr std::size_t kWindow = 20;

/// A rectangle with its own scale upwards, over the common one of iterations.
struct Panel {
  double top;
  double height;
  std::size_t iterations;
  double grid = 0.1;
  double low = 0;
  double high = 1;

  [[nodiscard]] double x(std::size_t iteration) const {
    return kLeft + kWidth * static_cast<double>(iteration) /
                       static_cast<double>(std::max<std::size_t>(iterations, 1));
  }
  [[nodiscard]] double y(double value) const { return top + height * (high - value) / (high - low); }

  /// Makes the scale as large as all values allow, with some lines of a grid.
  void fit(double least, double most) {
    for (const double wide : {0.01, 0.02, 0.05, 0.1, 0.2}) {
      grid = wide;
      low = std::floor(least / grid) * grid;
      high = std::max(std::ceil(most / grid) * grid, low + 2 * grid);
      if ((high - low) / grid < 8.5) return;
    }
  }
};

/// Far apart for neighbours, however many there are: the golden angle.
[[nodiscard]] std::string color_of(std::size_t index) {
  const double hue = std::fmod(static_cast<double>(index) * 137.508 + 210, 360);
  return fmt::format("hsl({:.0f},65%,{}%)", hue, index % 2 == 0 ? 40 : 50);
}

[[nodiscard]] std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      safe += c;
    }
  }
  return safe;
}

void add_text(std::string& svg, double x, double y, std::string_view anchor, std::string_view text) {
  fmt::format_to(std::back_inserter(svg), "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x,
                 y, anchor, escaped(text));
}

void add_line(std::string& svg, double x1, double y1, double x2, double y2, std::string_view color) {
  fmt::format_to(std::back_inserter(svg),
                 "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
                 x2, y2, color);
}

/// A line through these values, of which the first is that of iteration `first`.
void add_curve(std::string& svg, const Panel& panel, std::size_t first, std::string_view color,
               const std::vector<double>& values) {
  fmt::format_to(std::back_inserter(svg),
                 "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"{}\" points=\"", color);
  for (std::size_t i = 0; i < values.size(); ++i)
    fmt::format_to(std::back_inserter(svg), "{:.1f},{:.1f} ", panel.x(first + i), panel.y(values[i]));
  svg += "\"/>\n";
}

/// 1, 2 or 5 times a power of ten, so that there are at most ten ticks.
[[nodiscard]] std::size_t tick(std::size_t iterations) {
  std::size_t step = 1;
  for (std::size_t i = 0; iterations / step > 10; ++i) step = i % 3 == 1 ? step * 5 / 2 : step * 2;
  return step;
}

void add_frame(std::string& svg, const Panel& panel, std::string_view caption) {
  add_text(svg, kLeft, panel.top - 8, "start", caption);
  const int lines = static_cast<int>(std::lround((panel.high - panel.low) / panel.grid));
  for (int i = 0; i <= lines; ++i) {
    const double value = panel.low + panel.grid * i;
    add_line(svg, kLeft, panel.y(value), kLeft + kWidth, panel.y(value), "#ddd");
    add_text(svg, kLeft - 8, panel.y(value) + 4, "end", fmt::format("{:.0f} %", 100 * value));
  }
  const std::size_t step = tick(panel.iterations);
  const double bottom = panel.top + panel.height;
  for (std::size_t k = 0; k <= panel.iterations; k += step) {
    add_line(svg, panel.x(k), bottom, panel.x(k), bottom + 5, "#888");
    add_text(svg, panel.x(k), bottom + 19, "middle", fmt::format("{}", k));
  }
}

/// Of a parameter before the first iteration and after each, from 0 (the least) to 1 (the most).
[[nodiscard]] std::vector<double> course(const Spsa& spsa, const std::vector<Iteration>& iterations,
                                         std::size_t index) {
  const thinking::Parameter& parameter = spsa.parameters()[index];
  std::vector<double> values = {static_cast<double>(parameter.usual)};
  for (const Iteration& iteration : iterations) values.push_back(iteration.values[index]);
  for (double& value : values) value = (value - parameter.least) / (parameter.most - parameter.least);
  return values;
}

void add_parameters(std::string& svg, Panel panel, const Spsa& spsa,
                    const std::vector<Iteration>& iterations) {
  const std::vector<double> use = settled(spsa, iterations);
  std::vector<std::vector<double>> courses;
  double least = 1;
  double most = 0;
  for (std::size_t i = 0; i < use.size(); ++i) {
    courses.push_back(course(spsa, iterations, i));
    least = std::min(least, std::ranges::min(courses.back()));
    most = std::max(most, std::ranges::max(courses.back()));
  }
  panel.fit(least, most);
  add_frame(svg, panel, "parameters: 0 % is the least they may be, 100 % the most");
  const double legend = kLeft + kWidth + 24;
  for (std::size_t i = 0; i < use.size(); ++i) {
    const thinking::Parameter& parameter = spsa.parameters()[i];
    add_curve(svg, panel, 0, color_of(i), courses[i]);
    const double y = panel.top + 8 + kRow * static_cast<double>(i);
    fmt::format_to(std::back_inserter(svg),
                   "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"4\" fill=\"{}\"/>\n", legend, y - 2,
                   color_of(i));
    add_text(svg, legend + 20, y + 4, "start",
             fmt::format("{}  {} \u2192 {}  ({} \u2026 {})", parameter.name, parameter.usual,
                         std::lround(use[i]), parameter.least, parameter.most));
  }
}

/// The mean score of so many iterations up to each.
[[nodiscard]] std::vector<double> running_scores(const std::vector<Iteration>& iterations,
                                                 std::size_t window) {
  std::vector<double> scores;
  for (std::size_t k = 1; k <= iterations.size(); ++k) {
    const auto estimated = score_between(iterations, k - std::min(k, window), k);
    scores.push_back(estimated ? estimated->score : 0.5);
  }
  return scores;
}

void add_scores(std::string& svg, Panel panel, const std::vector<Iteration>& iterations) {
  const std::vector<double> single = running_scores(iterations, 1);
  panel.fit(std::ranges::min(single), std::ranges::max(single));
  add_frame(svg, panel,
            fmt::format("score against the pool: of an iteration (points), of the last {} (line)", kWindow));
  for (std::size_t i = 0; i < single.size(); ++i) {
    fmt::format_to(std::back_inserter(svg), "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"#bbb\"/>\n",
                   panel.x(i + 1), panel.y(single[i]));
  }
  add_curve(svg, panel, 1, "#333", running_scores(iterations, kWindow));
}

}  // namespace

std::string plot_svg(const Spsa& spsa, const std::vector<Iteration>& iterations, std::string_view title,
                     bool has_pool) {
  const double rows = kRow * static_cast<double>(spsa.parameters().size());
  const double panel = std::max(kPanel, rows);
  const bool with_scores = has_pool && !iterations.empty();
  const double height = kTop + kCaption + panel + 30 + (with_scores ? kGap + kScorePanel : 0);
  const double width = kLeft + kWidth + kLegend + 40;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      width, height);
  fmt::format_to(std::back_inserter(svg), "<text x=\"{:.1f}\" y=\"24\" font-size=\"16\">{}</text>\n", kLeft,
                 escaped(title));
  const double top = kTop + kCaption;
  add_parameters(svg, {top, panel, iterations.size()}, spsa, iterations);
  if (with_scores) add_scores(svg, {top + panel + kGap, kScorePanel, iterations.size()}, iterations);
  return svg + "</svg>\n";
}

}  // namespace ordo::tune
