// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/aboutdialog.h"

#include "models/accounts/programversion.h"
#include "ui/theme/iconengine.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"
#include "ui/widgets/rowlist.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSysInfo>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int aboutSheetWidth = 480;
constexpr int iconSide = 56;

} // namespace

AboutDialog::AboutDialog(const Theme &theme, QWidget *parent)
    : SheetDialog(theme, tr("About Relaybook"), parent)
{
    setObjectName(QStringLiteral("aboutDialog"));
    setSheetWidth(aboutSheetWidth);
    auto *icon = new QLabel(this);
    icon->setPixmap(appPixmap(iconSide, devicePixelRatioF()));
    icon->setFixedSize(iconSide, iconSide);
    icon->setAccessibleName(tr("Relaybook icon"));
    auto *words = new Label(theme, Role::Text, TextStyle::Body,
                            tr("Relaybook manages the business of a proxy reseller: proxies, "
                               "sub-users, traffic and money in one window."),
                            this);
    words->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addWidget(words, 1);
    contentLayout()->addLayout(head);

    auto *card = new Card(theme, this);
    auto *rows = new RowList(theme, card);
    rows->setObjectName(QStringLiteral("aboutRows"));
    rows->setAccessibleName(tr("Version and licence"));
    QList<RowList::Row> lines;
    for (const VersionFact &fact : versionFacts()) {
        lines.append({fact.name, fact.version});
    }
    lines += QList<RowList::Row>{
        {tr("System"), QSysInfo::prettyProductName()},
        {tr("License"), tr("GPL-3.0-or-later. You may use, study, share and change it.")},
        {tr("Warranty"), tr("None, to the extent permitted by law.")},
        {tr("Also uses"), tr("SQLiteCpp, simdjson, tl::expected, cpp-httplib, nlohmann-json, "
                             "libxlsxwriter, minizip, libqrencode, QCustomPlot, QtKeychain; "
                             "icons by Lucide")},
    };
    rows->setRows(lines);
    card->addInsetColumn()->addWidget(rows);
    contentLayout()->addWidget(card);
    setCloseOnly();
    QPushButton *copy = addFooterButton(tr("Copy versions"), "copyVersions");
    copy->setAccessibleName(tr("Copy the versions, for a bug report"));
    connect(copy, &QPushButton::clicked, this,
            [] { QGuiApplication::clipboard()->setText(versionText()); });
    cancelButton()->setFocus();
}

} // namespace relaybook
