// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/datasettings.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/settings.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"
#include "ui/widgets/rowlist.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int dataGap = 8;

/// What the files of an account take, and whether they may go.
QList<RowList::Row> sizeRowsOf(const AccountSize &size)
{
    QList<RowList::Row> rows{
        {DataSettings::tr("Downloaded data"),
         DataSettings::tr("%1, can be loaded again", "size").arg(format::fileSize(size.cache))},
        {DataSettings::tr("Orders, drafts, earlier notes"),
         DataSettings::tr("%1, kept: only this computer has them", "size")
             .arg(format::fileSize(size.kept))},
    };
    if (size.setAside > 0) {
        rows.append(
            {DataSettings::tr("Files set aside"),
             DataSettings::tr("%1, not used any more: you can delete them in the folder", "size")
                 .arg(format::fileSize(size.setAside))});
    }
    return rows;
}

} // namespace

DataSettings::DataSettings(const SettingsContext &context, QWidget *parent)
    : SettingsSection(context, title(), parent)
    , m_count(settings().dataDir())
    , m_place(new QVBoxLayout)
{
    buildFolder();
    addHeading(tr("Size on disk"));
    m_all = addWords({});
    m_all->setObjectName(QStringLiteral("dataSize"));
    m_place->setContentsMargins(0, 0, 0, 0);
    column().addLayout(m_place);
    addWords(tr("“Load everything again” sets the downloaded data aside and loads it from the "
                "service. Removing an account deletes all of its data on this computer, also its "
                "orders. Exported files are where you saved them: nothing here deletes them."));
    connect(&m_count, &SizeCount::counted, this, &DataSettings::showSizes);
    connect(&settings(), &Settings::changed, this, [this](Setting setting) {
        if (setting == Setting::PrivacyMode) {
            showAccounts(); // their names
        }
    });
    showAccounts();
}

QString DataSettings::title()
{
    return tr("Data on this computer");
}

std::vector<SettingsSection::Entry> DataSettings::entries()
{
    return {{QStringLiteral("openDataFolder"), tr("Data on this computer")},
            {QStringLiteral("dataSettings"), tr("Size on disk")}};
}

void DataSettings::buildFolder()
{
    addWords(
        tr("Downloaded data, your drafts and these settings are stored in one folder. Passwords, "
           "tokens and keys are never written there; they are kept in the system's keychain, or "
           "for this session only if there is none."));
    auto *card = new Card(theme(), this);
    auto *path = new Label(theme(), Role::Text, TextStyle::Mono,
                           QDir::toNativeSeparators(settings().dataDir()), card);
    path->setObjectName(QStringLiteral("dataFolder"));
    path->setWordWrap(true);
    path->setSelectable(true);
    card->addInsetColumn()->addWidget(path);
    column().addWidget(card);
    auto *row = new QHBoxLayout;
    row->setSpacing(dataGap);
    addButton(*row, tr("Open the folder"), QStringLiteral("openDataFolder"),
              SettingsAction::OpenDataFolder);
    auto *copy = new QPushButton(tr("Copy the path"), this);
    copy->setObjectName(QStringLiteral("copyDataFolder"));
    copy->setAccessibleName(copy->text());
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(QDir::toNativeSeparators(settings().dataDir()));
    });
    row->addWidget(copy);
    row->addStretch(1);
    column().addLayout(row);
}

void DataSettings::setAccounts(const std::vector<AccountEntry> &accounts)
{
    const auto sameAccount = [](const AccountEntry &a, const AccountEntry &b) {
        return a.key == b.key;
    };
    const bool areOthers = !std::equal(accounts.begin(), accounts.end(), m_accounts.begin(),
                                       m_accounts.end(), sameAccount);
    const auto looksSame = [](const AccountEntry &a, const AccountEntry &b) {
        return a.name == b.name && a.isShown == b.isShown && canLoadAgain(a) == canLoadAgain(b);
    };
    const bool isSame =
        !areOthers && std::equal(accounts.begin(), accounts.end(), m_accounts.begin(), looksSame);
    m_accounts = accounts;
    if (!isSame && m_sizes) { // data was removed, or is loaded again
        m_count.start();
    }
    if (!isSame) { // else the focus would be lost each time a balance is refreshed
        showAccounts();
    }
}

void DataSettings::showEvent(QShowEvent *event)
{
    m_count.start();
    SettingsSection::showEvent(event);
}

void DataSettings::showSizes(const StoredSizes &sizes)
{
    const bool isFirst = !m_sizes;
    const bool isSame = m_sizes && m_sizes->accounts == sizes.accounts;
    m_sizes = sizes;
    if (isFirst || !isSame) {
        showAccounts();
    }
}

void DataSettings::showAccounts()
{
    if (!m_sizes) {
        m_all->setText(tr("Counting…"));
    } else {
        const QString all = format::fileSize(m_sizes->all());
        const QString other = format::fileSize(m_sizes->other);
        m_all->setText(m_sizes->free
                           ? tr("%1 in all, of which %2 belong to no account, such as the "
                                "settings. The disk has %3 left.")
                                 .arg(all, other, format::fileSize(*m_sizes->free))
                           : tr("%1 in all, of which %2 belong to no account, such as the "
                                "settings.")
                                 .arg(all, other));
    }
    delete m_list;
    m_list = new QWidget(this);
    auto *blocks = new QVBoxLayout(m_list);
    blocks->setContentsMargins(0, 0, 0, 0);
    blocks->setSpacing(dataGap);
    for (const AccountEntry &account : m_accounts) {
        addAccount(account);
    }
    m_place->addWidget(m_list);
    m_list->setVisible(!m_accounts.empty());
}

void DataSettings::addAccount(const AccountEntry &account)
{
    auto *card = new Card(theme(), m_list);
    auto *lines = card->addInsetColumn();
    lines->setSpacing(dataGap);
    const int number = m_list->layout()->count() + 1;
    const QString name = isolated(privateText(account.name));
    auto *heading = new Label(theme(), Role::Text, TextStyle::BodyBold, card);
    heading->setObjectName(QStringLiteral("dataAccount%1").arg(number));
    heading->setWordWrap(true);
    lines->addWidget(heading);
    heading->setText(name);
    if (m_sizes) {
        const auto &sizes = m_sizes->accounts;
        const auto size = std::find_if(sizes.begin(), sizes.end(), [&account](const auto &each) {
            return each.key == account.key;
        });
        if (size != sizes.end()) {
            heading->setText(
                tr("%1: %2", "account, size").arg(name, format::fileSize(size->all())));
            auto *rows = new RowList(theme(), card);
            rows->setObjectName(QStringLiteral("dataRows%1").arg(number));
            rows->setRows(sizeRowsOf(*size));
            rows->setAccessibleName(heading->text());
            lines->addWidget(rows);
        }
    }
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(dataGap);
    if (account.isShown && canLoadAgain(account)) {
        auto *again = addButton(*buttons, tr("Load everything again…"),
                                QStringLiteral("dataLoadAgain%1").arg(number),
                                SettingsAction::LoadAgain, account.key);
        again->setAccessibleDescription(name);
    }
    auto *remove = addButton(
        *buttons, account.isSandbox ? tr("Remove the sandbox…") : tr("Remove the account…"),
        QStringLiteral("dataRemove%1").arg(number), SettingsAction::RemoveAccount, account.key);
    remove->setAccessibleDescription(name);
    remove->setEnabled(!isOpeningData(account.access));
    buttons->addStretch(1);
    lines->addLayout(buttons);
    m_list->layout()->addWidget(card);
}

QPushButton *DataSettings::addButton(QHBoxLayout &row, const QString &text, const QString &name,
                                     SettingsAction action, const QString &account)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this,
            [this, action, account] { Q_EMIT wanted(action, account); });
    row.addWidget(button);
    return button;
}

} // namespace relaybook
