// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/detailpane.h"

#include "models/tables/rawfields.h"
#include "ui/lists/allfields.h"
#include "ui/theme/theme.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

QPushButton *makeButton(const QString &text, const QString &objectName, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(objectName);
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    return button;
}

Label *makeHint(const Theme &theme, const QString &text, QWidget *parent)
{
    auto *hint = new Label(theme, Role::QuietText, TextStyle::Body, text, parent);
    hint->setObjectName(QStringLiteral("inspectorHint"));
    hint->setAlignment(Qt::AlignCenter);
    hint->setWordWrap(true);
    hint->setMargin(24);
    return hint;
}

} // namespace

DetailPane::DetailPane(const Theme &theme, const QString &nothingChosen, QWidget *parent)
    : QStackedWidget(parent)
    , m_summary(new Inspector(theme, this))
    , m_fields(new AllFieldsTree(theme, this))
    , m_toFields(makeButton(tr("All fields"), QStringLiteral("allFieldsButton"), m_summary))
{
    setObjectName(QStringLiteral("detailPane"));
    m_toFields->setToolTip(tr("Show every field that the service sent for this row"));
    m_summary->addFooterWidget(m_toFields, true);
    m_summary->setPlaceholder(makeHint(theme, nothingChosen, m_summary));
    addWidget(m_summary);
    addWidget(makeFieldsPage(theme));
    connect(m_toFields, &QPushButton::clicked, this, [this] { setAllFieldsShown(true); });
    connect(m_toSummary, &QPushButton::clicked, this, [this] { setAllFieldsShown(false); });
    showNothing();
}

QWidget *DetailPane::makeFieldsPage(const Theme &theme)
{
    auto *page = new Card(theme, this);
    page->setObjectName(QStringLiteral("allFieldsPage"));
    page->setAccessibleName(tr("All fields"));
    m_fieldsTitle = new Label(theme, Role::Text, TextStyle::Title, page);
    m_fieldsTitle->setObjectName(QStringLiteral("allFieldsTitle"));
    m_fieldsTitle->setWordWrap(true);
    m_fieldsSubtitle = new Label(theme, Role::QuietText, TextStyle::Body,
                                 tr("As the service sent them, secrets masked"), page);
    m_fieldsSubtitle->setObjectName(QStringLiteral("allFieldsSubtitle"));
    m_fieldsSubtitle->setWordWrap(true);
    m_toSummary = makeButton(tr("Summary"), QStringLiteral("summaryButton"), page);
    m_toSummary->setToolTip(tr("Back to the summary of this row"));

    auto *head = new QVBoxLayout;
    head->setContentsMargins(16, 16, 16, 12);
    head->setSpacing(3);
    head->addWidget(m_fieldsTitle);
    head->addWidget(m_fieldsSubtitle);
    auto *footer = new QHBoxLayout;
    footer->setContentsMargins(16, 8, 16, 16);
    footer->addStretch(1);
    footer->addWidget(m_toSummary);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_fields, 1);
    column->addLayout(footer);
    return page;
}

void DetailPane::showNothing()
{
    m_nothing = true;
    m_raw.clear();
    m_summary->setPlaceholderVisible(true);
    // The choice between summary and fields stays for the next row.
    m_fieldsTitle->setText(tr("All fields"));
    updateFields();
}

void DetailPane::showRow(const QString &title, const QString &subtitle, const QByteArray &raw)
{
    m_nothing = false;
    m_raw = raw;
    m_summary->setTitle(title);
    m_summary->setSubtitle(subtitle);
    m_summary->setPlaceholderVisible(false);
    m_fieldsTitle->setText(title);
    updateFields();
}

void DetailPane::setAllFieldsShown(bool shown)
{
    const bool hadFocus = isAncestorOf(focusWidget());
    setCurrentIndex(shown ? 1 : 0);
    updateFields();
    if (hadFocus) {
        (shown ? static_cast<QWidget *>(m_fields) : m_toFields)->setFocus(Qt::OtherFocusReason);
    }
}

void DetailPane::focusContent()
{
    (allFieldsShown() ? static_cast<QWidget *>(m_fields) : m_toFields)
        ->setFocus(Qt::ShortcutFocusReason);
}

void DetailPane::updateFields()
{
    if (allFieldsShown()) {
        m_fields->setFields(m_nothing ? JsonFields() : rawFields(m_raw));
    }
}

} // namespace relaybook
