// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/givedialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/serving/servingsums.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"
#include "ui/widgets/typednumber.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int giveLabelWidth = 150;
constexpr qint64 givenAmounts[] = {1, 5, 10, 25, 50, 100};
// The ids of the two buttons.
constexpr int giveEachMode = 0;
constexpr int fillUpMode = 1;

} // namespace

GiveDialog::GiveDialog(const PageContext &context, ServingTargets targets, QWidget *parent)
    : ServingDialog(context, parent)
    , m_targets(std::move(targets))
    , m_modes(new QButtonGroup(this))
    , m_edit(new UnitEdit(context.theme, tr("GB"), this))
    , m_amountRow(new FieldRow(context.theme, tr("Amount"), m_edit, this))
    , m_sums(new RowList(context.theme, this))
    , m_leftOut(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
{
    setObjectName(QStringLiteral("giveDialog"));
    setForm(makeForm());
    connect(m_edit, &QLineEdit::textChanged, this, &GiveDialog::whenEdited);
    connect(m_modes, &QButtonGroup::idToggled, this, &GiveDialog::whenEdited);
    connect(&account(), &AccountSession::summaryChanged, this, &GiveDialog::updateSums);
    begin();
    updateSums();
}

QWidget *GiveDialog::makeForm()
{
    auto *form = new QWidget(this);
    form->setObjectName(QStringLiteral("giveForm"));
    m_edit->setObjectName(QStringLiteral("amountEdit"));
    constexpr int longestAmount = 24;
    m_edit->setMaxLength(longestAmount);
    m_sums->setObjectName(QStringLiteral("giveSums"));
    m_sums->setAccessibleName(tr("Traffic after giving it"));
    m_sums->setLabelWidth(giveLabelWidth);
    m_leftOut->setObjectName(QStringLiteral("leftOut"));
    m_leftOut->setWordWrap(true);
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(makeModes());
    column->addWidget(m_amountRow);
    column->addWidget(topUpLink(), 0, Qt::AlignLeft);
    column->addWidget(makeQuickAmounts());
    auto *card = new Card(theme(), form);
    card->addInsetColumn()->addWidget(m_sums);
    column->addWidget(card);
    column->addWidget(m_leftOut);
    return form;
}

QWidget *GiveDialog::makeModes()
{
    auto *box = new QWidget(this);
    auto *give = new QRadioButton(m_targets.size() > 1 ? tr("Give to each") : tr("Give"), box);
    give->setObjectName(QStringLiteral("giveEach"));
    auto *fill = new QRadioButton(tr("Fill up to"), box);
    fill->setObjectName(QStringLiteral("fillUp"));
    give->setAccessibleName(give->text());
    fill->setAccessibleName(fill->text());
    m_modes->addButton(give, giveEachMode);
    m_modes->addButton(fill, fillUpMode);
    give->setChecked(true);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(give);
    row->addWidget(fill);
    row->addStretch(1);
    // Nothing can be filled up whose traffic is not known.
    const bool anyKnown = std::any_of(m_targets.begin(), m_targets.end(),
                                      [](const ServingTarget &each) { return each.left; });
    fill->setEnabled(anyKnown);
    return box;
}

QWidget *GiveDialog::makeQuickAmounts()
{
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    for (const qint64 amount : givenAmounts) {
        auto *button = new QPushButton(format::count(amount), box);
        button->setObjectName(QStringLiteral("quick%1").arg(amount));
        button->setAccessibleName(tr("%1 GB").arg(format::count(amount)));
        button->setAutoDefault(false);
        constexpr int narrow = 52;
        button->setMinimumWidth(narrow);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, amount] {
            setAmount(TrafficAmount::fromUnits(amount * TrafficAmount::unitsPerGb));
            focusForm();
        });
    }
    row->addStretch(1);
    return box;
}

void GiveDialog::setAmount(TrafficAmount amount)
{
    m_edit->setText(typedText(amount));
}

void GiveDialog::fill(const std::vector<SubUserRequest> &before)
{
    const SubUserRequest &first = before.front();
    const bool isSame = std::all_of(before.begin(), before.end(), [&first](const auto &each) {
        return each.fillUpTo == first.fillUpTo && (first.fillUpTo || each.amount == first.amount);
    });
    if (isSame) {
        m_modes->button(first.fillUpTo ? fillUpMode : giveEachMode)->setChecked(true);
        setAmount(first.fillUpTo.value_or(first.amount));
        return;
    }
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        m_targets[i].wanted = before.at(i).amount;
    }
    m_edit->setPlaceholderText(tr("As ordered"));
    updateSums();
}

void GiveDialog::focusForm()
{
    m_edit->setFocus();
    m_edit->selectAll();
}

bool GiveDialog::isFillUp() const
{
    return m_modes->checkedId() == fillUpMode;
}

void GiveDialog::whenEdited()
{
    m_refusal.clear();
    updateSums();
}

// ------------------------------------------------------------------------------- what is asked for

std::optional<TrafficAmount> GiveDialog::amountFor(const ServingTarget &target) const
{
    if (m_edit->text().isEmpty() && target.wanted) {
        return target.wanted;
    }
    if (!m_amount || !isFillUp()) {
        return m_amount;
    }
    const auto missing = target.left ? m_amount->minus(*target.left) : std::nullopt;
    return missing && *missing >= leastTraffic() ? missing : std::nullopt;
}

std::vector<SubUserRequest> GiveDialog::requestsOfForm() const
{
    std::vector<SubUserRequest> asked;
    for (const ServingTarget &each : m_targets) {
        const auto amount = amountFor(each);
        if (!amount) {
            continue;
        }
        SubUserRequest request;
        request.kind = ServingKind::Give;
        request.subUser = each.id;
        request.username = each.username;
        request.serviceType = each.serviceType;
        request.amount = *amount;
        request.shownLeft = each.left;
        if (isFillUp()) {
            request.fillUpTo = m_amount;
        }
        asked.push_back(std::move(request));
    }
    return asked;
}

std::vector<SubUserRequest> GiveDialog::requests() const
{
    auto asked = requestsOfForm();
    return shortageText(asked).isEmpty() ? asked : std::vector<SubUserRequest>();
}

bool GiveDialog::isAsAsked(const SubUserConfirmation &confirmation)
{
    if (m_targets.size() != 1 || confirmation.items.size() != 1) {
        return true; // of many, each is compared right before it is sent
    }
    m_targets.front().left = confirmation.items.front().before.left;
    const auto amount = amountFor(m_targets.front());
    return amount && *amount == confirmation.items.front().request.amount;
}

void GiveDialog::askAgain(const std::vector<SubUserRequest> &requests)
{
    std::erase_if(m_targets, [&requests](const ServingTarget &target) {
        return std::none_of(
            requests.begin(), requests.end(),
            [&target](const SubUserRequest &each) { return each.subUser == target.id; });
    });
    // As much as is missing now.
    for (ServingTarget &each : m_targets) {
        if (const auto row = account().rows().subUser(each.id)) {
            each.left = row->trafficLeft;
        }
    }
    updateSums();
}

// -------------------------------------------------------------------------------- what is shown

void GiveDialog::showFormProblem(const QString &text)
{
    m_refusal = text;
    updateSums();
}

QString GiveDialog::leftOutText(qint64 leftOut) const
{
    if (leftOut == 0 || !m_amount) {
        return {};
    }
    return m_targets.size() == 1
               ? tr("This sub-user already has that much.")
               : tr("%1 of %2 are left out: they already have that much, or what they have is not "
                    "known.",
                    nullptr, static_cast<int>(leftOut))
                     .arg(format::count(leftOut))
                     .arg(format::count(static_cast<qint64>(m_targets.size())));
}

void GiveDialog::updateSums()
{
    const RealTexts shown(areAmountsShown(*this));
    const auto typed = readGivenAmount(m_edit->text());
    m_amount = typed.value;
    const std::vector<SubUserRequest> asked = requestsOfForm();
    QString problem = typed.problem;
    if (problem.isEmpty()) {
        problem = shortageText(asked);
    }
    m_amountRow->setError(problem.isEmpty() ? m_refusal : problem);
    updateTopUpLink(asked);
    m_leftOut->setText(leftOutText(static_cast<qint64>(m_targets.size() - asked.size())));
    m_leftOut->setVisible(!m_leftOut->text().isEmpty());
    QList<RowList::Row> rows;
    if (m_targets.size() == 1) {
        const ServingTarget &target = m_targets.front();
        rows.append(
            {target.name,
             nowAndAfter(target.left,
                         asked.empty() ? std::nullopt : leftAfter(asked.front(), target.left))});
    } else {
        rows.append({tr("Sub-users"), format::count(static_cast<qint64>(asked.size()))});
        const auto total = totalOf(asked);
        rows.append({tr("Given in all"), total ? format::trafficExact(*total) : format::nothing(),
                     Tone::Neutral, false, true});
    }
    auto changes = poolChanges(asked, account().summary().pools);
    if (asked.empty() && m_targets.size() == 1) {
        SubUserRequest none;
        none.serviceType = m_targets.front().serviceType;
        changes = poolChanges({none}, account().summary().pools);
        changes.front().after.reset();
    }
    for (const PoolChange &pool : changes) {
        RowList::Row row{poolText(pool.serviceType), nowAndAfter(pool.now, pool.after)};
        row.tone = pool.isShort() ? Tone::Bad : Tone::Neutral;
        rows.append(row);
    }
    const QString time = limitText(ServingKind::Give, static_cast<qint64>(asked.size()));
    if (!time.isEmpty()) {
        rows.append({tr("Takes"), time});
    }
    m_sums->setRows(rows);
    updateButtons();
}

ServingDialog::Texts GiveDialog::formTexts() const
{
    const std::vector<SubUserRequest> asked = requestsOfForm();
    const auto total = totalOf(asked);
    const bool one = m_targets.size() == 1;
    const int count = static_cast<int>(m_targets.size());
    return {one ? tr("Give traffic to %1").arg(m_targets.front().name)
                : tr("Give traffic to %1 sub-users", nullptr, count).arg(format::count(count)),
            tr("The traffic is taken from your own."),
            asked.empty() || !total
                ? tr("Give traffic")
                : (asked.size() == 1
                       ? tr("Give %1").arg(format::trafficExact(*total))
                       : tr("Give %2 to %1 sub-users", nullptr, static_cast<int>(asked.size()))
                             .arg(format::count(asked.size()))
                             .arg(format::trafficExact(*total)))};
}

ServingDialog::Texts GiveDialog::textsOf(const SubUserConfirmation &confirmation) const
{
    const std::vector<SubUserRequest> asked = requestsOf(confirmation);
    const auto total = totalOf(asked);
    const QString amount = total ? format::trafficExact(*total) : format::nothing();
    return {tr("Give this traffic?"),
            tr("Each request is sent once. It is stored on this computer first."),
            asked.size() == 1
                ? tr("Give %1").arg(amount)
                : tr("Give %2 to %1 sub-users", nullptr, static_cast<int>(asked.size()))
                      .arg(format::count(asked.size()))
                      .arg(amount)};
}

QList<RowList::Row> GiveDialog::confirmRows(const SubUserConfirmation &confirmation) const
{
    QList<RowList::Row> rows;
    const std::vector<SubUserRequest> asked = requestsOf(confirmation);
    if (asked.size() == 1) {
        const auto &item = confirmation.items.front();
        const QString name = subUserText(item.request);
        rows.append({tr("Give"),
                     tr("%1 to %2", "an amount, a sub-user")
                         .arg(format::trafficExact(item.request.amount), name),
                     Tone::Neutral, false, true});
        rows.append(
            {name, nowAndAfter(item.before.left, leftAfter(item.request, item.before.left))});
    } else {
        const auto total = totalOf(asked);
        rows.append({tr("Give"),
                     tr("%2 in all, to %1 sub-users", nullptr, static_cast<int>(asked.size()))
                         .arg(format::count(asked.size()))
                         .arg(total ? format::trafficExact(*total) : format::nothing()),
                     Tone::Neutral, false, true});
    }
    for (const PoolChange &pool : poolChanges(asked, confirmation.pools)) {
        rows.append({poolText(pool.serviceType), nowAndAfter(pool.now, pool.after)});
    }
    const QString time = limitText(ServingKind::Give, static_cast<qint64>(asked.size()));
    if (!time.isEmpty()) {
        rows.append({tr("Takes"), time});
    }
    return rows;
}

} // namespace relaybook
