// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/subuserdialog.h"

#include "models/subusers/subuserprofile.h"
#include "models/tables/usage.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/base/viewonlytext.h"
#include "ui/charts/trafficchart.h"
#include "ui/lists/proxytestdialog.h"
#include "ui/serving/handoverdialog.h"
#include "ui/subusers/accesssection.h"
#include "ui/subusers/notedialog.h"
#include "ui/subusers/subusercredentials.h"
#include "ui/subusers/subuserhistory.h"
#include "ui/subusers/subusertext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/keyhint.h"
#include "ui/widgets/label.h"
#include "ui/widgets/usagebar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int subUserSheetWidth = 760;
constexpr qsizetype earlierNoteLength = 400;

} // namespace

SubUserDialog::SubUserDialog(const PageContext &context, SubUserId id, SecretClipboard &secrets,
                             QWidget *parent)
    : ActionDialog(context.theme, QString(), TokenKind::Reseller, parent)
    , m_context(context)
    , m_profile(context.account.subUserProfile(id))
    , m_credentials(new SubUserCredentials(context.account, context.theme, secrets, this))
{
    setObjectName(QStringLiteral("subUserDialog"));
    setCloseOnly();
    buildNote();
    buildTraffic();
    buildServing();
    auto *credentials =
        new ProfileSection(theme(), tr("Credentials"), QStringLiteral("profileCredentials"), this);
    credentials->addWidget(m_credentials);
    buildTest(*credentials, secrets);
    contentLayout()->addWidget(credentials);
    buildOthers();
    buildRefresh();
    setSheetWidth(subUserSheetWidth);
    connect(m_profile.get(), &SubUserProfile::changed, this, &SubUserDialog::showProfile);
    connect(&context.account, &AccountSession::viewOnlyChanged, this, &SubUserDialog::showProfile);
    connect(&context.account.kept(), &KeepFile::earlierNotesChanged, this,
            &SubUserDialog::showNote);
    // Shortcuts, because a button handles the arrow keys itself, also with Alt.
    for (const QKeySequence &back :
         {QKeySequence(Qt::ALT | Qt::Key_Left), QKeySequence(Qt::Key_Back)}) {
        connect(new QShortcut(back, this), &QShortcut::activated, this, &SubUserDialog::reject);
    }
    showProfile();
    loadAll();
    m_refresh->setFocus();
}

SubUserDialog::~SubUserDialog() = default;

void SubUserDialog::buildNote()
{
    m_noteSection = new ProfileSection(theme(), tr("Note"), QStringLiteral("profileNote"), this);
    m_editNote = new QPushButton(tr("Edit"), m_noteSection);
    m_editNote->setObjectName(QStringLiteral("profileEditNote"));
    m_editNote->setAccessibleName(tr("Edit the note"));
    m_editNote->setAutoDefault(false);
    setButtonKind(*m_editNote, ButtonKind::Link);
    m_noteSection->addTitleWidget(m_editNote);
    m_noteSection->addTitleWidget(new KeyHint(theme(), QKeySequence(Qt::Key_F2), m_noteSection));
    m_note = new Label(theme(), Role::Text, TextStyle::Body, m_noteSection);
    m_note->setObjectName(QStringLiteral("profileNoteText"));
    m_note->setWordWrap(true);
    m_note->setSelectable(true);
    m_noteSection->addWidget(m_note);
    m_noteSection->rows()->setObjectName(QStringLiteral("earlierNoteRows"));
    m_noteSection->addWidget(m_noteSection->rows()); // below the note
    m_noteSection->putNoteLast();
    contentLayout()->addWidget(m_noteSection);
    connect(m_editNote, &QPushButton::clicked, this, &SubUserDialog::editNote);
}

void SubUserDialog::buildTraffic()
{
    m_trafficSection =
        new ProfileSection(theme(), tr("Traffic"), QStringLiteral("profileTraffic"), this);
    auto *line = new QWidget(m_trafficSection);
    m_bar = new UsageBar(theme(), line);
    m_bar->setObjectName(QStringLiteral("profileBar"));
    m_left = new Label(theme(), Role::Text, TextStyle::Body, line);
    m_left->setObjectName(QStringLiteral("profileLeft"));
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(m_bar, 1);
    row->addWidget(m_left);
    m_trafficSection->addWidget(line);
    m_lasts = new Label(theme(), Role::Text, TextStyle::Body, m_trafficSection);
    m_lasts->setObjectName(QStringLiteral("profileLasts"));
    m_used = new Label(theme(), Role::QuietText, TextStyle::Caption, m_trafficSection);
    m_used->setObjectName(QStringLiteral("profileUsed"));
    for (Label *label : {m_lasts, m_used}) {
        label->setWordWrap(true);
        m_trafficSection->addWidget(label);
    }
    m_chart = new TrafficChart(theme(), m_trafficSection);
    m_trafficSection->addWidget(m_chart);
    contentLayout()->addWidget(m_trafficSection);
    connect(m_trafficSection, &ProfileSection::againWanted, this,
            [this] { m_profile->load(SubUserProfile::Part::Traffic); });
}

void SubUserDialog::buildServing()
{
    auto *line = new QWidget(m_trafficSection);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const auto add = [&](const QString &text, const char *name, ServingDialogs::What what) {
        auto *button = new QPushButton(text, line);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this,
                [this, what] { Q_EMIT servingWanted(what, m_profile->row(), this); });
        return button;
    };
    m_give = add(tr("Give…"), "profileGive", ServingDialogs::What::Give);
    m_take = add(tr("Take back…"), "profileTake", ServingDialogs::What::TakeBack);
    row->addStretch(1);
    m_trafficSection->addWidget(line);
    connect(&m_context.account.serving(), &OrderEngine::idle, this, &SubUserDialog::loadAll);
}

void SubUserDialog::buildTest(ProfileSection &section, SecretClipboard &secrets)
{
    auto *line = new QWidget(&section);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    auto *test = new QPushButton(theme().icon(Icon::Play), tr("Test as customer…"), line);
    test->setObjectName(QStringLiteral("profileTest"));
    test->setAccessibleName(tr("Test as this customer"));
    test->setAutoDefault(false);
    row->addWidget(test);
    auto *handOver = new QPushButton(tr("Hand over…"), line);
    handOver->setObjectName(QStringLiteral("profileHandOver"));
    handOver->setAccessibleName(tr("Hand the access over to the customer"));
    handOver->setAutoDefault(false);
    handOver->setEnabled(m_credentials->hasCredentials());
    connect(m_credentials, &SubUserCredentials::changed, handOver,
            [this, handOver] { handOver->setEnabled(m_credentials->hasCredentials()); });
    connect(handOver, &QPushButton::clicked, this, [this, &secrets] {
        if (!openHandOver(m_context, {m_profile->row()}, 1, secrets, this)) {
            showMessage(Tone::Warning, tr("Not all parts of the access are known."),
                        tr("Load the credentials first."));
        }
    });
    row->addWidget(handOver);
    row->addStretch(1);
    section.addWidget(line);
    connect(test, &QPushButton::clicked, this, [this, &secrets] {
        auto *dialog = openProxyTest(m_context, m_profile->id(), secrets, this);
        connect(dialog, &ProxyTestDialog::giveWanted, this, [this, dialog] {
            Q_EMIT servingWanted(ServingDialogs::What::Give, m_profile->row(), dialog);
        });
    });
}

void SubUserDialog::showServing()
{
    const QString why = whyNoChange(m_context.account, Area::SubUsers);
    for (QPushButton *button : {m_give, m_take}) {
        button->setEnabled(!m_profile->isGone() && why.isEmpty());
        button->setToolTip(why);
    }
    m_credentials->showSubUser(m_profile->row());
}

void SubUserDialog::buildOthers()
{
    m_allocations = new AllocationSection(theme(), *m_profile, this);
    contentLayout()->addWidget(m_allocations);
    m_access = new AccessSection(m_context, m_profile->id(), this);
    contentLayout()->addWidget(m_access);
    m_naming = new NamingTransactionsSection(m_context.account, theme(), this);
    contentLayout()->addWidget(m_naming);
    connect(m_naming, &NamingTransactionsSection::ledgerRequested, this, &SubUserDialog::goTo);
}

void SubUserDialog::buildRefresh()
{
    m_refresh = new QPushButton(tr("Refresh"), this);
    m_refresh->setObjectName(QStringLiteral("refreshSubUser"));
    m_refresh->setAccessibleName(tr("Load this sub-user again"));
    m_refresh->setAutoDefault(false);
    addFooterWidget(m_refresh);
    connect(m_refresh, &QPushButton::clicked, this, &SubUserDialog::loadAll);
}

void SubUserDialog::loadAll()
{
    m_profile->load();
    m_access->load();
}

// ----------------------------------------------------------------------------------------- display

void SubUserDialog::showProfile()
{
    showTitle();
    showTrouble();
    showNote();
    showTraffic();
    showServing();
    m_allocations->showProfile();
    m_access->setGone(m_profile->isGone());
    m_naming->showSubUser(m_profile->row());
}

void SubUserDialog::showTitle()
{
    const SubUser &row = m_profile->row();
    const QString name = shownText(format::subUserName(row));
    if (windowTitle() != name) {
        setTitle(name);
    }
    const QString number = row.id.text();
    QString subtitle = row.serviceType.isEmpty()
                           ? tr("Sub-user %1").arg(number)
                           : tr("%1 · sub-user %2", "traffic type, id")
                                 .arg(isolated(format::proxyType(row.serviceType)), number);
    if (row.createdAt) {
        subtitle = tr("%1 · created %2", "type and id, date")
                       .arg(subtitle, format::dateTime(*row.createdAt));
    }
    setSubtitle(subtitle);
}

void SubUserDialog::showTrouble()
{
    const auto &status = m_profile->status(SubUserProfile::Part::Row);
    const bool isGone = m_profile->isGone();
    if (isGone) {
        if (!std::exchange(m_saysGone, true)) {
            showMessage(Tone::Warning, tr("This sub-user was deleted at the service."),
                        tr("You see what was loaded last. Its transactions and notes stay on this "
                           "computer."));
        }
        m_shownError.reset();
        return;
    }
    m_saysGone = false;
    const auto error =
        status.state == SubUserProfile::Status::NotLoaded ? status.error : std::nullopt;
    if (error && error != m_shownError) {
        showError(*error);
        auto *again = banner()->addLink(tr("Try again"), QStringLiteral("profileAgain"));
        connect(again, &QPushButton::clicked, this, &SubUserDialog::loadAll);
    } else if (!error) {
        hideMessage();
    }
    m_shownError = error;
}

void SubUserDialog::showNote()
{
    const SubUser &row = m_profile->row();
    const QString note = row.note.value_or(QString());
    const bool none = note.trimmed().isEmpty();
    m_note->setRole(none ? Role::QuietText : Role::Text);
    if (!isNoteKnown(row)) {
        m_note->setText(tr("The note is not known on this computer."));
    } else {
        m_note->setText(none ? tr("No note") : privateText(note));
    }
    QList<RowList::Row> lines;
    const auto earlier = m_context.account.kept().earlierNotes(row.id);
    for (const EarlierNote &each : earlier) {
        const QString text = each.text.trimmed().isEmpty()
                                 ? tr("(empty)")
                                 : privateText(format::shortened(each.text, earlierNoteLength));
        lines.append({tr("Until %1").arg(format::dateTime(each.replacedAt)), text, Tone::Quiet});
    }
    m_noteSection->rows()->setRows(lines);
    m_noteSection->rows()->setVisible(!lines.isEmpty());
    m_noteSection->showNote(lines.isEmpty() ? tr("No earlier notes on this computer.") : QString());
    m_editNote->setEnabled(!m_profile->isGone() && m_context.account.canChange(Area::SubUsers));
    m_editNote->setToolTip(whyNoChange(m_context.account, Area::SubUsers));
}

void SubUserDialog::showTraffic()
{
    const auto &status = m_profile->status(SubUserProfile::Part::Traffic);
    const SubUserUse &use = m_profile->use();
    const bool isKnown = use.left || use.used;
    const QString left = leftOfGivenText(*m_profile);
    m_left->setText(left);
    m_left->setVisible(!left.isEmpty());
    m_left->setToolTip(use.left ? format::trafficExact(*use.left) : QString());
    const auto share = usedShare(use.used, m_profile->given());
    m_bar->setVisible(share.has_value());
    if (share) {
        m_bar->setShare(*share, usageTone(*share));
    }
    const QString lasts = lastingText(*m_profile);
    m_lasts->setText(lasts);
    m_lasts->setVisible(!lasts.isEmpty());
    QStringList small;
    if (use.used) {
        small.append(tr("%1 used").arg(format::traffic(*use.used)));
    }
    if (isKnown && use.at != Instant{}) {
        small.append(tr("as of %1").arg(format::dateTime(use.at)));
    }
    m_used->setText(small.join(tr(" · ", "between two facts")));
    m_used->setToolTip(use.used ? format::trafficExact(*use.used) : QString());
    m_used->setVisible(!small.isEmpty());
    m_chart->setReadings(m_profile->days());
    m_chart->setVisible(isKnown || !m_profile->days().empty());
    // The figures of the list are enough if the service does not have the second call.
    m_trafficSection->showStatus(
        status, isKnown, isKnown ? QString() : tr("This service does not report the traffic."));
}

// ------------------------------------------------------------------------------------ user actions

void SubUserDialog::editNote()
{
    auto *dialog = new NoteDialog(m_context, m_profile->row(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NoteDialog::noteSaved, this, &SubUserDialog::noteSaved);
    dialog->open();
}

void SubUserDialog::goTo(const LedgerFilter &filter)
{
    Q_EMIT ledgerRequested(filter);
    reject();
}

void SubUserDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_F5) {
        loadAll();
    } else if (event->key() == Qt::Key_F2 && m_editNote->isEnabled()) {
        editNote();
    } else {
        ActionDialog::keyPressEvent(event);
    }
}

} // namespace relaybook
