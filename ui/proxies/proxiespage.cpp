// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxiespage.h"

#include "models/tables/proxytablemodel.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/credentialsbox.h"
#include "ui/lists/detailpane.h"
#include "ui/lists/listfilterbar.h"
#include "ui/lists/manytests.h"
#include "ui/lists/undobar.h"
#include "ui/proxies/proxydialog.h"
#include "ui/proxies/proxytrafficbox.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/pageheader.h"

#include <QLocale>
#include <QMenu>
#include <QPushButton>

namespace relaybook {

namespace {

QString countryName(const QString &code)
{
    const QLocale::Territory territory = QLocale::codeToTerritory(code);
    return territory == QLocale::AnyTerritory ? code : QLocale::territoryToString(territory);
}

std::vector<ListFilterChip> proxyChips()
{
    const auto typeText = [](const QString &type) {
        return type.isEmpty() ? ProxiesPage::tr("Without a type") : format::proxyType(type);
    };
    const auto countryText = [](const QString &code) {
        return code.isEmpty() ? ProxiesPage::tr("Without a country") : countryName(code);
    };
    return {{{QStringLiteral("type"), {}}, ProxiesPage::tr("Type"), typeText},
            {{QStringLiteral("country"), {}}, ProxiesPage::tr("Country"), countryText},
            usedFilterChip(),
            testFilterChip()};
}

QString subtitleOf(const Proxy &proxy)
{
    QStringList place;
    for (const QString &part : {countryName(proxy.country), proxy.region, proxy.city}) {
        if (!part.isEmpty() && !place.contains(isolated(part))) {
            place.append(isolated(part));
        }
    }
    QStringList parts{isolated(format::proxyType(proxy.type)), place.join(QStringLiteral(", "))};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

/// The address with its login percent-encoded; as the service sent it if it cannot be split.
CredentialsBox::Line addressLine(const Proxy &proxy, const ProxyCredentials &known,
                                 ProxyProtocol protocol)
{
    const ProxyAccess access = accessOf(proxy, known, protocol);
    const Secret made = CredentialsBox::lineOf(access, CredentialFormat::Url).secret;
    const Secret &sent = protocol == ProxyProtocol::Http ? known.http : known.socks5;
    const Secret &shown = made.isEmpty() ? sent : made;
    return {maskedAddress(shown), shown};
}

} // namespace

ProxiesPage::ProxiesPage(const PageContext &context, QWidget *parent)
    : ListPage(context,
               {QStringLiteral("proxiesPage"), Area::Proxies, tr("Proxies"),
                tr("Search all fields of the stored proxies. You can also use type:isp "
                   "country:us used:>80% test:failed \"words in quotes\""),
                tr("Select a proxy to see its addresses and traffic."), true},
               context.account.queries().makeProxyModel(), parent)
{
    buildDetails();
    addFilters(proxyChips());
    addCredentialsCopy(
        [this](int row, ProxyProtocol protocol) { return accessOfRow(row, protocol); },
        CredentialFormat::Url);
    buildManyTests();
    buildMany();
    addCopyForSeveral();
    setButtonKind(*addManyButton(tr("Delete…"), QStringLiteral("severalDelete"),
                                 &ProxiesPage::whyNotDeleteMany, &ProxiesPage::openManyDeletions),
                  ButtonKind::Danger);
    begin();
}

ProxiesPage::~ProxiesPage() = default;

void ProxiesPage::buildDetails()
{
    m_editButton = new QPushButton(tr("Edit…"), &header());
    m_editButton->setObjectName(QStringLiteral("editButton"));
    m_editButton->setAccessibleName(tr("Edit the selected proxy"));
    m_editButton->setToolTip(tr("Edit the selected proxy (F2)"));
    m_editButton->setAutoDefault(false);
    header().addWidget(m_editButton);
    buildCreating();
    addAddButton(tr("Add proxies by id"));
    addExportButton(tr("Export proxies"), tr("Export these or all proxies to a file"));

    addOutdatedMark();
    Inspector &inspector = details().summary();
    m_credentials = new CredentialsBox(theme(), secrets(), &inspector);
    m_credentials->addLine(tr("HTTP address"), QStringLiteral("httpSecret"));
    m_credentials->addLine(tr("SOCKS5 address"), QStringLiteral("socks5Secret"));
    inspector.addWidget(m_credentials);
    m_rows = inspector.addRows();
    m_traffic = new ProxyTrafficBox(account(), theme(), &inspector);
    inspector.addWidget(m_traffic);
    buildTesting();
    m_editHere = new QPushButton(tr("Edit…"), &inspector);
    m_editHere->setObjectName(QStringLiteral("inspectorEditButton"));
    m_editHere->setAccessibleName(tr("Edit this proxy"));
    m_editHere->setAutoDefault(false);
    setButtonKind(*m_editHere, ButtonKind::Primary);
    // There is no room for its text beside the other two buttons.
    auto *copy = new QPushButton(theme().icon(Icon::Key), {}, &inspector);
    copy->setObjectName(QStringLiteral("copyCredentialsButton"));
    copy->setAccessibleName(tr("Copy credentials"));
    copy->setToolTip(copy->accessibleName());
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this] { perform(Command::CopyCredentials); });
    connect(this, &Page::commandsChanged, copy,
            [this, copy] { copy->setEnabled(can(Command::CopyCredentials)); });
    inspector.addFooterWidget(m_editHere);
    inspector.addFooterWidget(copy);
    for (QPushButton *button : {m_editButton, m_editHere}) {
        makeEditButton(*button);
    }
    connect(m_credentials, &CredentialsBox::readWanted, this, &ProxiesPage::readCredentials);
    connect(&account(), &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::Proxies) {
            showCredentials();
        }
    });
}

ListTexts ProxiesPage::textsFor(const ListFacts &facts) const
{
    ListTexts words;
    words.reading = tr("Loading the proxies…");
    words.nothingYet = tr("No proxies yet");
    words.nothingYetText = tr("Proxies that you buy from the service appear here.");
    words.noMatchText =
        tr("None of the %1 stored proxies matches. The search covers the name, type, place, "
           "rotation, traffic, host, ports, user name, ids, dates and all other fields but "
           "passwords.")
            .arg(format::count(facts.stored));
    words.notLoaded = tr("Could not load the proxies");
    words.offline = tr("No proxies are stored on this computer");
    words.notOffered = tr("This service does not list proxies");
    words.notOfferedText =
        facts.stored == 0
            ? tr("Add the ids of the proxies that you want to edit.")
            : tr("The table shows the proxies that you added by id and those listed earlier.");
    words.addAction = tr("Add proxies by id…");
    return words;
}

QString ProxiesPage::severalText(qint64 rows) const
{
    return tr("%1 proxies", nullptr, static_cast<int>(rows)).arg(format::count(rows));
}

QList<RowList::Row> ProxiesPage::factsOf(const Proxy &proxy)
{
    if (!isReported(proxy)) {
        return {{tr("Data"), tr("No data yet"), Tone::Quiet}};
    }
    QList<RowList::Row> rows{
        {tr("Traffic"), format::trafficOfLimit(proxy.trafficUsed, proxy.trafficLimit)},
        {tr("Rotation"), format::rotation(proxy)},
    };
    if (!proxy.rotateType.isEmpty()) { // otherwise the behavior already describes the rotation
        rows.append({tr("Behavior"), format::orNothing(format::behavior(proxy.behavior))});
    }
    rows.append({
        {tr("Host"), format::orNothing(privateText(proxy.host))},
        {tr("HTTP port"), format::port(proxy.portHttp)},
        {tr("SOCKS5 port"), format::port(proxy.portSocks5)},
        {tr("Numeric id"), format::orNothing(proxy.numericId)},
        {tr("Created"), format::dateTime(proxy.createdAt)},
        {tr("Updated"), format::dateTime(proxy.updatedAt)},
    });
    return rows;
}

void ProxiesPage::showRow(std::optional<qint64> key)
{
    std::optional<Proxy> proxy = key ? account().rows().proxyByKey(*key) : std::nullopt;
    const bool other = !proxy || !m_proxy || proxy->id != m_proxy->id;
    if (other) {
        m_read.cancel();
    }
    m_proxy = std::move(proxy);
    showOutdated(m_proxy ? account().rows().unreadableForm(m_proxy->id) : std::nullopt);
    if (!m_proxy) {
        m_shownCredentials.reset();
        m_rows->setRows({});
        m_traffic->setProxy({});
        m_credentials->clear();
        details().showNothing();
        return;
    }
    details().showRow(
        isReported(*m_proxy) ? format::orNothing(privateText(m_proxy->name)) : m_proxy->id.value(),
        isReported(*m_proxy) ? subtitleOf(*m_proxy) : tr("Added by id"), m_proxy->raw);
    QList<RowList::Row> facts = factsOf(*m_proxy);
    const auto listed = static_cast<const ProxyTableModel &>(model()).at(model().rowOf(*key));
    if (listed && listed->lastTest) {
        facts.prepend({tr("Last test"), lastTestText(*listed->lastTest),
                       listed->lastTest->hasFailed() ? Tone::Bad : Tone::Neutral});
    }
    m_rows->setRows(facts);
    m_traffic->setProxy(m_proxy);
    // A change can bring new credentials for the same proxy.
    if (other || account().credentials().of(m_proxy->id) != m_shownCredentials) {
        showCredentials();
    }
}

// ---- credentials

void ProxiesPage::showCredentials()
{
    if (!m_proxy) {
        return;
    }
    const auto found = account().credentials().of(m_proxy->id);
    m_shownCredentials = found;
    if (found && !(found->http.isEmpty() && found->socks5.isEmpty())) {
        m_credentials->showLines({addressLine(*m_proxy, *found, ProxyProtocol::Http),
                                  addressLine(*m_proxy, *found, ProxyProtocol::Socks5)});
    } else {
        m_credentials->showMissing(
            account(), ReadCall::Proxy,
            tr("This service sends the credentials of a proxy only when the proxy is changed."));
    }
    // The macro in front misleads the check. NOLINTNEXTLINE(readability-misleading-indentation)
    Q_EMIT commandsChanged();
}

void ProxiesPage::readCredentials()
{
    if (!m_proxy) {
        return;
    }
    m_credentials->showReading();
    m_read = account().actions().readProxy(m_proxy->id, this, [this](const Result<Proxy> &answer) {
        showCredentials();
        m_credentials->showAnswer(answer, hasCredentials());
    });
}

bool ProxiesPage::hasCredentials() const
{
    const auto found = m_proxy ? account().credentials().of(m_proxy->id) : std::nullopt;
    return found && !found->http.isEmpty();
}

ProxyAccess ProxiesPage::accessOfRow(int row, ProxyProtocol protocol) const
{
    const auto proxy = static_cast<const ProxyTableModel &>(model()).at(row);
    return proxy ? accessOf(*proxy, account().credentials().of(proxy->id), protocol)
                 : ProxyAccess();
}

// ---- commands

bool ProxiesPage::canEdit() const
{
    return m_proxy && account().canChange(Area::Proxies);
}

void ProxiesPage::edit()
{
    auto *dialog = new ProxyDialog(context(), *m_proxy, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ProxyDialog::proxySaved, this, &ProxiesPage::showSaved);
    dialog->open();
}

void ProxiesPage::showSaved(const Proxy &before, const ProxyEdit &sent, const Proxy &now)
{
    const qsizetype leftOut = fieldsLeftOut(sent, now).size();
    const QString said =
        leftOut == 0 ? tr("Proxy saved") : tr("The service did not apply all changes");
    const Tone tone = leftOut == 0 ? Tone::Good : Tone::Warning;
    if (const auto change = savedProxy(before, sent, now)) {
        undoBar().offer(
            tone,
            change->isPart ? tr("%1. Undo restores a part of it", "what was done").arg(said) : said,
            *change);
    } else {
        undoBar().say(tone, said);
    }
}

void ProxiesPage::addRowActions(QMenu &menu)
{
    if (m_proxy && account().addedRows().isAdded(m_proxy->id)) {
        addRemoveAction(
            menu, [this, id = m_proxy->id] { account().addedRows().remove(std::vector{id}); });
    }
    QAction *change = menu.addAction(theme().icon(Icon::Edit), tr("Edit…"), this,
                                     [this] { perform(Command::Edit); });
    change->setObjectName(QStringLiteral("editAction"));
    change->setShortcut(QKeySequence(Qt::Key_F2));
    change->setEnabled(can(Command::Edit));
    change->setToolTip(whyNoChange(account(), Area::Proxies));
    addManyEditsAction(menu);
    addCreatingActions(menu);
    QAction *test =
        menu.addAction(theme().icon(Icon::Play), tr("Test proxy…"), this, &ProxiesPage::openTest);
    test->setObjectName(QStringLiteral("testProxyAction"));
    test->setEnabled(m_proxy.has_value());
    m_manyTests->addTo(menu);
    const auto addCopy = [&](const QString &text, const QString &name, ProxyProtocol protocol) {
        const CredentialChoice choice{CredentialFormat::Url, protocol, {}};
        QAction *copy = menu.addAction(theme().icon(Icon::Key), text, this,
                                       [this, choice] { copyCredentials(choice); });
        copy->setObjectName(name);
        copy->setEnabled(canCopyCredentials(choice));
    };
    addCopy(tr("Copy HTTP address with password"), QStringLiteral("copyHttpAction"),
            ProxyProtocol::Http);
    addCopy(tr("Copy SOCKS5 address with password"), QStringLiteral("copySocks5Action"),
            ProxyProtocol::Socks5);
    addCopyCredentialsActions(menu);
    menu.addSeparator();
}

} // namespace relaybook
