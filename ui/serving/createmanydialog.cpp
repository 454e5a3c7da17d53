// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/createmanydialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/lists/columns.h"
#include "ui/serving/newsubusersmodel.h"
#include "ui/serving/servicebox.h"
#include "ui/serving/servingresults.h"
#include "ui/serving/servingsums.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/label.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/typednumber.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

// A list is pasted at once; while it is typed, the result should not flicker.
constexpr auto listReadDelay = std::chrono::milliseconds(120);
constexpr int pastedHeight = 110;
constexpr int previewHeight = 170;
constexpr int createManyLabelWidth = 150;

} // namespace

CreateManyDialog::CreateManyDialog(const PageContext &context, QWidget *parent)
    : ServingDialog(context, parent)
    , m_edit(new QPlainTextEdit(this))
    , m_amount(new UnitEdit(context.theme, tr("GB"), this))
    , m_service(new ServiceBox(this))
    , m_amountRow(new FieldRow(context.theme, tr("Traffic, if a line has none"), m_amount, this))
    , m_interrupted(new Banner(context.theme, Banner::Shape::Stacked, this))
    , m_problem(new FindingLine(context.theme, QStringLiteral("createProblem"), this))
    , m_summary(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_onlyWrong(new QCheckBox(tr("Show only the lines that cannot be created"), this))
    , m_sums(new RowList(context.theme, this))
    , m_frame(new Card(context.theme, this))
    , m_preview(new TableView(context.theme, m_frame))
    , m_lines(new NewSubUsersModel(this))
    , m_credentials(new QPushButton(tr("Copy credentials…"), this))
{
    setObjectName(QStringLiteral("createManyDialog"));
    setForm(makeForm());
    m_credentials->setObjectName(QStringLiteral("copyCreated"));
    m_credentials->setAccessibleName(m_credentials->text());
    m_credentials->setAutoDefault(false);
    m_credentials->hide();
    addFooterWidget(m_credentials);
    m_readSoon.setSingleShot(true);
    m_readSoon.setInterval(listReadDelay);
    connect(&m_readSoon, &QTimer::timeout, this, &CreateManyDialog::whenEdited);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] { m_readSoon.start(); });
    connect(m_amount, &QLineEdit::textChanged, this, [this] { m_readSoon.start(); });
    connect(m_service, &QComboBox::currentIndexChanged, this, &CreateManyDialog::whenEdited);
    connect(m_credentials, &QPushButton::clicked, this,
            [this] { Q_EMIT credentialsWanted(allOperations()); });
    connect(&account(), &AccountSession::summaryChanged, this, &CreateManyDialog::readLines);
    // Shortly after the start, what was interrupted is not known yet.
    connect(&desk(), &OrderEngine::stateChanged, this, &CreateManyDialog::offerInterrupted);
    connect(m_onlyWrong, &QCheckBox::toggled, this, &CreateManyDialog::showPreview);
    connect(&account(), &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::SubUsers) {
            loadTakenNames();
        }
    });
    begin();
    readLines();
    loadTakenNames();
    offerInterrupted();
}

CreateManyDialog::~CreateManyDialog() = default;

QWidget *CreateManyDialog::makeForm()
{
    auto *form = new QWidget(this);
    form->setObjectName(QStringLiteral("createManyForm"));
    m_edit->setObjectName(QStringLiteral("linesEdit"));
    m_edit->setAccessibleName(tr("Table of new sub-users"));
    m_edit->setTabChangesFocus(true);
    m_edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_edit->setFixedHeight(pastedHeight);
    m_edit->setPlaceholderText(tr("anna, 10, residential, Invoice 2231"));
    m_interrupted->setObjectName(QStringLiteral("interruptedList"));
    m_interrupted->hide();
    m_onlyWrong->setObjectName(QStringLiteral("onlyWrongLines"));
    m_onlyWrong->hide();
    m_summary->setObjectName(QStringLiteral("createSummary"));
    m_summary->setWordWrap(true);
    m_sums->setObjectName(QStringLiteral("createSums"));
    m_sums->setAccessibleName(tr("Your traffic after this"));
    m_sums->setLabelWidth(createManyLabelWidth);
    auto *open = new QPushButton(tr("Open file…"), form);
    open->setObjectName(QStringLiteral("openListFile"));
    open->setAccessibleName(tr("Open a CSV file"));
    open->setAutoDefault(false);
    connect(open, &QPushButton::clicked, this, &CreateManyDialog::chooseFile);
    auto *line = new QHBoxLayout;
    line->addWidget(m_summary, 1);
    line->addWidget(open, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_interrupted);
    column->addWidget(m_edit);
    column->addWidget(makeDefaults());
    column->addLayout(line);
    column->addWidget(m_problem);
    column->addWidget(topUpLink(), 0, Qt::AlignLeft);
    column->addWidget(m_onlyWrong);
    column->addWidget(m_frame);
    auto *card = new Card(theme(), form);
    card->addInsetColumn()->addWidget(m_sums);
    column->addWidget(card);
    buildPreview();
    return form;
}

QWidget *CreateManyDialog::makeDefaults()
{
    auto *box = new QWidget(this);
    m_amount->setObjectName(QStringLiteral("amountEdit"));
    constexpr int longestAmount = 24;
    m_amount->setMaxLength(longestAmount);
    auto *service = new FieldRow(theme(), tr("Service, if a line has none"), m_service, box);
    auto *row = fieldsInRow({m_amountRow, service});
    row->setContentsMargins(0, 0, 0, 0);
    box->setLayout(row);
    return box;
}

void CreateManyDialog::buildPreview()
{
    m_frame->setFixedHeight(previewHeight);
    m_preview->setObjectName(QStringLiteral("createPreview"));
    m_preview->setAccessibleName(tr("Result for each line"));
    m_preview->setSortingEnabled(false);
    m_preview->setModel(m_lines);
    m_preview->fitColumns(columnWidths(infosOf(NewSubUsersModel::columnTable())));
    auto *framed = new QVBoxLayout(m_frame);
    framed->addWidget(m_preview);
    m_frame->setFlush(true);
    m_frame->hide();
}

void CreateManyDialog::focusForm()
{
    m_edit->setFocus();
}

bool CreateManyDialog::isDirty() const
{
    return (step() == Step::Form || step() == Step::Confirm) &&
           !m_edit->toPlainText().trimmed().isEmpty();
}

// ---------------------------------------------------------------------------------- the lines

void CreateManyDialog::readForm()
{
    if (m_readSoon.isActive()) {
        whenEdited();
    }
}

void CreateManyDialog::whenEdited()
{
    m_refusal.clear();
    readLines();
}

void CreateManyDialog::readLines()
{
    m_readSoon.stop();
    m_service->setPools(account().summary().pools);
    const auto typed = readGivenAmount(m_amount->text());
    m_amountRow->setError(typed.problem);
    NewSubUserDefaults defaults;
    defaults.amount = typed.value;
    defaults.serviceType = m_service->service();
    defaults.serviceTypes = m_service->services();
    defaults.takenNames = m_takenNames;
    m_table = readNewSubUsers(m_edit->toPlainText(), defaults);
    showLines();
}

void CreateManyDialog::showLines()
{
    const RealTexts shown(areAmountsShown(*this));
    for (NewSubUserLine &line : m_table.lines) {
        if (line.problem.isEmpty()) {
            line.problem = m_verdicts.value(nameKey(line.request.username));
        }
    }
    const std::vector<SubUserRequest> fine = m_table.fineRequests();
    m_summary->setText(summaryText(static_cast<qint64>(fine.size())));
    showPreview();
    QList<RowList::Row> rows;
    const auto total = totalOf(fine);
    rows.append({tr("Given in all"), total ? format::trafficExact(*total) : format::nothing(),
                 Tone::Neutral, false, true});
    for (const PoolChange &pool : poolChanges(fine, account().summary().pools)) {
        rows.append({poolText(pool.serviceType), nowAndAfter(pool.now, pool.after),
                     pool.isShort() ? Tone::Bad : Tone::Neutral});
    }
    const QString time = limitText(ServingKind::Create, static_cast<qint64>(fine.size()));
    if (!time.isEmpty()) {
        rows.append({tr("Takes"), time});
    }
    m_sums->setRows(rows);
    QString problem = m_table.problem.isEmpty() ? shortageText(fine) : m_table.problem;
    updateTopUpLink(fine);
    if (problem.isEmpty()) {
        problem = m_refusal;
    }
    m_problem->setFinding(Tone::Bad, problem);
    updateButtons();
}

QString CreateManyDialog::summaryText(qint64 fine) const
{
    const int count = static_cast<int>(m_table.lines.size());
    if (count == 0) {
        return tr("Paste a table or open a CSV file: user name, traffic in GB, service, note. Each "
                  "line needs a user name. What else it does not say is taken from the fields "
                  "below.");
    }
    if (m_table.isCut) {
        return tr("The list has more than %1 lines.").arg(format::count(mostNewSubUsers));
    }
    return tr("%2 of %1 lines can be created.", nullptr, count)
               .arg(format::count(count))
               .arg(format::count(fine)) %
           titlesNote();
}

void CreateManyDialog::showPreview()
{
    const auto isFine = [](const NewSubUserLine &line) { return line.problem.isEmpty(); };
    const auto fine = std::count_if(m_table.lines.begin(), m_table.lines.end(), isFine);
    const auto all = static_cast<std::ptrdiff_t>(m_table.lines.size());
    m_onlyWrong->setVisible(m_onlyWrong->isChecked() || (fine > 0 && fine < all));
    std::vector<NewSubUserLine> lines = m_table.lines;
    if (m_onlyWrong->isChecked()) {
        std::erase_if(lines, isFine);
    }
    m_lines->setLines(std::move(lines));
    m_frame->setVisible(all > 0);
}

// The service is asked again before anything is sent; here the user sees it at once.
void CreateManyDialog::loadTakenNames()
{
    account().queries().subUserNames(this, [this](const QSet<QString> *names) {
        if (names != nullptr && *names != m_takenNames) {
            m_takenNames = *names;
            readLines();
        }
    });
}

// Somebody may be called "user".
QString CreateManyDialog::titlesNote() const
{
    constexpr qsizetype longestTitles = 60;
    return m_table.titles.isEmpty()
               ? QString()
               : QString(u' ' %
                         tr("The first line names the columns: %1.")
                             .arg(isolated(format::shortened(m_table.titles, longestTitles))));
}

std::vector<SubUserRequest> CreateManyDialog::requests() const
{
    if (!m_table.problem.isEmpty() || m_amountRow->hasError() ||
        !shortageText(m_table.fineRequests()).isEmpty()) {
        return {};
    }
    return m_table.fineRequests();
}

void CreateManyDialog::showFormProblem(const QString &text)
{
    m_refusal = text;
    showLines();
}

// What the service said of the names is kept while the lines are corrected.
void CreateManyDialog::showVerdicts(const SubUserConfirmation &confirmation)
{
    bool isAboutPool = false;
    for (const auto &item : confirmation.items) {
        if (item.verdict == RequestVerdict::NotEnoughTraffic) {
            isAboutPool = true;
        } else if (item.verdict != RequestVerdict::Fine) {
            m_verdicts.insert(nameKey(item.request.username), verdictText(item.verdict));
        }
    }
    showFormProblem(isAboutPool
                        ? verdictText(RequestVerdict::NotEnoughTraffic)
                        : tr("Some user names cannot be created. Nothing was sent. Correct the "
                             "lines, or create the others."));
}

void CreateManyDialog::askAgain(const std::vector<SubUserRequest> &requests)
{
    m_credentials->hide();
    m_edit->setPlainText(newSubUsersText(requests));
    whenEdited();
}

void CreateManyDialog::whenEnded()
{
    bool anyCreated = false;
    for (const QString &id : allOperations()) {
        const SubUserOrder *each = desk().operation(id);
        anyCreated = anyCreated || (each != nullptr && each->state == OrderState::Completed);
    }
    m_credentials->setVisible(anyCreated && allOperations().size() > 1);
    m_credentials->setEnabled(true);
}

// ---------------------------------------------------------------------------------- texts

ServingDialog::Texts CreateManyDialog::formTexts() const
{
    const int count = static_cast<int>(m_table.fineRequests().size());
    return {tr("New sub-users from a list"), tr("Their traffic is taken from your own."),
            count == 0 ? tr("Create sub-users")
                       : tr("Create %1 sub-users", nullptr, count).arg(format::count(count))};
}

ServingDialog::Texts CreateManyDialog::textsOf(const SubUserConfirmation &confirmation) const
{
    return {tr("Create these sub-users?"),
            tr("Each request is sent once. It is stored on this computer first."),
            tr("Create %1 sub-users", nullptr, static_cast<int>(confirmation.items.size()))
                .arg(format::count(confirmation.items.size()))};
}

QList<RowList::Row> CreateManyDialog::confirmRows(const SubUserConfirmation &confirmation) const
{
    const std::vector<SubUserRequest> asked = requestsOf(confirmation);
    const auto total = totalOf(asked);
    QList<RowList::Row> rows;
    rows.append({tr("Create"),
                 tr("%1 sub-users with %2 in all", nullptr, static_cast<int>(asked.size()))
                     .arg(format::count(asked.size()))
                     .arg(total ? format::trafficExact(*total) : format::nothing()),
                 Tone::Neutral, false, true});
    const auto leftOut = static_cast<int>(m_table.lines.size()) - static_cast<int>(asked.size());
    if (leftOut > 0) {
        rows.append(
            {tr("Left out"),
             tr("%1 lines that cannot be created", nullptr, leftOut).arg(format::count(leftOut))});
    }
    for (const PoolChange &pool : poolChanges(asked, confirmation.pools)) {
        rows.append({poolText(pool.serviceType), nowAndAfter(pool.now, pool.after)});
    }
    const QString time = limitText(ServingKind::Create, static_cast<qint64>(asked.size()));
    if (!time.isEmpty()) {
        rows.append({tr("Takes"), time});
    }
    return rows;
}

} // namespace relaybook
