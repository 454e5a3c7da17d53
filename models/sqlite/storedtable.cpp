// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/storedtable.h"

namespace relaybook {

std::string joinedNames(const std::vector<std::string> &names)
{
    std::string joined;
    for (const std::string &name : names) {
        joined += (joined.empty() ? "" : ", ") + name;
    }
    return joined;
}

std::string insertSql(const std::string &verb, const std::string &table,
                      const std::vector<std::string> &names)
{
    std::string values;
    for (size_t i = 1; i <= names.size(); ++i) {
        values += (i == 1 ? "?" : ", ?") + std::to_string(i);
    }
    return verb + " INTO " + table + "(" + joinedNames(names) + ") VALUES (" + values + ")";
}

std::string updateSql(const std::string &table, const std::string &key,
                      const std::vector<std::string> &names)
{
    std::string set;
    std::string where;
    for (size_t i = 0; i < names.size(); ++i) {
        const std::string assigned = names.at(i) + " = ?" + std::to_string(i + 1);
        if (names.at(i) == key) {
            where = assigned;
        } else {
            set += (set.empty() ? "" : ", ") + assigned;
        }
    }
    return "UPDATE " + table + " SET " + set + " WHERE " + where;
}

} // namespace relaybook
