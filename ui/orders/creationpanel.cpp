// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/creationpanel.h"

#include "models/accounts/accountsession.h"
#include "ui/base/confirmdialog.h"
#include "ui/lists/creationtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"
#include "ui/widgets/placebox.h"
#include "ui/widgets/rowlist.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int creationLabelWidth = 120;

} // namespace

CreationPanel::CreationPanel(const PageContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_desk(context.account.creating())
    , m_title(new Label(context.theme, Role::Text, TextStyle::Title, this))
    , m_subtitle(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_rows(new RowList(context.theme, this))
    , m_decision(new Card(context.theme, this))
    , m_candidates(new CalmComboBox(m_decision))
    , m_cancel(new QPushButton(tr("Cancel this order"), this))
    , m_look(new QPushButton(tr("Check now"), this))
{
    setObjectName(QStringLiteral("creationPanel"));
    build();
    connect(&m_desk, &ProxyDesk::changed, this, &CreationPanel::update);
    connect(&context.account, &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::Proxies) {
            update();
        }
    });
    update();
}

void CreationPanel::build()
{
    m_title->setObjectName(QStringLiteral("creationTitle"));
    m_title->setWordWrap(true);
    m_subtitle->setObjectName(QStringLiteral("creationSubtitle"));
    m_subtitle->setWordWrap(true);
    m_rows->setObjectName(QStringLiteral("creationFacts"));
    m_rows->setAccessibleName(tr("Details of the creation"));
    m_rows->setLabelWidth(creationLabelWidth);
    m_look->setObjectName(QStringLiteral("creationLookNow"));
    m_look->setAccessibleName(m_look->text());
    m_look->setAutoDefault(false);
    connect(m_look, &QPushButton::clicked, this, &CreationPanel::lookAgain);
    m_cancel->setObjectName(QStringLiteral("creationCancel"));
    m_cancel->setAccessibleName(m_cancel->text());
    m_cancel->setAutoDefault(false);
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_desk.cancel(m_id); });
    auto *facts = new Card(m_context.theme, this);
    facts->addInsetColumn()->addWidget(m_rows);
    auto *inside = new QWidget(this);
    auto *scrolled = new QVBoxLayout(inside);
    scrolled->setContentsMargins(0, 0, 0, 0);
    scrolled->setSpacing(12);
    scrolled->addWidget(m_subtitle);
    scrolled->addWidget(facts);
    buildDecision(scrolled);
    scrolled->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("creationScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setWidget(inside);
    inside->setAutoFillBackground(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(scroll, 1);
    column->addWidget(m_cancel, 0, Qt::AlignLeft);
    column->addWidget(m_look, 0, Qt::AlignLeft);
}

void CreationPanel::buildDecision(QVBoxLayout *column)
{
    m_decision->setObjectName(QStringLiteral("creationDecision"));
    auto *title = new Label(m_context.theme, Role::Text, TextStyle::BodyBold,
                            tr("Your decision, based on what is known"), m_decision);
    title->setWordWrap(true);
    m_candidates->setObjectName(QStringLiteral("creationCandidates"));
    m_candidates->setAccessibleName(tr("New proxies that fit"));
    auto *done = new QPushButton(tr("Mark as created…"), m_decision);
    done->setObjectName(QStringLiteral("decideCreated"));
    auto *notDone = new QPushButton(tr("Mark as not created…"), m_decision);
    notDone->setObjectName(QStringLiteral("decideNotCreated"));
    for (QPushButton *button : {done, notDone}) {
        button->setAccessibleName(button->text());
        button->setAutoDefault(false);
    }
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(done);
    buttons->addWidget(notDone);
    buttons->addStretch(1);
    auto *inside = new QVBoxLayout(m_decision);
    inside->setContentsMargins(14, 12, 14, 12);
    inside->setSpacing(10);
    inside->addWidget(title);
    inside->addWidget(m_candidates);
    inside->addLayout(buttons);
    m_decision->hide();
    column->addWidget(m_decision);
    connect(done, &QPushButton::clicked, this, [this] { askToDecide(true); });
    connect(notDone, &QPushButton::clicked, this, [this] { askToDecide(false); });
}

const ProxyOrder *CreationPanel::shown() const
{
    return m_desk.creation(m_id);
}

void CreationPanel::lookAgain()
{
    m_desk.look(m_id);
}

void CreationPanel::update()
{
    if (const ProxyOrder *open = m_desk.open()) {
        m_id = open->id;
    }
    const ProxyOrder *creation = shown();
    if (creation != nullptr) {
        const CreationHeading heading = creationHeading(*creation);
        m_title->setText(heading.title);
        m_subtitle->setText(heading.subtitle);
        const AreaStatus list = m_context.account.status(Area::Proxies);
        m_rows->setRows(
            creationRows(*creation, m_context.account.rows(), list, SystemClock().now()));
        const bool isUnknown = creation->state == OrderState::Unknown;
        m_cancel->setVisible(creation->state == OrderState::Waiting);
        m_look->setVisible(isUnknown && creation->listWasRead);
        m_look->setEnabled(list.state != AreaStatus::Loading && !m_context.account.isOffline());
        m_decision->setVisible(isUnknown);
        updateDecision(*creation);
    }
    Q_EMIT changed();
}

void CreationPanel::updateDecision(const ProxyOrder &creation)
{
    m_candidates->setVisible(!creation.candidates.empty());
    QStringList wanted;
    for (const ProxyId &id : creation.candidates) {
        wanted.append(id.value());
    }
    QStringList present;
    for (int i = 0; i < m_candidates->count(); ++i) {
        present.append(m_candidates->itemData(i).toString());
    }
    if (present == wanted + QStringList{QString()}) {
        return; // the user's choice stays
    }
    const bool hadChoice = m_candidates->count() > 0;
    const QString chosen = m_candidates->currentData().toString();
    m_candidates->clear();
    for (const ProxyId &id : creation.candidates) {
        m_candidates->addItem(candidateText(m_context.account.rows(), id), id.value());
    }
    m_candidates->addItem(tr("None of these"), QString());
    if (hadChoice) { // a choice that is gone becomes none, never another proxy
        const int again = m_candidates->findData(chosen);
        m_candidates->setCurrentIndex(again >= 0 ? again : m_candidates->count() - 1);
    }
}

void CreationPanel::askToDecide(bool wasCreated)
{
    const QString chosen =
        m_candidates->isHidden() ? QString() : m_candidates->currentData().toString();
    const bool isNamed = wasCreated && !chosen.isEmpty();
    const QString named =
        isNamed ? m_candidates->currentText() : tr("No proxy selected that is the new one.");
    const ConfirmDialog::Question question{
        QStringLiteral("decideCreationDialog"),
        wasCreated ? tr("Mark this proxy as created?") : tr("Mark this proxy as not created?"),
        wasCreated ? tr("%1\n\nThe creation is then resolved by your decision. Nothing is sent to "
                        "the service.")
                         .arg(named)
                   : tr("Another proxy can then be created. If this one was created after all, "
                        "creating it again makes a second one, which may cost money. Nothing is "
                        "sent to the service."),
        wasCreated ? tr("Mark as created") : tr("Mark as not created"),
    };
    auto *dialog = new ConfirmDialog(m_context.theme, question, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const auto proxy = isNamed ? std::optional(ProxyId(chosen)) : std::nullopt;
    connect(dialog, &QDialog::accepted, this,
            [this, id = m_id, wasCreated, proxy] { m_desk.userDecides(id, wasCreated, proxy); });
    dialog->open();
}

} // namespace relaybook
