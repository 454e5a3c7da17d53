// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/journal.h"

#include "sandbox/changetext.h"

#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace sandbox {

namespace {

std::string contentsOf(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

Trouble Journal::open(const std::filesystem::path &folder, const Recipe &wanted, Loaded &loaded)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return "Cannot create the folder " + folder.string() + ": " + error.message() + ".";
    }
    if (Trouble trouble = m_lock.take(folder)) {
        return trouble;
    }
    m_path = folder / "state.jsonl";
    if (!std::filesystem::exists(m_path)) {
        loaded.recipe = wanted;
        return begin(wanted);
    }
    return read(wanted, loaded);
}

Trouble Journal::begin(const Recipe &recipe)
{
    m_file.close();
    if (Trouble trouble = replaceFile(m_path, recipeToText(recipe) + '\n')) {
        return trouble;
    }
    return m_file.open(m_path);
}

Trouble Journal::read(const Recipe &wanted, Loaded &loaded)
{
    const std::string text = contentsOf(m_path);
    const std::size_t first = text.find('\n');
    const auto recipe = first == std::string::npos
                            ? std::nullopt
                            : recipeFromText(std::string_view(text).substr(0, first));
    if (!recipe) {
        loaded.recipe = wanted;
        loaded.notice = setAside();
        return begin(wanted);
    }
    loaded.recipe = *recipe;
    std::size_t good = first + 1;
    while (good < text.size()) {
        const std::size_t end = text.find('\n', good);
        auto changes = end == std::string::npos
                           ? std::nullopt
                           : changesFromText(std::string_view(text).substr(good, end - good));
        if (!changes) {
            if (end != std::string::npos) {
                loaded.notice = setAside();
            }
            break;
        }
        loaded.changes.insert(loaded.changes.end(), std::make_move_iterator(changes->begin()),
                              std::make_move_iterator(changes->end()));
        good = end + 1;
    }
    if (good < text.size()) {
        if (Trouble trouble = replaceFile(m_path, std::string_view(text).substr(0, good))) {
            return trouble;
        }
    }
    return m_file.open(m_path);
}

Trouble Journal::append(const std::vector<Change> &changes)
{
    return m_file.append(changesToText(changes) + '\n');
}

Trouble Journal::restart(const Recipe &recipe)
{
    return begin(recipe);
}

std::string Journal::setAside() const
{
    std::filesystem::path kept;
    std::error_code error;
    for (int number = 1; kept.empty() || std::filesystem::exists(kept); ++number) {
        kept = m_path;
        kept += ".damaged-" + std::to_string(number);
    }
    std::filesystem::copy_file(m_path, kept, error);
    if (error) {
        return "The sandbox's state was damaged: " + error.message() + ".";
    }
    return "The sandbox's state was damaged. The damaged file was copied to " + kept.string() + ".";
}

} // namespace sandbox
