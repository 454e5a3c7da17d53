// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/proxytests/lasttestcopy.h"

#include "models/store/accountstore.h"
#include "models/store/keepfile.h"

#include <utility>

namespace relaybook {
namespace {

constexpr qint64 copiedAtOnce = 2000;

} // namespace

LastTestCopy::LastTestCopy(AccountStore &store, KeepFile &kept)
    : m_store(store)
    , m_kept(kept)
{
    connect(&kept, &KeepFile::proxyTestsChanged, this, &LastTestCopy::follow);
    connect(&store, &AccountStore::replaced, this, &LastTestCopy::follow);
    follow();
}

void LastTestCopy::follow()
{
    if (m_isWorking) {
        m_isBehind = true;
        return;
    }
    const auto known = m_store.read([](CacheReader &reader) { return reader.lastTestNumber(); });
    if (!known || m_kept.problem()) {
        return;
    }
    m_known = *known;
    m_isWorking = true;
    m_isBehind = false;
    m_kept.proxyTestsAfter(m_known, copiedAtOnce, this,
                           [this](const LaterProxyTests *later) { take(later); });
}

void LastTestCopy::take(const LaterProxyTests *later)
{
    if (later == nullptr) {
        end(false);
        return;
    }
    const bool isOtherFile = later->last < m_known;
    if (!isOtherFile && later->tests.empty()) {
        end(m_isBehind);
        return;
    }
    const bool isMore = isOtherFile || static_cast<qint64>(later->tests.size()) == copiedAtOnce;
    m_store.write(
        [isOtherFile, tests = isOtherFile ? std::vector<NumberedProxyTest>()
                                          : later->tests](CacheWriter &writer) {
            if (isOtherFile) {
                writer.lastTests().removeAll();
            }
            writer.lastTests().put(tests);
            return Stored{};
        },
        this,
        [this, isMore](const StoreResult<Stored> &written) {
            // After an error, the next test or the next start tries again.
            end(m_isBehind || (isMore && written.has_value()));
        });
}

void LastTestCopy::end(bool isMore)
{
    m_isWorking = false;
    if (isMore) {
        follow();
    }
}

} // namespace relaybook
