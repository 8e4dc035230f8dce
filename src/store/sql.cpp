// Rows: the columns as what they are.
#include "store/sql.h"

#include "util/check.h"

namespace ordo::store {

bool Row::is_null(std::size_t column) const {
  ORDO_CHECK(column < values_.size());
  return std::holds_alternative<std::monostate>(values_[column]);
}

std::int64_t Row::integer(std::size_t column) const {
  ORDO_CHECK(column < values_.size());
  const auto* value = std::get_if<std::int64_t>(&values_[column]);
  ORDO_CHECK(value != nullptr);
  return *value;
}

double Row::real(std::size_t column) const {
  ORDO_CHECK(column < values_.size());
  // SQLite keeps a floating number without a fraction as a whole one.
  if (const auto* whole = std::get_if<std::int64_t>(&values_[column])) return static_cast<double>(*whole);
  const auto* value = std::get_if<double>(&values_[column]);
  ORDO_CHECK(value != nullptr);
  return *value;
}

const std::string& Row::text(std::size_t column) const {
  ORDO_CHECK(column < values_.size());
  const auto* value = std::get_if<std::string>(&values_[column]);
  ORDO_CHECK(value != nullptr);
  return *value;
}

}  // namespace ordo::store
