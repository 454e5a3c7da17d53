// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/deleteproxiesdialog.h"

#include "models/account/proxydeletionrun.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/textrowsmodel.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accountmark.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"

#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

#include <chrono>
#include <utility>

namespace relaybook {

namespace {

constexpr int deleteProxiesWidth = 560;
constexpr int proxiesToDeleteHeight = 150;

} // namespace

DeleteProxiesDialog::DeleteProxiesDialog(const PageContext &context,
                                         std::vector<ProxyToDelete> proxies, QWidget *parent)
    : ActionDialog(context.theme,
                   tr("Delete %1 proxies", nullptr, static_cast<int>(proxies.size()))
                       .arg(format::count(static_cast<qint64>(proxies.size()))),
                   TokenKind::Personal, parent)
    , m_account(context.account)
    , m_proxies(std::move(proxies))
    , m_words(new Label(context.theme, Role::Text, TextStyle::Body, this))
    , m_rows(new TextRowsModel([this](int row) { return rowText(row); }, this))
    , m_typed(new QLineEdit(this))
    , m_typedRow(new FieldRow(context.theme, tr("To confirm"), m_typed, this))
{
    setObjectName(QStringLiteral("deleteProxiesDialog"));
    setSheetWidth(deleteProxiesWidth);
    setSubmitKeys(SubmitKeys::None);
    setButtonKind(*submitButton(), ButtonKind::Danger);
    const int number = static_cast<int>(count());
    setSubmitText(tr("Delete %1 proxies", nullptr, number).arg(format::count(count())),
                  tr("Starting…"));
    build();
    showTexts();
    showWhenAsked(*this, [this] {
        showTexts();
        m_rows->setCount(count());
        updateSubmit();
    });
    connect(m_typed, &QLineEdit::textChanged, this, &DeleteProxiesDialog::updateSubmit);
    connect(&m_account, &AccountSession::viewOnlyChanged, this, &DeleteProxiesDialog::updateSubmit);
    updateSubmit();
    cancelButton()->setFocus();
}

DeleteProxiesDialog::~DeleteProxiesDialog() = default;

void DeleteProxiesDialog::build()
{
    auto *account = new AccountLine(theme(), this);
    account->setAccount(accountOf(parentWidget()));
    account->setVisible(!account->account().name.isEmpty());
    m_words->setObjectName(QStringLiteral("deleteWords"));
    m_words->setWordWrap(true);
    auto *time = new Label(theme(), Role::QuietText, TextStyle::Body, howItGoes(), this);
    time->setObjectName(QStringLiteral("deleteTime"));
    time->setWordWrap(true);
    auto *frame = new Card(theme(), this);
    frame->setFixedHeight(proxiesToDeleteHeight);
    auto *list = new QListView(frame);
    list->setObjectName(QStringLiteral("proxiesToDelete"));
    list->setAccessibleName(tr("Proxies that are deleted"));
    list->setModel(m_rows);
    list->setUniformItemSizes(true);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setSelectionMode(QAbstractItemView::SingleSelection);
    list->setFrameShape(QFrame::NoFrame);
    auto *framed = new QVBoxLayout(frame);
    framed->addWidget(list);
    frame->setFlush(true);
    m_rows->setCount(count());
    m_typed->setObjectName(QStringLiteral("typedNumberEdit"));
    m_typedRow->setHint(tr("Type %1, the number of proxies, to confirm.").arg(count()));
    QVBoxLayout *column = contentLayout();
    column->addWidget(account);
    column->addWidget(m_words);
    column->addWidget(frame);
    column->addWidget(time);
    column->addWidget(m_typedRow);
}

QString DeleteProxiesDialog::whatIsLost() const
{
    std::optional<TrafficAmount> unused = TrafficAmount();
    qint64 unknown = 0;
    for (const ProxyToDelete &each : m_proxies) {
        unknown += each.unused ? 0 : 1;
        unused = unused ? unused->plus(each.unused.value_or(TrafficAmount())) : unused;
    }
    QStringList parts{tr("The addresses, logins and settings of these proxies are lost, and "
                         "programs that use them stop working.")};
    if (!unused) {
        parts.append(tr("Much of their traffic is not used. The service does not say whether it is "
                        "returned."));
    } else if (!unused->isZero()) {
        parts.append(tr("%1 of their limits are not used. The service does not say whether they "
                        "are returned.")
                         .arg(format::traffic(*unused)));
    }
    if (unknown > 0) {
        parts.append(tr("It is not known how much %1 of them have left.", "traffic of proxies",
                        static_cast<int>(unknown))
                         .arg(format::count(unknown)));
    }
    parts.append(tr("This cannot be undone."));
    return parts.join(u' ');
}

QString DeleteProxiesDialog::howItGoes() const
{
    const ProxyDeletionRun &run = m_account.proxyDeletions();
    const auto time = std::chrono::duration_cast<std::chrono::seconds>(run.timeFor(count()));
    const QString takes =
        tr("Deleting %1 proxies takes %2, because of the service's limit on requests. It goes on "
           "in the background, and you can cancel the rest.",
           nullptr, static_cast<int>(count()))
            .arg(format::count(count()), format::duration(time));
    return run.lookup() == ProxyDeletionRun::Lookup::None
               ? takes % u' ' %
                     tr("This service does not show its proxies, so Relaybook can't find out what "
                        "became of a deletion whose answer is lost.")
               : takes;
}

QString DeleteProxiesDialog::rowText(int row) const
{
    const RealTexts shown(areAmountsShown(*this));
    return proxyToDeleteText(m_proxies.at(static_cast<std::size_t>(row)));
}

void DeleteProxiesDialog::showTexts()
{
    m_words->setText(whatIsLost());
    setAccessibleDescription(m_words->text());
}

bool DeleteProxiesDialog::areNamesHidden() const
{
    return isPrivacyOn() && !areAmountsShown(*this);
}

void DeleteProxiesDialog::updateSubmit()
{
    const QString why = whyNoChange(m_account, Area::Proxies);
    const bool isTyped = isNameTyped(m_typed->text(), QString::number(count()));
    submitButton()->setEnabled(isTyped && why.isEmpty() && !areNamesHidden());
    if (!areNamesHidden()) { // else it says that
        submitButton()->setToolTip(why);
    }
    submitButton()->setAccessibleDescription(submitButton()->toolTip());
}

void DeleteProxiesDialog::startSubmit()
{
    ProxyDeletionRun &run = m_account.proxyDeletions();
    const QString why = whyNoChange(m_account, Area::Proxies);
    if (areNamesHidden() || run.isOpen() || !why.isEmpty()) {
        fail(run.isOpen() ? tr("Another deletion of proxies is not finished.") : why,
             tr("Nothing was deleted."));
        return;
    }
    std::vector<QByteArray> rows;
    rows.reserve(m_proxies.size());
    for (ProxyToDelete &each : m_proxies) {
        rows.push_back(std::move(each.document));
    }
    run.start(std::move(rows));
    Q_EMIT started();
    succeed();
}

} // namespace relaybook
