// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/returndialog.h"

#include "api/types/masktext.h"
#include "models/serving/operationmade.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/orderconfirm.h"
#include "ui/base/typedname.h"
#include "ui/serving/servingsums.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/label.h"
#include "ui/widgets/typednumber.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int returnLabelWidth = 150;

bool isAnythingLeft(const std::vector<SubUserRequest> &asked)
{
    return std::any_of(asked.begin(), asked.end(), [](const SubUserRequest &each) {
        return !each.shownLeft || !each.shownLeft->isZero();
    });
}

} // namespace

ReturnDialog::ReturnDialog(const PageContext &context, What what, ServingTargets targets,
                           QWidget *parent)
    : ServingDialog(context, parent)
    , m_what(what)
    , m_targets(std::move(targets))
    , m_edit(new UnitEdit(context.theme, tr("GB"), this))
    , m_amountRow(new FieldRow(context.theme,
                               m_targets.size() > 1 ? tr("Amount from each") : tr("Amount"), m_edit,
                               this))
    , m_sums(new RowList(context.theme, this))
    , m_leftOut(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_problem(new FindingLine(context.theme, QStringLiteral("returnProblem"), this))
    , m_name(new QLineEdit(this))
    , m_nameRow(new FieldRow(context.theme, tr("To confirm"), m_name, this))
{
    setObjectName(isDelete() ? QStringLiteral("deleteDialog") : QStringLiteral("takeDialog"));
    if (isDelete()) {
        setButtonKind(*submitButton(), ButtonKind::Danger);
    }
    setForm(makeForm());
    m_name->setObjectName(QStringLiteral("typedNameEdit"));
    confirmPart().addWidget(m_nameRow);
    m_nameRow->hide();
    connect(m_name, &QLineEdit::textChanged, this, &ReturnDialog::updateButtons);
    connect(m_edit, &QLineEdit::textChanged, this, [this] {
        m_problem->setFinding(Tone::Bad, {});
        showTargets();
    });
    connect(&account(), &AccountSession::summaryChanged, this, &ReturnDialog::showTargets);
    begin();
    showTargets();
    if (!hasForm()) { // the figures are loaded at once
        QMetaObject::invokeMethod(this, &SheetDialog::submit, Qt::QueuedConnection);
    }
}

QWidget *ReturnDialog::makeForm()
{
    auto *form = new QWidget(this);
    form->setObjectName(QStringLiteral("returnForm"));
    m_sums->setObjectName(QStringLiteral("returnSums"));
    m_sums->setAccessibleName(tr("Traffic that returns"));
    m_sums->setLabelWidth(returnLabelWidth);
    m_leftOut->setObjectName(QStringLiteral("leftOut"));
    m_leftOut->setWordWrap(true);
    m_problem->setFinding(Tone::Bad, {});
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_amountRow);
    m_amountRow->setVisible(hasForm());
    m_edit->setObjectName(QStringLiteral("amountEdit"));
    m_edit->setPlaceholderText(tr("All that is left"));
    constexpr int longestAmount = 24;
    m_edit->setMaxLength(longestAmount);
    auto *card = new Card(theme(), form);
    card->addInsetColumn()->addWidget(m_sums);
    column->addWidget(card);
    column->addWidget(m_leftOut);
    column->addWidget(m_problem);
    return form;
}

ServingKind ReturnDialog::kind() const
{
    return isDelete() ? ServingKind::Delete : ServingKind::Take;
}

// ------------------------------------------------------------------------------- what is asked for

std::optional<TrafficAmount> ReturnDialog::amountFor(const ServingTarget &target) const
{
    return m_amount ? m_amount : target.wanted;
}

bool ReturnDialog::isAmountAsked() const
{
    return std::any_of(m_targets.begin(), m_targets.end(),
                       [this](const ServingTarget &each) { return amountFor(each); });
}

// A single one is read before it is confirmed, so its figure need not be known here.
bool ReturnDialog::isReturnable(const ServingTarget &target) const
{
    return isDelete() || m_targets.size() == 1 ||
           (target.left && !target.left->isZero() && !target.left->isNegative() &&
            *target.left >= amountFor(target).value_or(TrafficAmount()));
}

void ReturnDialog::fill(const std::vector<SubUserRequest> &before)
{
    const bool isSame =
        std::all_of(before.begin(), before.end(), [&before](const SubUserRequest &each) {
            return each.amount == before.front().amount;
        });
    if (isSame) {
        const auto amount = amountToTake(before.front());
        m_edit->setText(amount ? typedText(*amount) : QString());
        return;
    }
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        m_targets[i].wanted = amountToTake(before.at(i));
    }
    m_edit->setPlaceholderText(tr("As ordered"));
    showTargets();
}

void ReturnDialog::focusForm()
{
    if (hasForm()) {
        m_edit->setFocus();
        m_edit->selectAll();
    }
}

std::vector<SubUserRequest> ReturnDialog::requests() const
{
    std::vector<SubUserRequest> asked;
    if (m_amountRow->hasError()) {
        return asked;
    }
    for (const ServingTarget &each : m_targets) {
        if (!isReturnable(each)) {
            continue;
        }
        SubUserRequest request;
        request.kind = kind();
        request.subUser = each.id;
        request.username = each.username;
        request.serviceType = each.serviceType;
        request.shownLeft = each.left;
        request.amount = amountFor(each).value_or(TrafficAmount());
        asked.push_back(std::move(request));
    }
    return asked;
}

void ReturnDialog::askAgain(const std::vector<SubUserRequest> &requests)
{
    std::erase_if(m_targets, [&requests](const ServingTarget &target) {
        return std::none_of(
            requests.begin(), requests.end(),
            [&target](const SubUserRequest &each) { return each.subUser == target.id; });
    });
    // What was refused because it had changed is asked for with the figures of now.
    for (ServingTarget &each : m_targets) {
        if (const auto row = account().rows().subUser(each.id)) {
            each.left = row->trafficLeft;
        }
    }
    showTargets();
}

// -------------------------------------------------------------------------------- what is shown

void ReturnDialog::showFormProblem(const QString &text)
{
    m_problem->setFinding(Tone::Bad, text);
}

QList<RowList::Row> ReturnDialog::rowsOf(const std::vector<SubUserRequest> &asked,
                                         const std::vector<TrafficPool> &pools) const
{
    QList<RowList::Row> rows;
    const auto total = totalOf(asked);
    const QString amount = total ? format::trafficExact(*total) : tr("not known");
    if (asked.size() == 1 || m_targets.size() == 1) {
        const QString name = asked.empty() ? m_targets.front().name : subUserText(asked.front());
        rows.append(
            {isDelete() ? tr("Delete") : tr("Take back from"), name, Tone::Neutral, false, true});
        rows.append({tr("Returns to you"), asked.empty() ? format::nothing() : amount,
                     Tone::Neutral, false, true});
        if (!asked.empty() && amountToTake(asked.front())) {
            const auto &left = asked.front().shownLeft;
            rows.append({tr("Traffic left"), nowAndAfter(left, leftAfter(asked.front(), left))});
        }
    } else {
        rows.append({tr("Sub-users"), format::count(static_cast<qint64>(asked.size()))});
        rows.append({tr("Returns to you in all"), amount, Tone::Neutral, false, true});
    }
    for (const PoolChange &pool : poolChanges(asked, pools)) {
        rows.append({poolText(pool.serviceType), nowAndAfter(pool.now, pool.after)});
    }
    const QString time = limitText(kind(), static_cast<qint64>(asked.size()));
    if (!time.isEmpty()) {
        rows.append({tr("Takes"), time});
    }
    return rows;
}

void ReturnDialog::showTargets()
{
    const RealTexts shown(areAmountsShown(*this));
    const auto typed = readGivenAmount(m_edit->text());
    m_amount = typed.value;
    const bool isNothing = !typed.value && typed.problem.isEmpty();
    m_amountRow->setError(isNothing && !m_edit->text().isEmpty()
                              ? tr("Enter an amount, or empty the field.")
                              : typed.problem);
    const auto left = m_targets.size() == 1 ? m_targets.front().left : std::nullopt;
    m_amountRow->setHint(
        m_amount && left && *left < *m_amount
            ? tr("%1 was left when this was last loaded.").arg(format::trafficExact(*left))
            : QString());
    const std::vector<SubUserRequest> asked = requests();
    m_sums->setRows(rowsOf(asked, account().summary().pools));
    const int leftOut = static_cast<int>(
        std::count_if(m_targets.begin(), m_targets.end(),
                      [this](const ServingTarget &each) { return !isReturnable(each); }));
    m_leftOut->setText(
        (isAmountAsked()
             ? tr("%1 of %2 are left out: they have less traffic left, or it is not known how "
                  "much.",
                  nullptr, leftOut)
             : tr("%1 of %2 are left out: they have no traffic left, or it is not known how much.",
                  nullptr, leftOut))
            .arg(format::count(leftOut))
            .arg(format::count(static_cast<qint64>(m_targets.size()))));
    m_leftOut->setVisible(leftOut > 0);
    updateButtons();
}

QString ReturnDialog::submitText(qint64 count, const std::optional<TrafficAmount> &total) const
{
    const int number = static_cast<int>(count);
    if (isDelete()) {
        return count == 1 ? tr("Delete sub-user")
                          : tr("Delete %1 sub-users", nullptr, number).arg(format::count(number));
    }
    if (!total || count == 0) {
        return tr("Take back traffic");
    }
    return count == 1 ? tr("Take back %1").arg(format::trafficExact(*total))
                      : tr("Take back %2 from %1 sub-users", nullptr, number)
                            .arg(format::count(number))
                            .arg(format::trafficExact(*total));
}

ServingDialog::Texts ReturnDialog::formTexts() const
{
    const std::vector<SubUserRequest> asked = requests();
    const bool one = m_targets.size() == 1;
    const int count = static_cast<int>(m_targets.size());
    QString title;
    if (isDelete()) {
        title = one ? tr("Delete %1").arg(m_targets.front().name)
                    : tr("Delete %1 sub-users", nullptr, count).arg(format::count(count));
    } else {
        title = one ? tr("Take back traffic from %1").arg(m_targets.front().name)
                    : tr("Take back traffic from %1 sub-users", nullptr, count)
                          .arg(format::count(count));
    }
    return {title,
            isDelete() ? tr("The traffic that is left returns to you.")
                       : tr("The traffic returns to your own."),
            submitText(static_cast<qint64>(asked.size()), totalOf(asked))};
}

ServingDialog::Texts ReturnDialog::textsOf(const SubUserConfirmation &confirmation) const
{
    const std::vector<SubUserRequest> asked = requestsOf(confirmation);
    const bool one = asked.size() == 1;
    QString title;
    if (isDelete()) {
        title = one ? tr("Delete this sub-user?") : tr("Delete these sub-users?");
    } else {
        title = tr("Take back this traffic?");
    }
    return {title,
            isDelete() ? tr("This cannot be undone. Its customer can no longer connect.")
                       : tr("Each request is sent once. It is stored on this computer first."),
            submitText(static_cast<qint64>(asked.size()), totalOf(asked))};
}

QList<RowList::Row> ReturnDialog::confirmRows(const SubUserConfirmation &confirmation) const
{
    return rowsOf(requestsOf(confirmation), confirmation.pools);
}

QString ReturnDialog::nameToType() const
{
    if (m_targets.size() != 1) {
        return QString::number(static_cast<qint64>(m_targets.size()));
    }
    const ServingTarget &target = m_targets.front();
    const QString name =
        holdsMask(target.username) ? target.id.text() : target.username.simplified();
    return name.isEmpty() ? target.name.simplified() : name;
}

/// What a single one has left is known better now.
void ReturnDialog::noteReading(const SubUserConfirmation &confirmation)
{
    if (m_targets.size() == 1 && confirmation.items.size() == 1) {
        m_targets.front().left = confirmation.items.front().before.left;
        if (!confirmation.items.front().request.username.isEmpty()) {
            m_targets.front().username = confirmation.items.front().request.username;
        }
    }
}

void ReturnDialog::showVerdicts(const SubUserConfirmation &confirmation)
{
    noteReading(confirmation);
    showTargets();
    ServingDialog::showVerdicts(confirmation);
}

void ReturnDialog::beforeConfirm(const SubUserConfirmation &confirmation)
{
    noteReading(confirmation);
    showTargets(); // for the way back
    const auto accepts = takesAmounts(desk().operations());
    if (!isDelete() && isAmountAsked() && accepts != true) {
        confirmPart().setChanged(
            accepts ? tr("When this service was last asked for an amount, it took back more.")
                    : tr("It is not known whether the service accepts an amount."),
            tr("It may take back all that is left. Relaybook shows what it took back, and prepares "
               "to give back what was too much."));
    } else {
        confirmPart().setChanged({}, {});
    }
    m_name->clear();
    m_nameRow->setVisible(isDelete() && isAnythingLeft(requestsOf(confirmation)));
    m_nameRow->setHint(
        m_targets.size() == 1
            ? tr("This sub-user still has traffic. %1", "what to type")
                  .arg(nameToTypeText(nameToType()))
            : tr("These sub-users still have traffic. Type %1 to confirm.").arg(nameToType()));
}

bool ReturnDialog::isConfirmed() const
{
    return m_nameRow->isHidden() || isNameTyped(m_name->text(), nameToType());
}

} // namespace relaybook
