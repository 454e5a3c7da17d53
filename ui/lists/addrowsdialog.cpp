// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/addrowsdialog.h"

#include "models/account/addedrows.h"
#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "ui/lists/pastedlinemodel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"

#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <chrono>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

// Waits while the user types, so that the result does not flicker. A pasted list is read
// immediately.
constexpr auto readDelay = 120ms;
constexpr int pasteHeight = 130;
constexpr int verdictHeight = 170;
constexpr int addSheetWidth = 600;

} // namespace

AddRowsDialog::AddRowsDialog(const PageContext &context, What what, QWidget *parent)
    : SheetDialog(context.theme,
                  what == What::Proxies ? tr("Add proxies by id") : tr("Add sub-users by id"),
                  parent)
    , m_account(context.account)
    , m_what(what)
    , m_knownProxies(what == What::Proxies ? context.account.rows().proxyIds() : QSet<ProxyId>())
    , m_knownSubUsers(what == What::SubUsers ? context.account.rows().subUserIds()
                                             : QSet<SubUserId>())
    , m_edit(new QPlainTextEdit(this))
    , m_frame(new Card(context.theme, this))
    , m_list(new QListView(m_frame))
    , m_lines(new PastedLineModel(context.theme, this))
    , m_summary(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
{
    setObjectName(what == What::Proxies ? QStringLiteral("addProxiesDialog")
                                        : QStringLiteral("addSubUsersDialog"));
    setSubtitle(what == What::Proxies
                    ? tr("One id per line. A proxy's data appears after you first edit it.")
                    : tr("One id per line, followed by your own name for the sub-user, for "
                         "example: 139 Berlin office."));
    setSheetWidth(addSheetWidth);
    build();
    m_readSoon.setSingleShot(true);
    m_readSoon.setInterval(readDelay);
    connect(&m_readSoon, &QTimer::timeout, this, &AddRowsDialog::readLines);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &AddRowsDialog::whenEdited);
    readLines();
    m_edit->setFocus();
}

AddRowsDialog::~AddRowsDialog() = default;

void AddRowsDialog::build()
{
    m_edit->setObjectName(QStringLiteral("idsEdit"));
    m_edit->setAccessibleName(m_what == What::Proxies ? tr("Proxy ids")
                                                      : tr("Sub-user ids and names"));
    m_edit->setTabChangesFocus(true);
    m_edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_edit->setFixedHeight(pasteHeight);
    m_edit->setPlaceholderText(m_what == What::Proxies
                                   ? QStringLiteral("1b4e28ba-2fa1-11d2-883f-0016d3cca427")
                                   : tr("139 Berlin office"));
    m_list->setObjectName(QStringLiteral("verdictList"));
    m_list->setAccessibleName(tr("Result for each line"));
    m_list->setModel(m_lines);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setFrameShape(QFrame::NoFrame);
    m_frame->setFixedHeight(verdictHeight);
    auto *framed = new QVBoxLayout(m_frame);
    framed->addWidget(m_list);
    m_frame->setFlush(true); // the frame with its round corners is above the list
    m_frame->hide();
    m_summary->setObjectName(QStringLiteral("addSummary"));
    m_summary->setWordWrap(true);
    auto *column = contentLayout();
    column->addWidget(m_edit);
    column->addWidget(m_summary);
    column->addWidget(m_frame);
    setFooterNote(tr("Nothing is sent to the service."));
}

bool AddRowsDialog::isDirty() const
{
    return m_good > 0;
}

/// Reads the first ids immediately, so that Ctrl+Enter after pasting finds its button enabled.
void AddRowsDialog::whenEdited()
{
    constexpr int readAtOnce = 20;
    if (m_good == 0 && m_edit->blockCount() <= readAtOnce) {
        readLines();
    } else {
        m_readSoon.start();
    }
}

void AddRowsDialog::readLines()
{
    m_readSoon.stop();
    const QString text = m_edit->toPlainText();
    m_proxies.clear();
    m_subUsers.clear();
    if (m_what == What::Proxies) {
        m_proxies = readPastedProxies(
            text, [this](const ProxyId &id) { return m_knownProxies.contains(id); });
    } else {
        m_subUsers =
            readPastedSubUsers(text, [this](SubUserId id) { return m_knownSubUsers.contains(id); });
    }
    showLines();
}

void AddRowsDialog::showLines()
{
    std::vector<PastedLine> lines;
    lines.reserve(m_proxies.size() + m_subUsers.size());
    for (const PastedProxy &each : m_proxies) {
        lines.push_back(each.line);
    }
    for (const PastedSubUser &each : m_subUsers) {
        lines.push_back(each.line);
    }
    m_good = 0;
    for (const PastedLine &line : lines) {
        m_good += line.verdict == PastedLine::Verdict::Good ? 1 : 0;
    }
    const auto count = static_cast<int>(lines.size());
    m_summary->setText(count == 0 ? tr("Paste or type the ids.")
                                  : tr("%2 of %1 lines can be added.", nullptr, count)
                                        .arg(format::count(count))
                                        .arg(format::count(m_good)));
    m_lines->setLines(std::move(lines));
    m_frame->setVisible(count > 0);
    setSubmitText(submitText(), tr("Adding…"));
    submitButton()->setEnabled(m_good > 0);
}

QString AddRowsDialog::submitText() const
{
    if (m_good == 0) {
        return m_what == What::Proxies ? tr("Add proxies") : tr("Add sub-users");
    }
    return m_what == What::Proxies
               ? tr("Add %1 proxies", nullptr, m_good).arg(format::count(m_good))
               : tr("Add %1 sub-users", nullptr, m_good).arg(format::count(m_good));
}

void AddRowsDialog::startSubmit()
{
    readLines(); // reads what was typed since the last timer event
    if (m_good == 0) {
        fail();
        return;
    }
    const int count = m_good;
    if (!addLines()) {
        fail(tr("The ids could not be stored on this computer."),
             m_account.notices().keepProblem().value_or(QString()));
        return;
    }
    const QString left = linesLeft();
    Q_EMIT added(count);
    if (left.isEmpty()) {
        succeed();
        return;
    }
    fail(tr("%1 rows were added.", nullptr, count).arg(format::count(count)),
         tr("The lines that could not be added remain. Correct them, or close."));
    m_edit->setPlainText(left);
    readLines();
    setCancelText(tr("Close"));
}

bool AddRowsDialog::addLines()
{
    if (m_what == What::Proxies) {
        std::vector<ProxyId> ids;
        for (const PastedProxy &each : m_proxies) {
            if (each.line.verdict == PastedLine::Verdict::Good) {
                ids.push_back(each.id);
                m_knownProxies.insert(each.id);
            }
        }
        return m_account.addedRows().addProxies(ids);
    }
    QHash<SubUserId, QString> names;
    for (const PastedSubUser &each : m_subUsers) {
        if (each.line.verdict == PastedLine::Verdict::Good) {
            names.insert(each.id, each.name);
            m_knownSubUsers.insert(each.id);
        }
    }
    return m_account.addedRows().addSubUsers(names);
}

// Keeps the lines that could not be added, to be corrected. A line that is already in the list
// needs no correction.
QString AddRowsDialog::linesLeft() const
{
    QStringList left;
    const auto keep = [&left](const PastedLine &line) {
        const bool isDone = line.verdict == PastedLine::Verdict::Good ||
                            line.verdict == PastedLine::Verdict::Known ||
                            line.verdict == PastedLine::Verdict::Repeated;
        if (!isDone) {
            left.append(line.text);
        }
    };
    for (const PastedProxy &each : m_proxies) {
        keep(each.line);
    }
    for (const PastedSubUser &each : m_subUsers) {
        keep(each.line);
    }
    return left.join(QLatin1Char('\n'));
}

} // namespace relaybook
