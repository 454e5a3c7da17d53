// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/editproxiesdialog.h"

#include "models/account/proxyeditrun.h"
#include "models/text/format.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/textrowsmodel.h"
#include "ui/proxies/proxyeditsform.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"

#include <QElapsedTimer>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int editProxiesWidth = 720;
constexpr int proxyPreviewHeight = 240;
// Half a frame: the window needs the other half.
constexpr qint64 compareMilliseconds = 8;
constexpr std::size_t comparedBetweenLooks = 16;
constexpr std::size_t comparedAtOnce = 200;

} // namespace

EditProxiesDialog::EditProxiesDialog(const PageContext &context, std::vector<Proxy> proxies,
                                     QWidget *parent)
    : ActionDialog(context.theme,
                   tr("Edit %1 proxies", nullptr, static_cast<int>(proxies.size()))
                       .arg(format::count(static_cast<qint64>(proxies.size()))),
                   TokenKind::Personal, parent)
    , m_account(context.account)
    , m_proxies(std::move(proxies))
    , m_form(new ProxyEditsForm(context.account, context.theme, this))
    , m_time(new Label(context.theme, Role::Text, TextStyle::Body, this))
    , m_check(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_model(new TextRowsModel(
          [this](int row) { return m_changes.at(static_cast<std::size_t>(row)).text; }, this))
    , m_frame(new Card(context.theme, this))
    , m_list(new QListView(m_frame))
    , m_back(addFooterButton(tr("Back"), "backToFields"))
{
    setObjectName(QStringLiteral("editProxiesDialog"));
    setSheetWidth(editProxiesWidth);
    setSubmitKeys(SubmitKeys::CtrlEnter);
    build();
    connect(m_form, &ProxyEditsForm::edited, this, &EditProxiesDialog::updateSubmit);
    connect(m_back, &QPushButton::clicked, this, [this] { goTo(Step::Fields); });
    connect(&m_slices, &QTimer::timeout, this, &EditProxiesDialog::compareSlice);
    connect(&m_account, &AccountSession::viewOnlyChanged, this, &EditProxiesDialog::updateSubmit);
    goTo(Step::Fields);
}

EditProxiesDialog::~EditProxiesDialog() = default;

void EditProxiesDialog::build()
{
    m_time->setObjectName(QStringLiteral("editTime"));
    m_time->setWordWrap(true);
    m_check->setObjectName(QStringLiteral("editCheck"));
    m_check->setWordWrap(true);
    m_list->setObjectName(QStringLiteral("editPreview"));
    m_list->setAccessibleName(tr("Old and new values of each proxy"));
    m_list->setModel(m_model);
    m_list->setLayoutMode(QListView::Batched); // each line is as wide as its text
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setFrameShape(QFrame::NoFrame);
    m_frame->setFixedHeight(proxyPreviewHeight);
    auto *framed = new QVBoxLayout(m_frame);
    framed->addWidget(m_list);
    m_frame->setFlush(true);
    QVBoxLayout *column = contentLayout();
    column->addWidget(m_time);
    column->addWidget(m_form);
    column->addWidget(m_check);
    column->addWidget(m_frame);
}

QString EditProxiesDialog::timeText(qint64 proxies) const
{
    const auto time = m_account.proxyEdits().timeFor(proxies);
    return tr("Changing %1 proxies takes %2, because of the service's limit on requests. It goes "
              "on in the background.",
              nullptr, static_cast<int>(proxies))
        .arg(format::count(proxies),
             format::duration(std::chrono::duration_cast<std::chrono::seconds>(time)));
}

QString EditProxiesDialog::checkText() const
{
    return m_account.proxyEdits().check() == ProxyEditRun::Check::None
               ? tr("This service does not show its proxies, so Relaybook can't check whether they "
                    "were changed elsewhere meanwhile.")
               : tr("Each proxy is read again before it is changed. If it was changed elsewhere "
                    "meanwhile, you are asked. Only changed fields are sent.");
}

bool EditProxiesDialog::isDirty() const
{
    return !m_form->chosen().empty();
}

void EditProxiesDialog::goTo(Step step)
{
    const bool isPreview = step == Step::Preview;
    m_step = step;
    hideMessage();
    m_form->setVisible(!isPreview);
    m_frame->setVisible(isPreview);
    m_check->setVisible(isPreview);
    m_back->setVisible(isPreview);
    if (!isPreview) {
        m_model->setCount(0);
        m_changes.clear();
        setSubtitle(tr("Choose what to change. All other values stay as they are."));
        m_time->setText(timeText(static_cast<qint64>(m_proxies.size())));
        setSubmitText(tr("Show the changes"), tr("Comparing…"));
    }
    updateSubmit();
}

void EditProxiesDialog::updateSubmit()
{
    const QString why = whyNoChange(m_account, Area::Proxies);
    const bool isReady = m_step == Step::Preview ? !m_changes.empty() : !m_form->chosen().empty();
    submitButton()->setEnabled(isReady && (m_step == Step::Fields || why.isEmpty()));
    submitButton()->setToolTip(m_step == Step::Preview ? why : QString());
    submitButton()->setAccessibleDescription(submitButton()->toolTip());
}

void EditProxiesDialog::startSubmit()
{
    if (m_step == Step::Preview) {
        startChange();
        return;
    }
    m_chosen = m_form->chosen();
    const auto problems = problemsOf(m_chosen, static_cast<qint64>(m_proxies.size()));
    m_form->showProblems(problems);
    if (!problems.empty()) {
        fail();
        return;
    }
    m_changes.clear();
    m_next = 0;
    if (m_proxies.size() <= comparedAtOnce) {
        while (m_next < m_proxies.size()) {
            compareSlice();
        }
        return;
    }
    m_slices.start(0);
}

void EditProxiesDialog::stopSubmit()
{
    m_slices.stop();
}

void EditProxiesDialog::compareSlice()
{
    QElapsedTimer slice;
    slice.start();
    while (m_next < m_proxies.size()) {
        const Proxy &proxy = m_proxies[m_next++];
        if (auto change = manyProxyChange(proxy, m_chosen, static_cast<qint64>(m_next))) {
            m_changes.push_back(std::move(*change));
        }
        if (m_next % comparedBetweenLooks == 0 && slice.elapsed() >= compareMilliseconds) {
            break;
        }
    }
    if (m_next == m_proxies.size()) {
        m_slices.stop();
        fail(); // back to editing, of the next step
        showPreview();
    }
}

void EditProxiesDialog::showPreview()
{
    const auto changed = static_cast<qint64>(m_changes.size());
    const qint64 same = static_cast<qint64>(m_proxies.size()) - changed;
    if (changed == 0) {
        showMessage(Tone::Accent, tr("Nothing would change."),
                    tr("All of these proxies have these values already."));
        return;
    }
    goTo(Step::Preview);
    m_model->setCount(changed);
    m_list->scrollToTop();
    setSubtitle(same == 0 ? tr("Old and new values of each proxy")
                          : tr("%1 proxies would not change and are left out.", nullptr,
                               static_cast<int>(same))
                                .arg(format::count(same)));
    m_time->setText(timeText(changed));
    m_check->setText(checkText());
    setSubmitText(
        tr("Change %1 proxies", nullptr, static_cast<int>(changed)).arg(format::count(changed)),
        tr("Starting…"));
    updateSubmit();
    const auto lasting = static_cast<int>(std::count_if(
        m_changes.begin(), m_changes.end(), [](const auto &each) { return !each.canBeUndone; }));
    if (lasting > 0) {
        showMessage(Tone::Warning,
                    tr("The change of %1 proxies cannot be undone completely.", nullptr, lasting)
                        .arg(format::count(lasting)),
                    tr("What they have now is not known or cannot be sent, such as no traffic "
                       "limit."));
    }
    m_list->setFocus();
}

void EditProxiesDialog::startChange()
{
    ProxyEditRun &run = m_account.proxyEdits();
    const QString why = whyNoChange(m_account, Area::Proxies);
    if (run.isOpen() || !why.isEmpty()) {
        fail(why.isEmpty() ? tr("Another change of proxies is not finished.") : why,
             tr("Nothing was sent."));
        return;
    }
    std::vector<QByteArray> rows;
    rows.reserve(m_changes.size());
    for (ManyProxyChange &change : m_changes) {
        rows.push_back(std::move(change.document));
    }
    run.start(std::move(rows));
    Q_EMIT started();
    succeed();
}

} // namespace relaybook
