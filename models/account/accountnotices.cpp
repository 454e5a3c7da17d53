// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/accountnotices.h"

#include "api/types/quote.h"
#include "models/store/accountstore.h"
#include "models/store/keepfile.h"
#include "models/text/format.h"
#include "models/text/showntext.h"

#include <QDir>

#include <algorithm>

namespace relaybook {
namespace {

/// Whether a part of the list contradicts itself or cannot be read, so that no sum is calculated.
bool makesNoSense(const PriceList &prices)
{
    const auto stretches = priceStretches(prices);
    return std::any_of(stretches.begin(), stretches.end(), [](const PriceStretch &stretch) {
        if (stretch.ratePerGb) {
            return false;
        }
        switch (stretch.ratePerGb.error()) {
        case NoQuote::Unreadable:
        case NoQuote::Overlap:
        case NoQuote::Contradiction:
        case NoQuote::BadRate:
            return true;
        case NoQuote::NothingKnown:
        case NoQuote::BelowFirstTier:
        case NoQuote::AboveLastTier:
        case NoQuote::BadAmount:
        case NoQuote::TooLarge:
            break;
        }
        return false;
    });
}

} // namespace

AccountNotices::AccountNotices(AccountStore &store, KeepFile &kept)
    : m_kept(kept)
{
    if (!store.movedAside().isEmpty()) {
        addReplaced(store.movedAside(), true);
    }
    addKeepProblem();
    connect(&store, &AccountStore::replaced, this,
            [this, &store](const QString &file) { addReplaced(file, store.wasDamaged()); });
    connect(&store, &AccountStore::failed, this, [this](const StoreError &error) {
        add(error.kind == StoreError::Kind::Full
                ? tr("The disk is full. New data cannot be stored on this computer until "
                     "some space is free.")
                : tr("New data cannot be stored on this computer (%1). Check the disk and "
                     "the data folder.")
                      .arg(error.detail));
    });
    connect(&m_kept, &KeepFile::failed, this, &AccountNotices::addWriteProblem);
}

void AccountNotices::add(const QString &message)
{
    if (!m_all.contains(message)) {
        m_all.append(message);
        Q_EMIT added(message);
    }
}

void AccountNotices::addTwoAccounts()
{
    add(tr("It is not known whether the personal token and the Reseller Key belong to the same "
           "account. Until the transaction of a completed top-up was found, a top-up without a "
           "transaction may have been charged to the other account."));
}

void AccountNotices::addReplaced(const QString &file, bool wasDamaged)
{
    if (file.isEmpty()) { // of a damaged file, AccountStore::failed() reports it
        if (!wasDamaged) {
            add(tr("Nothing was loaded again, because the stored data could not be set aside. It "
                   "is unchanged. Free some disk space, close other programs that use the data, "
                   "then try again."));
        }
        return;
    }
    const QString sentence =
        wasDamaged ? tr("The data stored on this computer was damaged. The damaged file was moved "
                        "to “%1”, and the data is being loaded again.")
                   : tr("Everything is being loaded again. The data stored before was moved to "
                        "“%1”.");
    add(sentence.arg(QDir::toNativeSeparators(file)));
}

void AccountNotices::addKeepProblem()
{
    if (const auto problem = keepProblem()) {
        add(*problem);
    }
}

void AccountNotices::addWriteProblem(const StoreError &error)
{
    if (m_kept.problem()) {
        addKeepProblem();
        return;
    }
    add(tr("Drafts, notes and acknowledged findings cannot be saved in “%1” now (%2). What was "
           "changed last is lost when Relaybook closes. Check that the disk is not full and that "
           "the folder can be written to.")
            .arg(QDir::toNativeSeparators(m_kept.path()), error.detail));
}

std::optional<QString> AccountNotices::keepProblem() const
{
    const auto &problem = m_kept.problem();
    if (!problem) {
        return std::nullopt;
    }
    const QString path = QDir::toNativeSeparators(m_kept.path());
    switch (problem->kind) {
    case StoreError::Kind::Damaged:
        return tr("The file “%1” with your drafts and earlier notes is damaged and was not "
                  "changed. Drafts are not saved until you start a new file.")
            .arg(path);
    case StoreError::Kind::NewerVersion:
        return tr("The file “%1” with your drafts and earlier notes was stored by a newer version "
                  "of Relaybook and was not changed. Drafts are not saved. Use the newer version.")
            .arg(path);
    case StoreError::Kind::Full:
    case StoreError::Kind::Busy:
    case StoreError::Kind::OlderVersion:
    case StoreError::Kind::Missing:
    case StoreError::Kind::Interrupted:
    case StoreError::Kind::Failed:
        break;
    }
    return tr("Drafts and earlier notes cannot be saved in “%1”. Check that the disk is not full "
              "and that the folder can be written to.")
        .arg(path);
}

Result<QString> AccountNotices::setKeepFileAside()
{
    const auto solved = keepProblem();
    const auto aside = m_kept.setAside();
    if (!aside) {
        return tl::unexpected(toApiError(aside.error()));
    }
    if (solved) {
        m_all.removeAll(*solved);
    }
    return *aside;
}

void AccountNotices::checkPrices(const std::vector<TrafficPool> &pools)
{
    for (const TrafficPool &pool : pools) {
        if (!m_doubtfulTypes.contains(pool.type) && makesNoSense(pool.prices)) {
            m_doubtfulTypes.insert(pool.type);
            add(tr("The service's prices for %1 contradict each other or cannot be read. "
                   "They are shown as the service sent them. Where a price is not "
                   "certain, no cost is shown before you buy.")
                    .arg(isolated(format::proxyType(pool.type))));
        }
    }
}

void AccountNotices::setReported(const Reported &reported)
{
    if (m_reported != reported) {
        m_reported = reported;
        Q_EMIT reportedChanged();
    }
}

} // namespace relaybook
