// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/accessrulesdialog.h"

#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/viewonlytext.h"
#include "ui/subusers/accesslinemodel.h"
#include "ui/subusers/copyrulesdialog.h"
#include "ui/subusers/profilesection.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr auto readLinesDelay = 120ms;
constexpr int accessSheetWidth = 640;
constexpr int ruleListHeight = 130;
constexpr int accessPasteHeight = 90;
constexpr int accessVerdictHeight = 120;

QListView *makeList(const QString &name, const QString &accessibleName, QWidget *parent)
{
    auto *list = new QListView(parent);
    list->setObjectName(name);
    list->setAccessibleName(accessibleName);
    list->setUniformItemSizes(true);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setFrameShape(QFrame::NoFrame);
    return list;
}

Card *frameOf(const Theme &theme, QListView *list, int height, QWidget *parent)
{
    auto *frame = new Card(theme, parent);
    auto *column = new QVBoxLayout(frame);
    column->addWidget(list);
    frame->setFlush(true);
    frame->setFixedHeight(height);
    return frame;
}

QString titleOf(AccessKind kind, const SubUser &subUser)
{
    const QString name = isolated(format::subUserName(subUser));
    return kind == AccessKind::Allowlist
               ? AccessRulesDialog::tr("IP allowlist of %1").arg(name)
               : AccessRulesDialog::tr("Domain blocklist of %1").arg(name);
}

} // namespace

AccessRulesDialog::AccessRulesDialog(const PageContext &context, const SubUser &subUser,
                                     AccessKind kind, QWidget *parent)
    : ActionDialog(context.theme, titleOf(kind, subUser), TokenKind::Reseller, parent)
    , m_context(context)
    , m_subUser(subUser)
    , m_rules(context.account.accessRules(kind, subUser.id))
    , m_ruleModel(new AccessRuleModel(this))
    , m_lineModel(new AccessLineModel(context.theme, this))
{
    setObjectName(QStringLiteral("accessRulesDialog"));
    setSubtitle(kind == AccessKind::Allowlist
                    ? tr("Only these addresses can use the proxies. An empty allowlist lets "
                         "everyone in.")
                    : tr("The proxies do not open these domains."));
    setSheetWidth(accessSheetWidth);
    setCancelText(tr("Close"));
    setSubmitKeys(SubmitKeys::CtrlEnter);
    buildRules();
    buildPaste();
    m_readSoon.setSingleShot(true);
    m_readSoon.setInterval(readLinesDelay);
    connect(&m_readSoon, &QTimer::timeout, this, &AccessRulesDialog::readLines);
    connect(m_rules.get(), &AccessRules::changed, this, &AccessRulesDialog::showRules);
    connect(m_rules.get(), &AccessRules::progressed, this, &AccessRulesDialog::showProgress);
    connect(m_rules.get(), &AccessRules::ended, this, &AccessRulesDialog::onEnded);
    connect(&context.account, &AccountSession::viewOnlyChanged, this,
            &AccessRulesDialog::showRules);
    showRules();
    m_rules->load();
    m_edit->setFocus();
}

AccessRulesDialog::~AccessRulesDialog() = default;

void AccessRulesDialog::buildRules()
{
    m_section = new ProfileSection(theme(), tr("Rules"), QStringLiteral("rules"), this);
    m_meaning = new Label(theme(), Role::Warning, TextStyle::Body, m_section);
    m_meaning->setObjectName(QStringLiteral("emptyListMeaning"));
    m_meaning->setWordWrap(true);
    m_section->addWidget(m_meaning);
    m_list = makeList(QStringLiteral("ruleList"), tr("Rules"), m_section);
    m_list->setModel(m_ruleModel);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    auto *frame = frameOf(theme(), m_list, ruleListHeight, m_section);
    frame->setObjectName(QStringLiteral("ruleFrame"));
    m_section->addWidget(frame);
    m_remove = new QPushButton(tr("Remove"), m_section);
    m_remove->setObjectName(QStringLiteral("removeRules"));
    m_remove->setAccessibleName(tr("Remove the selected rules"));
    m_remove->setAutoDefault(false);
    setButtonKind(*m_remove, ButtonKind::Link);
    m_section->addTitleWidget(m_remove);
    contentLayout()->addWidget(m_section);
    connect(m_remove, &QPushButton::clicked, this, &AccessRulesDialog::removeSelected);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AccessRulesDialog::showRules);
    connect(m_section, &ProfileSection::againWanted, m_rules.get(), &AccessRules::load);
}

void AccessRulesDialog::buildPaste()
{
    auto *head = new QHBoxLayout;
    head->addWidget(new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Add rules"), this), 1);
    m_copy = new QPushButton(tr("Copy from another sub-user…"), this);
    m_copy->setObjectName(QStringLiteral("copyRules"));
    m_copy->setAccessibleName(tr("Copy the rules of another sub-user"));
    m_copy->setAutoDefault(false);
    setButtonKind(*m_copy, ButtonKind::Link);
    head->addWidget(m_copy);
    m_edit = new QPlainTextEdit(this);
    m_edit->setObjectName(QStringLiteral("rulesEdit"));
    m_edit->setAccessibleName(isAllowlist() ? tr("Addresses to allow, one per line")
                                            : tr("Domains to block, one per line"));
    m_edit->setTabChangesFocus(true);
    m_edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_edit->setFixedHeight(accessPasteHeight);
    m_edit->setPlaceholderText(isAllowlist() ? tr("203.0.113.0/24 # office")
                                             : tr("*.example.com # ads"));
    m_summary = new Label(theme(), Role::QuietText, TextStyle::Body, this);
    m_summary->setObjectName(QStringLiteral("rulesSummary"));
    m_summary->setWordWrap(true);
    m_verdicts = makeList(QStringLiteral("ruleVerdicts"), tr("Result for each line"), this);
    m_verdicts->setModel(m_lineModel);
    m_verdictFrame = frameOf(theme(), m_verdicts, accessVerdictHeight, this);
    m_verdictFrame->setObjectName(QStringLiteral("ruleVerdictFrame"));
    contentLayout()->addLayout(head);
    contentLayout()->addWidget(m_edit);
    contentLayout()->addWidget(m_summary);
    contentLayout()->addWidget(m_verdictFrame);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] { m_readSoon.start(); });
    connect(m_copy, &QPushButton::clicked, this, &AccessRulesDialog::copyFromOther);
}

// ----------------------------------------------------------------------------------------- display

bool AccessRulesDialog::canChange() const
{
    return m_context.account.canChange(Area::SubUsers) &&
           m_rules->status().state != SubUserProfile::Status::NotOffered;
}

void AccessRulesDialog::showRules()
{
    const bool isBusy = m_rules->isBusy();
    if (!isBusy) {
        m_ruleModel->setRules(m_rules->rules());
    }
    const bool hasRules = m_ruleModel->rowCount() > 0;
    m_section->showStatus(m_rules->status(), m_rules->isKnown(),
                          tr("This service does not offer access rules."));
    m_list->parentWidget()->setVisible(hasRules);
    const QString unreadable = format::unreadableEntries(m_rules->unreadable());
    m_meaning->setVisible(m_rules->isEmpty() || !unreadable.isEmpty());
    m_meaning->setRole(isAllowlist() || !unreadable.isEmpty() ? Role::Warning : Role::QuietText);
    m_meaning->setText(!unreadable.isEmpty() ? unreadable
                       : isAllowlist()
                           ? tr("The allowlist is empty: every address can use the proxies. The "
                                "first rule shuts all others out.")
                           : tr("No domain is blocked."));
    const bool isFree = !isBusy && canChange();
    m_remove->setVisible(hasRules);
    m_remove->setEnabled(isFree && m_list->selectionModel()->hasSelection());
    m_edit->setEnabled(!isBusy);
    m_copy->setEnabled(isFree);
    const QString why = whyNoChange(m_context.account, Area::SubUsers);
    for (QWidget *widget : {static_cast<QWidget *>(m_remove), static_cast<QWidget *>(m_copy),
                            static_cast<QWidget *>(submitButton())}) {
        widget->setToolTip(why);
    }
    readLines();
}

void AccessRulesDialog::readLines()
{
    m_readSoon.stop();
    if (m_rules->isBusy()) {
        return;
    }
    auto lines = readAccessLines(m_rules->kind(), m_edit->toPlainText(), m_rules->rules());
    for (AccessLine &line : lines) {
        const auto refused = m_refused.constFind(line.value);
        if (line.isGood() && refused != m_refused.cend()) {
            line.verdict = AccessLine::Verdict::Refused;
            line.other = *refused;
        }
    }
    m_lineModel->setLines(std::move(lines));
    showLines();
}

int AccessRulesDialog::goodLines() const
{
    const auto &lines = m_lineModel->lines();
    return static_cast<int>(std::count_if(lines.begin(), lines.end(),
                                          [](const AccessLine &line) { return line.isGood(); }));
}

void AccessRulesDialog::showLines()
{
    const int count = m_lineModel->rowCount();
    const int good = goodLines();
    m_verdictFrame->setVisible(count > 0);
    if (count == 0) {
        m_summary->setText(isAllowlist() ? tr("Paste IP addresses or networks, one per line.")
                                         : tr("Paste domains, one per line."));
    } else {
        m_summary->setText(tr("%2 of %1 lines will be added.", nullptr, count)
                               .arg(format::count(count))
                               .arg(format::count(good)));
    }
    setSubmitText(good == 0 ? tr("Add rules")
                            : tr("Add %1 rules", nullptr, good).arg(format::count(good)),
                  tr("Adding…"));
    if (state() == State::Editing) {
        submitButton()->setEnabled(good > 0 && canChange() && !m_rules->isBusy());
    }
}

void AccessRulesDialog::showProgress()
{
    const QString done = format::count(m_rules->done());
    const QString total = format::count(m_rules->total());
    const bool isRemoving = m_rules->isRemoving();
    banner()->setMessage(Tone::Accent,
                         isRemoving ? tr("Removed %1 of %2…").arg(done, total)
                                    : tr("Added %1 of %2…").arg(done, total),
                         tr("The service limits the requests, so this can take a while."));
    if (isRemoving && !banner()->isVisibleTo(this)) {
        auto *halt = banner()->addLink(tr("Stop"), QStringLiteral("stopRemoving"));
        connect(halt, &QPushButton::clicked, m_rules.get(), &AccessRules::stop);
    }
    banner()->show();
}

// ------------------------------------------------------------------------------------- adding

bool AccessRulesDialog::isDirty() const
{
    return goodLines() > 0 && canChange();
}

void AccessRulesDialog::startSubmit()
{
    readLines();
    if (goodLines() == 0) {
        fail();
        return;
    }
    m_isAdding = true;
    hideMessage();
    m_rules->add(m_lineModel->lines());
    showRules();
}

void AccessRulesDialog::stopSubmit()
{
    m_rules->stop();
}

void AccessRulesDialog::onEnded()
{
    if (m_rules->done() > 0) {
        Q_EMIT rulesChanged();
    }
    if (std::exchange(m_isAdding, false)) {
        afterAdding();
    } else {
        hideMessage();
        if (m_rules->error()) {
            showError(*m_rules->error());
        } else {
            showMessage(Tone::Good,
                        tr("%1 rules were removed.", nullptr, m_rules->done())
                            .arg(format::count(m_rules->done())),
                        {});
        }
    }
    showRules();
}

void AccessRulesDialog::afterAdding()
{
    const auto left = m_rules->left();
    const auto refused = std::count_if(left.begin(), left.end(), [](const AccessLine &line) {
        return line.verdict == AccessLine::Verdict::Refused;
    });
    const auto unsent = static_cast<int>(left.size()) - static_cast<int>(refused);
    fail(); // the dialog stays open: there may be more to add
    setLinesLeft(left);
    const QString added =
        tr("%1 rules were added.", nullptr, m_rules->done()).arg(format::count(m_rules->done()));
    if (m_rules->error()) {
        showError(*m_rules->error());
        banner()->setMessage(banner()->tone(), banner()->lead(),
                             tr("%1 %2", "two sentences")
                                 .arg(added, tr("%1 rules were not sent. Add them again to "
                                                "continue.",
                                                nullptr, unsent)
                                                 .arg(format::count(unsent))));
    } else if (refused > 0) {
        showMessage(Tone::Warning, added,
                    tr("The service refused %1 rules. Correct or delete their lines.", nullptr,
                       static_cast<int>(refused))
                        .arg(format::count(refused)));
    } else if (unsent > 0) {
        showMessage(Tone::Accent, added,
                    tr("%1 rules were not sent. Add them again to continue.", nullptr, unsent)
                        .arg(format::count(unsent)));
    } else {
        showMessage(Tone::Good, added, {});
    }
}

// Removes the lines that were added. Every other line stays as it was typed.
void AccessRulesDialog::setLinesLeft(const std::vector<AccessLine> &left)
{
    m_refused.clear();
    QSet<int> numbers;
    for (const AccessLine &line : left) {
        numbers.insert(line.number);
        if (line.verdict == AccessLine::Verdict::Refused) {
            m_refused.insert(line.value, line.other);
        }
    }
    QStringList texts;
    for (const AccessLine &line : m_lineModel->lines()) {
        if (numbers.contains(line.number) || !line.isDone()) {
            texts.append(line.text);
        }
    }
    m_edit->setPlainText(texts.join(u'\n'));
}

// ------------------------------------------------------------------------------------- removing

void AccessRulesDialog::removeSelected()
{
    std::vector<AccessRuleId> ids;
    const QModelIndexList selected = m_list->selectionModel()->selectedIndexes();
    for (const QModelIndex &index : selected) {
        ids.push_back(m_ruleModel->rules().at(static_cast<size_t>(index.row())).id);
    }
    if (ids.empty()) {
        return;
    }
    if (isAllowlist() && ids.size() == m_ruleModel->rules().size()) {
        askBeforeEmpty(ids);
    } else {
        remove(ids);
    }
}

void AccessRulesDialog::askBeforeEmpty(const std::vector<AccessRuleId> &ids)
{
    showMessage(Tone::Warning, tr("This empties the allowlist."),
                tr("An empty allowlist lets everyone in: every address could use the proxies."));
    auto *go = banner()->addLink(tr("Remove anyway"), QStringLiteral("removeAnyway"));
    connect(go, &QPushButton::clicked, this, [this, ids] { remove(ids); });
    auto *keep = banner()->addLink(tr("Keep the rules"), QStringLiteral("keepRules"));
    connect(keep, &QPushButton::clicked, this, [this] { hideMessage(); });
    keep->setFocus();
}

void AccessRulesDialog::remove(const std::vector<AccessRuleId> &ids)
{
    if (m_rules->isBusy()) {
        return;
    }
    hideMessage();
    m_rules->remove(ids);
    showRules();
}

void AccessRulesDialog::copyFromOther()
{
    auto *dialog = new CopyRulesDialog(m_context, m_subUser.id, m_rules->kind(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CopyRulesDialog::rulesChosen, this, [this](const QString &lines) {
        const QString before = m_edit->toPlainText().trimmed();
        m_edit->setPlainText(before.isEmpty() ? lines : QString(before % u'\n' % lines));
        readLines();
        m_edit->setFocus();
    });
    dialog->open();
}

} // namespace relaybook
