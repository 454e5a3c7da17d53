// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/copyrulesdialog.h"

#include "models/tables/subusertablemodel.h"
#include "ui/lists/columns.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"
#include "ui/widgets/tableview.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int copyTableHeight = 230;

} // namespace

CopyRulesDialog::CopyRulesDialog(const PageContext &context, SubUserId own, AccessKind kind,
                                 QWidget *parent)
    : ActionDialog(context.theme, tr("Copy rules from"), TokenKind::Reseller, parent)
    , m_context(context)
    , m_own(own)
    , m_kind(kind)
    , m_model(context.account.queries().makeSubUserModel())
    , m_search(new QLineEdit(this))
    , m_table(new TableView(context.theme, this))
    , m_note(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
{
    setObjectName(QStringLiteral("copyRulesDialog"));
    setSubtitle(tr("The rules are put into the field as lines. Nothing is added before you say "
                   "so."));
    setSubmitText(tr("Copy rules"), tr("Loading…"));
    build();
    updateChoice();
    m_search->setFocus();
}

CopyRulesDialog::~CopyRulesDialog() = default;

void CopyRulesDialog::build()
{
    m_search->setObjectName(QStringLiteral("copyRulesSearch"));
    m_search->setAccessibleName(tr("Find a sub-user by its name, note or id"));
    m_search->setPlaceholderText(tr("User name, note or id"));
    m_search->setClearButtonEnabled(true);
    auto *frame = new Card(theme(), this);
    auto *framed = new QVBoxLayout(frame);
    framed->addWidget(m_table);
    frame->setFlush(true);
    frame->setFixedHeight(copyTableHeight);
    m_table->setObjectName(QStringLiteral("copyRulesTable"));
    m_table->setAccessibleName(tr("Sub-users"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setModel(m_model.get());
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool isShown = column == SubUserTableModel::column("username") ||
                             column == SubUserTableModel::column("note");
        m_table->setColumnHidden(column, !isShown);
    }
    m_table->fitColumns(columnWidths(m_model->columnInfos()));
    m_note->setObjectName(QStringLiteral("copyRulesNote"));
    m_note->setWordWrap(true);
    contentLayout()->addWidget(m_search);
    contentLayout()->addWidget(frame);
    contentLayout()->addWidget(m_note);
    connect(m_search, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_model->setFilterText(text); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &CopyRulesDialog::updateChoice);
    connect(m_model.get(), &KeyedTableModel::settled, this, &CopyRulesDialog::updateChoice);
}

std::optional<SubUserId> CopyRulesDialog::chosen() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    const qint64 key = rows.size() == 1 ? m_model->keyAt(rows.first().row()) : -1;
    return key < 0 ? std::nullopt : std::optional(SubUserId(key));
}

void CopyRulesDialog::updateChoice()
{
    const auto id = chosen();
    const bool isOwn = id == m_own;
    if (m_model->rowCount() == 0 && m_model->isSettled()) {
        m_note->setText(tr("No sub-user on this computer matches."));
    } else {
        m_note->setText(isOwn ? tr("These rules are its own. Select another sub-user.")
                              : tr("Select the sub-user that has the rules."));
    }
    if (state() == State::Editing) {
        submitButton()->setEnabled(id && !isOwn);
    }
}

void CopyRulesDialog::startSubmit()
{
    const auto id = chosen();
    if (!id) {
        fail();
        return;
    }
    hideMessage();
    m_rules = m_context.account.accessRules(m_kind, *id);
    connect(m_rules.get(), &AccessRules::changed, this, &CopyRulesDialog::onLoaded);
    m_rules->load();
}

void CopyRulesDialog::stopSubmit()
{
    m_rules.reset();
}

void CopyRulesDialog::onLoaded()
{
    const auto &status = m_rules->status();
    if (status.state == SubUserProfile::Status::Loading) {
        return;
    }
    if (status.state == SubUserProfile::Status::NotLoaded) {
        failWith(status.error.value_or(ApiError{}));
    } else if (status.state == SubUserProfile::Status::NotOffered) {
        fail(tr("This service does not offer access rules."));
    } else if (m_rules->rules().empty()) {
        fail(tr("This sub-user has no rules."), tr("There is nothing to copy."));
    } else {
        Q_EMIT rulesChosen(accessLinesOf(m_rules->rules()));
        succeed();
    }
    updateChoice();
}

} // namespace relaybook
