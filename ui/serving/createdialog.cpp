// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/createdialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/serving/servicebox.h"
#include "ui/serving/servingsums.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/typednumber.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int createLabelWidth = 150;
constexpr int longestNewUserName = 255;

} // namespace

CreateDialog::CreateDialog(const PageContext &context, QWidget *parent)
    : ServingDialog(context, parent)
    , m_name(new QLineEdit(this))
    , m_amount(new UnitEdit(context.theme, tr("GB"), this))
    , m_service(new ServiceBox(this))
    , m_note(new QLineEdit(this))
    , m_nameRow(new FieldRow(context.theme, tr("User name"), m_name, this))
    , m_amountRow(new FieldRow(context.theme, tr("Traffic"), m_amount, this))
    , m_sums(new RowList(context.theme, this))
{
    setObjectName(QStringLiteral("createDialog"));
    setForm(makeForm());
    connect(m_name, &QLineEdit::textChanged, this, &CreateDialog::whenEdited);
    connect(m_amount, &QLineEdit::textChanged, this, &CreateDialog::whenEdited);
    connect(m_service, &QComboBox::currentIndexChanged, this, &CreateDialog::whenEdited);
    connect(&account(), &AccountSession::summaryChanged, this, &CreateDialog::update);
    begin();
    update();
}

QWidget *CreateDialog::makeForm()
{
    auto *form = new QWidget(this);
    form->setObjectName(QStringLiteral("createForm"));
    m_name->setObjectName(QStringLiteral("nameEdit"));
    m_name->setMaxLength(longestNewUserName);
    m_amount->setObjectName(QStringLiteral("amountEdit"));
    constexpr int longestAmount = 24;
    m_amount->setMaxLength(longestAmount);
    m_note->setObjectName(QStringLiteral("noteEdit"));
    m_sums->setObjectName(QStringLiteral("createSums"));
    m_sums->setAccessibleName(tr("Your traffic after this"));
    m_sums->setLabelWidth(createLabelWidth);
    auto *note = new FieldRow(theme(), tr("Note"), m_note, form);
    note->setHint(tr("Internal. Your customer never sees it."));
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_nameRow);
    auto *service = new FieldRow(theme(), tr("Service"), m_service, form);
    column->addLayout(fieldsInRow({m_amountRow, service}));
    column->addWidget(note);
    auto *card = new Card(theme(), form);
    card->addInsetColumn()->addWidget(m_sums);
    column->addWidget(card);
    return form;
}

void CreateDialog::fill(const SubUserRequest &before)
{
    m_name->setText(before.username);
    m_amount->setText(typedText(before.amount));
    m_note->setText(before.note.value_or(QString()));
    m_service->choose(before.serviceType);
}

void CreateDialog::focusForm()
{
    m_name->setFocus();
}

bool CreateDialog::isDirty() const
{
    return (step() == Step::Form || step() == Step::Confirm) &&
           !(m_name->text().trimmed().isEmpty() && m_note->text().trimmed().isEmpty());
}

void CreateDialog::whenEdited()
{
    m_refusal.clear();
    m_nameRow->clearError();
    update();
}

SubUserRequest CreateDialog::request() const
{
    SubUserRequest request;
    request.kind = ServingKind::Create;
    request.username = properName(m_name->text());
    request.serviceType = m_service->service();
    request.amount = m_read.value_or(TrafficAmount());
    const QString note = m_note->text().trimmed();
    if (!note.isEmpty()) {
        request.note = note;
    }
    return request;
}

std::vector<SubUserRequest> CreateDialog::requests() const
{
    const SubUserRequest asked = request();
    if (asked.username.isEmpty() || !m_read ||
        poolChanges({asked}, account().summary().pools).front().isShort()) {
        return {};
    }
    return {asked};
}

void CreateDialog::update()
{
    const RealTexts shown(areAmountsShown(*this));
    m_service->setPools(account().summary().pools);
    const auto typed = readGivenAmount(m_amount->text());
    m_read = typed.value;
    const PoolChange pool = poolChanges({request()}, account().summary().pools).front();
    QString problem = typed.problem;
    if (problem.isEmpty() && pool.isShort()) {
        problem = tr("%1: only %2 left.", "a pool, an amount")
                      .arg(poolText(pool.serviceType), format::trafficExact(*pool.now));
    }
    m_amountRow->setError(problem.isEmpty() ? m_refusal : problem);
    m_sums->setRows(
        {{poolText(pool.serviceType), nowAndAfter(pool.now, m_read ? pool.after : std::nullopt),
          pool.isShort() ? Tone::Bad : Tone::Neutral}});
    updateButtons();
}

void CreateDialog::showFormProblem(const QString &text)
{
    m_refusal = text;
    update();
}

void CreateDialog::showVerdicts(const SubUserConfirmation &confirmation)
{
    const RequestVerdict verdict = confirmation.items.front().verdict;
    if (verdict == RequestVerdict::NotEnoughTraffic || verdict == RequestVerdict::AmountTooSmall) {
        showFormProblem(verdictText(verdict));
        return;
    }
    m_nameRow->setError(verdictText(verdict));
    m_name->setFocus();
}

void CreateDialog::askAgain(const std::vector<SubUserRequest> & /*requests*/) {}

ServingDialog::Texts CreateDialog::formTexts() const
{
    return {tr("New sub-user"), tr("Its traffic is taken from your own."), tr("Create sub-user")};
}

ServingDialog::Texts CreateDialog::textsOf(const SubUserConfirmation & /*confirmation*/) const
{
    return {tr("Create this sub-user?"),
            tr("The request is sent once. It is stored on this computer first."),
            tr("Create sub-user")};
}

QList<RowList::Row> CreateDialog::confirmRows(const SubUserConfirmation &confirmation) const
{
    const SubUserRequest &asked = confirmation.items.front().request;
    QList<RowList::Row> rows;
    rows.append({tr("Create"), privateText(asked.username), Tone::Neutral, false, true});
    rows.append({tr("Traffic"), format::trafficExact(asked.amount), Tone::Neutral, false, true});
    if (!asked.serviceType.isEmpty()) {
        rows.append({tr("Service"), format::proxyType(asked.serviceType)});
    }
    if (asked.note) {
        rows.append({tr("Note"), privateText(*asked.note)});
    }
    const PoolChange pool = poolChanges({asked}, confirmation.pools).front();
    rows.append({poolText(pool.serviceType), nowAndAfter(pool.now, pool.after)});
    return rows;
}

} // namespace relaybook
