// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"

#include "tests/support/suddenend.h"

#include <cstdio>
#include <string_view>
#include <vector>

namespace {

struct AddedTest
{
    std::string_view name;
    relaybook::testing::RunTest run;
};

/// Filled before main() begins; the sources register in any order.
std::vector<AddedTest> &addedTests()
{
    static std::vector<AddedTest> tests;
    return tests;
}

std::string_view stemOf(std::string_view path)
{
    path.remove_prefix(path.find_last_of("/\\") + 1);
    return path.substr(0, path.rfind('.'));
}

} // namespace

bool relaybook::testing::addTest(const char *file, RunTest run)
{
    addedTests().push_back({stemOf(file), run});
    return true;
}

int main(int argc, char **argv)
{
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    for (const AddedTest &test : addedTests()) {
        if (test.name == wanted) {
            argv[1] = argv[0]; // Qt's own arguments follow
            return relaybook::testing::endWith(test.run(argc - 1, argv + 1));
        }
    }
    std::fprintf(stderr, "Usage: %s TEST [ARGUMENT...], with one of these tests:\n", argv[0]);
    for (const AddedTest &test : addedTests()) {
        std::fprintf(stderr, "    %.*s\n", int(test.name.size()), test.name.data());
    }
    return 2;
}
