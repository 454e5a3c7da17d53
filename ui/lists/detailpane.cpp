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
    , m_several(new Inspector(theme, this, QStringLiteral("several")))
    , m_toFields(makeButton(tr("All fields"), QStringLiteral("allFieldsButton"), m_summary))
{
    setObjectName(QStringLiteral("detailPane"));
    m_toFields->setToolTip(tr("Show every field that the service sent for this row"));
    m_summary->addFooterWidget(m_toFields, true);
    m_summary->setPlaceholder(makeHint(theme, nothingChosen, m_summary));
    addWidget(m_summary);
    addWidget(makeFieldsPage(theme));
    m_several->setSubtitle(tr("Each action applies to all of them."));
    addWidget(m_several);
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
    // The choice between summary and fields also applies to the next row.
    m_fieldsTitle->setText(tr("All fields"));
    showView();
}

void DetailPane::showRow(const QString &title, const QString &subtitle, const QByteArray &raw)
{
    m_nothing = false;
    m_raw = raw;
    m_summary->setTitle(title);
    m_summary->setSubtitle(subtitle);
    m_summary->setPlaceholderVisible(false);
    m_fieldsTitle->setText(title);
    showView();
}

void DetailPane::showSeveral(const QString &title)
{
    m_areSeveral = !title.isEmpty();
    m_several->setTitle(title);
    showView();
}

void DetailPane::setAllFieldsShown(bool shown)
{
    const bool hadFocus = isAncestorOf(focusWidget());
    m_areFieldsChosen = shown;
    showView();
    if (hadFocus) {
        focusContent();
    }
}

void DetailPane::focusContent()
{
    QWidget *first = m_toFields;
    if (m_areSeveral) {
        first = m_several->findChild<QPushButton *>();
    } else if (m_areFieldsChosen) {
        first = m_fields;
    }
    first->setFocus(Qt::OtherFocusReason);
}

void DetailPane::showView()
{
    QWidget *fields = widget(1);
    QWidget *one = m_areFieldsChosen ? fields : m_summary;
    setCurrentWidget(m_areSeveral ? m_several : one);
    if (currentWidget() == fields) {
        m_fields->setFields(m_nothing ? JsonFields() : rawFields(m_raw));
    }
}

} // namespace relaybook
