// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/subuserspage.h"

#include "models/attention/attentiondesk.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/usage.h"
#include "models/text/credentialformat.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/attention/attentiontext.h"
#include "ui/base/coverageline.h"
#include "ui/base/poolforecasts.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/detailpane.h"
#include "ui/lists/listfilterbar.h"
#include "ui/lists/manytests.h"
#include "ui/lists/proxytestdialog.h"
#include "ui/lists/selectedrowswalk.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/undobar.h"
#include "ui/serving/handoverdialog.h"
#include "ui/serving/servingcommands.h"
#include "ui/subusers/manynotesdialog.h"
#include "ui/subusers/notedialog.h"
#include "ui/subusers/subusercredentials.h"
#include "ui/subusers/subuserdialog.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/keyhint.h"
#include "ui/widgets/label.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/usagebar.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace relaybook {

namespace {

std::vector<ListFilterChip> subUserChips()
{
    const auto serviceText = [](const QString &type) {
        return type.isEmpty() ? SubUsersPage::tr("Without a service") : format::proxyType(type);
    };
    const auto noteText = [](const QString &value) {
        if (value.isEmpty()) {
            return SubUsersPage::tr("Has a note");
        }
        return value == QLatin1String("\"\"") ? SubUsersPage::tr("No note")
                                              : SubUsersPage::tr("Note: %1").arg(value);
    };
    return {{{QStringLiteral("service"), {}}, SubUsersPage::tr("Service"), serviceText},
            usedFilterChip(),
            testFilterChip(),
            {{QStringLiteral("note"), {QString(), QStringLiteral("\"\"")}},
             SubUsersPage::tr("Note"),
             noteText}};
}

} // namespace

SubUsersPage::SubUsersPage(const PageContext &context, QWidget *parent)
    : ListPage(context,
               {QStringLiteral("subUsersPage"), Area::SubUsers, tr("Sub-users"),
                tr("Search all fields of the stored sub-users. You can also use service:mobile "
                   "left:<5 used:>80% note: note:invoice \"words in quotes\""),
                tr("Select a sub-user to see note, traffic and credentials."), true},
               context.account.queries().makeSubUserModel(), parent)
{
    addAddButton(tr("Add sub-users by id"));
    addExportButton(tr("Export sub-users"), tr("Export these or all sub-users to a file"));
    addCoverage();
    addOutdatedMark();
    m_serving =
        new ServingCommands(context, {*this, table(), static_cast<SubUserTableModel &>(model()),
                                      selection(), undoBar(), secrets()});
    addHeaderWidget(m_serving->makeButton(this));
    header().addWidget(m_serving->makeCreateButton(this));
    buildNote();
    buildTraffic();
    buildCredentials();
    buildServing();
    connect(&m_serving->dialogs(), &ServingDialogs::created, this,
            [this](SubUserId id) { selection().chooseOnceShown(id.value()); });
    connect(&m_serving->dialogs(), &ServingDialogs::pageWanted, this, &SubUsersPage::openPageOf);
    addFilters(subUserChips());
    addCredentialsCopy(
        [this](int row, ProxyProtocol protocol) { return accessOfRow(row, protocol); },
        CredentialFormat::HostPortUserPassword);
    buildForSeveral();
    static_cast<SubUserTableModel &>(model()).setDrafts(account().kept());
    static_cast<SubUserTableModel &>(model()).setAttention(
        [this](SubUserId id) { return attentionRemark(id); });
    begin();
}

SubUsersPage::~SubUsersPage() = default;

void SubUsersPage::addCoverage()
{
    auto *line = new CoverageLine(account(), theme(), *new PoolForecasts(account(), *this),
                                  CoverageLine::Shows::Everything, *this);
    line->setContentsMargins(0, 0, 0, 6);
    addAbove(line);
    connect(line, &CoverageLine::subUserChosen, this, &SubUsersPage::goTo);
}

void SubUsersPage::goTo(SubUserId id)
{
    goToRow(id.value());
}

void SubUsersPage::giveTo(SubUserId id, const std::optional<TrafficAmount> &amount)
{
    goTo(id);
    const auto row = account().rows().subUser(id);
    if (!row || !whyNoChange(account(), Area::SubUsers).isEmpty()) {
        return;
    }
    if (!amount) {
        m_serving->dialogs().open(ServingDialogs::What::Give, {targetOf(*row)});
        return;
    }
    SubUserRequest request;
    request.subUser = id;
    request.username = row->username;
    request.serviceType = row->serviceType;
    request.amount = *amount;
    m_serving->dialogs().openAgain({request});
}

void SubUsersPage::buildNote()
{
    InspectorSection *section = details().summary().addSection(tr("Note"));
    section->setObjectName(QStringLiteral("noteSection"));
    m_editNote = new QPushButton(tr("Edit"), section);
    m_editNote->setObjectName(QStringLiteral("editNoteButton"));
    m_editNote->setAccessibleName(tr("Edit the note"));
    m_editNote->setAutoDefault(false);
    setButtonKind(*m_editNote, ButtonKind::Link);
    section->addTitleWidget(m_editNote);
    section->addTitleWidget(new KeyHint(theme(), QKeySequence(Qt::Key_F2), section));
    section->rows()->hide();
    m_note = new Label(theme(), Role::Text, TextStyle::Body, section);
    m_note->setObjectName(QStringLiteral("noteText"));
    m_note->setWordWrap(true);
    m_note->setSelectable(true);
    section->addWidget(m_note);
    m_noteAsOf = new Label(theme(), Role::QuietText, TextStyle::Caption, section);
    m_noteAsOf->setObjectName(QStringLiteral("noteAsOf"));
    section->addWidget(m_noteAsOf);
    auto *hint = new Label(theme(), Role::QuietText, TextStyle::Caption,
                           tr("Internal. Your customer never sees it."), section);
    hint->setObjectName(QStringLiteral("noteHint"));
    hint->setWordWrap(true);
    section->addWidget(hint);
    makeEditButton(*m_editNote);
}

void SubUsersPage::buildTraffic()
{
    InspectorSection *section = details().summary().addSection(tr("Traffic"));
    m_trafficSection = section;
    section->setObjectName(QStringLiteral("trafficSection"));
    section->rows()->hide();
    auto *open = new QPushButton(tr("Open"), section);
    open->setObjectName(QStringLiteral("openSubUserButton"));
    open->setAccessibleName(tr("Open the page of this sub-user"));
    open->setToolTip(tr("Traffic over time, allocation history, transactions"));
    open->setAutoDefault(false);
    setButtonKind(*open, ButtonKind::Link);
    section->addTitleWidget(open);
    section->addTitleWidget(new KeyHint(theme(), QKeySequence(Qt::Key_Enter), section));
    connect(open, &QPushButton::clicked, this, &SubUsersPage::openRow);
    auto *line = new QWidget(section);
    m_bar = new UsageBar(theme(), line);
    m_bar->setObjectName(QStringLiteral("trafficBar"));
    m_left = new Label(theme(), Role::Text, TextStyle::Body, line);
    m_left->setObjectName(QStringLiteral("trafficLeft"));
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(m_bar, 1);
    row->addWidget(m_left);
    section->addWidget(line);
    m_used = new Label(theme(), Role::QuietText, TextStyle::Caption, section);
    m_used->setObjectName(QStringLiteral("trafficUsed"));
    section->addWidget(m_used);
    m_attention = new FindingLine(theme(), QStringLiteral("subUserAttention"), section);
    section->addWidget(m_attention);
    connect(&account().attention(), &AttentionDesk::changed, this, [this] {
        showAttention();
        static_cast<SubUserTableModel &>(model()).noteAttentionChanged();
    });
}

void SubUsersPage::buildServing()
{
    const auto make = [this](const QString &text, const char *name) {
        auto *button = new QPushButton(text, &details().summary());
        button->setObjectName(QLatin1String(name));
        button->setAccessibleName(text);
        button->setAutoDefault(false);
        return button;
    };
    auto *line = new QWidget(m_trafficSection);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    QPushButton *give = make(tr("Give…"), "giveButton");
    QPushButton *take = make(tr("Take back…"), "takeButton");
    row->addWidget(give);
    row->addWidget(take);
    row->addStretch(1);
    m_trafficSection->addWidget(line);
    auto *last = new QWidget(&details().summary());
    auto *lastRow = new QHBoxLayout(last);
    lastRow->setContentsMargins(0, 0, 0, 0);
    QPushButton *remove = make(tr("Delete sub-user…"), "deleteButton");
    setButtonKind(*remove, ButtonKind::Danger);
    lastRow->addWidget(remove);
    lastRow->addStretch(1);
    details().summary().addWidget(last);
    m_serving->makeButtonOf(*give, ServingCommands::What::Give);
    m_serving->makeButtonOf(*take, ServingCommands::What::TakeBack);
    m_serving->makeButtonOf(*remove, ServingCommands::What::Delete);
}

void SubUsersPage::buildForSeveral()
{
    m_serving->makeButtonOf(*addForSeveral(tr("Give…"), QStringLiteral("severalGive")),
                            ServingCommands::What::Give);
    m_serving->makeButtonOf(*addForSeveral(tr("Take back…"), QStringLiteral("severalTake")),
                            ServingCommands::What::TakeBack);
    QPushButton *note = addForSeveral(tr("Note…"), QStringLiteral("severalNote"));
    connect(note, &QPushButton::clicked, this, &SubUsersPage::openManyNotes);
    connect(this, &Page::commandsChanged, note, [this, note] {
        note->setEnabled(account().canChange(Area::SubUsers));
        note->setToolTip(whyNoChange(account(), Area::SubUsers));
        note->setAccessibleDescription(note->toolTip());
    });
    buildManyTests();
    connect(addForSeveral(tr("Hand over…"), QStringLiteral("severalHandOver")),
            &QPushButton::clicked, this, &SubUsersPage::openHandOver);
    addCopyForSeveral();
    QPushButton *remove = addForSeveral(tr("Delete…"), QStringLiteral("severalDelete"));
    setButtonKind(*remove, ButtonKind::Danger);
    m_serving->makeButtonOf(*remove, ServingCommands::What::Delete);
}

void SubUsersPage::buildManyTests()
{
    const auto tested = [this](int row) -> std::optional<TestedProxy> {
        const auto subUser = static_cast<const SubUserTableModel &>(model()).at(row);
        return subUser ? std::optional<TestedProxy>(subUser->id) : std::nullopt;
    };
    const auto access = [this](int row, ProxyProtocol protocol) {
        return accessOfRow(row, protocol);
    };
    m_manyTests =
        new ManyTests({context(), table(), model(), searchField(), true, tested, access}, this);
    m_handOverWalk = new SelectedRowsWalk(table(), model(), this);
    connect(m_handOverWalk, &SelectedRowsWalk::finished, this, [this] {
        if (!relaybook::openHandOver(context(), std::exchange(m_handedOver, {}), m_toHandOver,
                                     secrets(), this)) {
            undoBar().say(Tone::Warning, tr("Not all parts of the access are known."),
                          tr("Load the credentials first."));
        }
    });
    addAbove(m_manyTests->banner());
    m_manyTests->makeButton(*addForSeveral(tr("Test as customer…"), QStringLiteral("severalTest")));
}

void SubUsersPage::buildCredentials()
{
    Inspector &inspector = details().summary();
    m_credentials = new SubUserCredentials(account(), theme(), secrets(), &inspector);
    inspector.addWidget(m_credentials);
    auto *line = new QWidget(&inspector);
    constexpr int gap = 8;
    auto *row = new FlowLayout(gap, gap, line); // with a large font, one button a line
    auto *test = new QPushButton(theme().icon(Icon::Play), tr("Test as customer…"), line);
    test->setObjectName(QStringLiteral("testProxyButton"));
    test->setAccessibleName(tr("Test as this customer"));
    test->setAutoDefault(false);
    auto *handOver = new QPushButton(tr("Hand over…"), line);
    handOver->setObjectName(QStringLiteral("handOverButton"));
    handOver->setAccessibleName(tr("Hand the access over to the customer"));
    handOver->setAutoDefault(false);
    connect(handOver, &QPushButton::clicked, this, &SubUsersPage::openHandOver);
    connect(this, &Page::commandsChanged, handOver,
            [this, handOver] { handOver->setEnabled(canHandOver()); });
    row->addWidget(test);
    row->addWidget(handOver);
    inspector.addWidget(line);
    connect(test, &QPushButton::clicked, this, &SubUsersPage::openTest);
    m_rows = inspector.addRows();
    auto *copy = new QPushButton(tr("Copy credentials"), &inspector);
    copy->setObjectName(QStringLiteral("copyCredentialsButton"));
    copy->setAccessibleName(copy->text());
    copy->setAutoDefault(false);
    inspector.addFooterWidget(copy);
    connect(copy, &QPushButton::clicked, this, [this] { perform(Command::CopyCredentials); });
    connect(this, &Page::commandsChanged, copy,
            [this, copy] { copy->setEnabled(can(Command::CopyCredentials)); });
    connect(m_credentials, &SubUserCredentials::changed, this, &Page::commandsChanged);
}

ListTexts SubUsersPage::textsFor(const ListFacts &facts) const
{
    ListTexts words;
    words.reading = tr("Loading the sub-users…");
    words.nothingYet = tr("No sub-users yet");
    words.nothingYetText =
        tr("Sub-users that you create at the service appear here, with their traffic and notes.");
    words.noMatchText =
        tr("None of the %1 stored sub-users matches. The search covers the user name, your own "
           "name, service type, note, traffic, host, ports, proxy user name, id, dates and all "
           "other fields but passwords.")
            .arg(format::count(facts.stored));
    words.notLoaded = tr("Could not load the sub-users");
    words.offline = tr("No sub-users are stored on this computer");
    words.notOffered = tr("This service does not list sub-users");
    words.notOfferedText =
        facts.stored == 0
            ? tr("Add sub-users by id to write their notes.")
            : tr("The table shows the sub-users that you added by id and those listed earlier.");
    words.addAction = tr("Add sub-users by id…");
    return words;
}

void SubUsersPage::showRow(std::optional<qint64> key)
{
    m_subUser = key ? account().rows().subUser(SubUserId(*key)) : std::nullopt;
    showOutdated(m_subUser ? account().rows().unreadableForm(m_subUser->id) : std::nullopt);
    if (!m_subUser) {
        m_credentials->showSubUser({});
        m_note->clear();
        m_rows->setRows({});
        details().showNothing();
        return;
    }
    const QString number = m_subUser->id.text();
    details().showRow(format::subUserName(*m_subUser),
                      m_subUser->serviceType.isEmpty()
                          ? tr("Sub-user %1").arg(number)
                          : tr("%1 · sub-user %2", "traffic type, id")
                                .arg(isolated(format::proxyType(m_subUser->serviceType)), number),
                      m_subUser->raw);
    showNote();
    showTraffic();
    m_rows->setRows({{tr("Created"), format::dateTime(m_subUser->createdAt)},
                     {tr("Updated"), format::dateTime(m_subUser->updatedAt)}});
    m_credentials->showSubUser(m_subUser);
}

void SubUsersPage::showNote()
{
    const QString note = m_subUser->note.value_or(QString());
    const bool none = note.trimmed().isEmpty();
    m_note->setRole(none ? Role::QuietText : Role::Text);
    if (!isNoteKnown(*m_subUser)) {
        m_note->setText(tr("The note is not known on this computer."));
    } else {
        m_note->setText(none ? tr("No note") : privateText(note));
    }
    m_noteAsOf->setVisible(m_subUser->noteAsOf.has_value());
    if (m_subUser->noteAsOf) {
        m_noteAsOf->setText(tr("As of %1").arg(format::dateTime(*m_subUser->noteAsOf)));
    }
}

void SubUsersPage::showTraffic()
{
    const auto left = m_subUser->trafficLeft;
    const auto used = m_subUser->trafficUsed;
    m_left->setText(left ? tr("%1 left").arg(format::traffic(*left)) : format::nothing());
    m_left->setToolTip(left ? format::trafficExact(*left) : QString());
    m_used->setText(used ? tr("%1 used").arg(format::traffic(*used)) : QString());
    m_used->setToolTip(used ? format::trafficExact(*used) : QString());
    m_used->setVisible(used.has_value());
    const auto whole = left && used ? left->plus(*used) : std::nullopt;
    const auto share = usedShare(used, whole);
    m_bar->setVisible(share.has_value());
    if (share) {
        m_bar->setShare(*share, usageTone(*share));
    }
    showAttention();
}

CellRemark SubUsersPage::attentionRemark(SubUserId id) const
{
    const AttentionEntry *entry = account().attention().entryOf(id);
    if (entry == nullptr) {
        return {};
    }
    // The text is made when it is needed: when the mouse or a screen reader is on the row.
    const auto text = [this, id]() -> QString {
        const AttentionEntry *shown = account().attention().entryOf(id);
        return shown != nullptr ? attentionText(*shown, account()).title + u'.' : QString();
    };
    return {text, attentionTone(entry->level)};
}

void SubUsersPage::showAttention()
{
    const AttentionEntry *entry =
        m_subUser ? account().attention().entryOf(m_subUser->id) : nullptr;
    if (entry == nullptr) {
        m_attention->setFinding(Tone::Quiet, {});
        return;
    }
    const AttentionText words = attentionText(*entry, account());
    m_attention->setFinding(words.tone, words.title);
}

// ---- credentials

ProxyAccess SubUsersPage::accessOfRow(int row, ProxyProtocol protocol) const
{
    const auto subUser = static_cast<const SubUserTableModel &>(model()).at(row);
    return subUser ? accessOf(*subUser, account().credentials().of(subUser->id), protocol)
                   : ProxyAccess();
}

bool SubUsersPage::canHandOver() const
{
    return selection().selectedRows() > 1 || m_credentials->hasCredentials();
}

void SubUsersPage::openHandOver()
{
    const auto rows = static_cast<qint64>(selection().selectedRows());
    if (rows > static_cast<qint64>(HandOverDialog::mostCards)) {
        undoBar().say(Tone::Warning, tr("Too many sub-users are selected."),
                      tr("Select at most %1.").arg(format::count(HandOverDialog::mostCards)));
        return;
    }
    m_handedOver.clear();
    m_toHandOver = rows;
    m_handOverWalk->start([this](int row) {
        if (const auto found = static_cast<const SubUserTableModel &>(model()).at(row)) {
            m_handedOver.push_back(*found);
        }
    });
}

// ---- commands

bool SubUsersPage::canEdit() const
{
    return m_subUser && account().canChange(Area::SubUsers);
}

void SubUsersPage::edit()
{
    auto *dialog = new NoteDialog(context(), *m_subUser, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NoteDialog::noteSaved, this,
            [this, id = m_subUser->id](const std::optional<QString> &before, const QString &now) {
                offerUndo(id, before, now);
            });
    dialog->open();
}

QString SubUsersPage::severalText(qint64 rows) const
{
    return tr("%1 sub-users", nullptr, static_cast<int>(rows)).arg(format::count(rows));
}

// One note for all selected rows. For one row, its own dialog can do more.
void SubUsersPage::openManyNotes()
{
    std::vector<SubUserId> ids;
    for (const RowRange &range : selectedRanges(table().selectionModel()->selection())) {
        for (const qint64 key : model().keysAt({{range.first, range.last}})) {
            ids.emplace_back(key);
        }
    }
    if (ids.empty()) {
        return;
    }
    auto *dialog = new ManyNotesDialog(context(), ids, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ManyNotesDialog::notesSaved, this, [this](qint64 saved) {
        undoBar().say(
            Tone::Good,
            tr("%1 notes saved", nullptr, static_cast<int>(saved)).arg(format::count(saved)));
    });
    dialog->open();
}

void SubUsersPage::openTest()
{
    if (m_subUser) {
        auto *dialog = openProxyTest(context(), m_subUser->id, secrets(), this);
        connect(dialog, &ProxyTestDialog::giveWanted, this, [this, dialog, id = m_subUser->id] {
            if (const auto row = account().rows().subUser(id)) {
                m_serving->dialogs().open(ServingDialogs::What::Give, {targetOf(*row)}, dialog);
            }
        });
    }
}

void SubUsersPage::addManyNotesAction(QMenu &menu)
{
    const auto count = static_cast<int>(selection().selectedRows());
    if (count < 2) {
        return;
    }
    QAction *many =
        menu.addAction(tr("Note for %1 sub-users…", nullptr, count).arg(format::count(count)), this,
                       &SubUsersPage::openManyNotes);
    many->setObjectName(QStringLiteral("manyNotesAction"));
    many->setEnabled(account().canChange(Area::SubUsers));
    many->setToolTip(whyNoChange(account(), Area::SubUsers));
}

void SubUsersPage::offerUndo(SubUserId id, const std::optional<QString> &before, const QString &now)
{
    if (before && *before != now) {
        undoBar().offer(Tone::Good, tr("Note saved"), SavedNote{id, *before, now});
    } else {
        undoBar().say(Tone::Good, tr("Note saved"));
    }
}

bool SubUsersPage::openRow()
{
    if (!m_subUser) {
        return false;
    }
    openPageOf(m_subUser->id);
    return true;
}

void SubUsersPage::openPageOf(SubUserId id)
{
    auto *dialog = new SubUserDialog(context(), id, secrets(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SubUserDialog::noteSaved, this,
            [this, id](const std::optional<QString> &before, const QString &now) {
                offerUndo(id, before, now);
            });
    connect(dialog, &SubUserDialog::servingWanted, this,
            [this](ServingDialogs::What what, const SubUser &row, QWidget *over) {
                m_serving->dialogs().open(what, {targetOf(row)}, over);
            });
    connect(dialog, &SubUserDialog::ledgerRequested, this, &Page::ledgerRequested);
    dialog->open();
}

void SubUsersPage::addRowActions(QMenu &menu)
{
    if (m_subUser && account().addedRows().isAdded(m_subUser->id)) {
        addRemoveAction(
            menu, [this, id = m_subUser->id] { account().addedRows().remove(std::vector{id}); });
    }
    QAction *open = menu.addAction(theme().icon(Icon::SubUsers), tr("Open sub-user"), this,
                                   [this] { openRow(); });
    open->setObjectName(QStringLiteral("openSubUserAction"));
    open->setShortcut(QKeySequence(Qt::Key_Enter));
    open->setEnabled(m_subUser.has_value());
    QAction *change = menu.addAction(theme().icon(Icon::Note), tr("Edit note…"), this,
                                     [this] { perform(Command::Edit); });
    change->setObjectName(QStringLiteral("editAction"));
    change->setShortcut(QKeySequence(Qt::Key_F2));
    change->setEnabled(can(Command::Edit));
    change->setToolTip(whyNoChange(account(), Area::SubUsers));
    QAction *handOver = menu.addAction(tr("Hand over…"), this, &SubUsersPage::openHandOver);
    handOver->setObjectName(QStringLiteral("handOverAction"));
    handOver->setEnabled(canHandOver());
    addManyNotesAction(menu);
    QAction *test = menu.addAction(theme().icon(Icon::Play), tr("Test as customer…"), this,
                                   &SubUsersPage::openTest);
    test->setObjectName(QStringLiteral("testProxyAction"));
    test->setEnabled(m_subUser.has_value());
    m_manyTests->addTo(menu);
    addCopyCredentialsActions(menu);
    menu.addSeparator();
    m_serving->addTo(menu);
    menu.addSeparator();
}

} // namespace relaybook
