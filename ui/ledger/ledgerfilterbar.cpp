// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerfilterbar.h"

#include "models/text/format.h"
#include "ui/ledger/ledgerfiltertext.h"
#include "ui/widgets/filterchip.h"
#include "ui/widgets/plaintext.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <array>
#include <utility>

namespace relaybook {

namespace {

// A longer menu would be hard to use. The user can type other products into the search.
constexpr qsizetype mostProducts = 30;
constexpr qsizetype longestProduct = 24;

} // namespace

LedgerFilterBar::LedgerFilterBar(const Theme &theme, const QTimeZone &zone,
                                 std::function<Instant()> now, QWidget *parent)
    : FilterBar(theme, QStringLiteral("ledgerFilterBar"), parent)
    , m_zone(zone)
    , m_now(std::move(now))
    , m_dates(makeChip("datesChip", tr("Date"), &LedgerFilterBar::fillDates))
    , m_types(makeChip("typesChip", tr("Type"), &LedgerFilterBar::fillTypes))
    , m_amount(makeChip("amountChip", tr("Amount"), &LedgerFilterBar::fillAmounts))
    , m_product(makeChip("productChip", tr("Product"), &LedgerFilterBar::fillProducts))
{
    dropWhenCleared(m_dates,
                    [](LedgerFilter &filter) { filter.from = filter.until = std::nullopt; });
    dropWhenCleared(m_types, [](LedgerFilter &filter) { filter.types.clear(); });
    dropWhenCleared(m_amount, [](LedgerFilter &filter) {
        filter.atLeast = filter.atMost = std::nullopt;
        filter.atLeastExclusive = filter.atMostExclusive = false;
        filter.direction = LedgerDirection::Any;
    });
    dropWhenCleared(m_product, [](LedgerFilter &filter) { filter.product.clear(); });
}

LedgerFilterBar::Chip LedgerFilterBar::makeChip(const char *name, const QString &title,
                                                void (LedgerFilterBar::*fill)())
{
    Chip chip = addChip(QLatin1String(name), title);
    connect(chip.menu, &QMenu::aboutToShow, this, fill);
    return chip;
}

void LedgerFilterBar::dropWhenCleared(const Chip &chip, void (*change)(LedgerFilter &))
{
    connect(chip.button, &FilterChip::cleared, this, [this, change] {
        LedgerFilter filter = m_filter;
        change(filter);
        choose(filter);
    });
}

QDate LedgerFilterBar::today() const
{
    return dayIn(m_zone, m_now());
}

void LedgerFilterBar::setFilter(const LedgerFilter &filter, bool anythingTyped)
{
    m_filter = filter;
    showChip(m_dates, datesChip(filter, today(), m_zone));
    showChip(m_types, typesChip(filter));
    showChip(m_amount, amountChip(filter));
    showChip(m_product, productChip(filter, m_productNames), longestProduct);
    const auto days = daysOf(filter, m_zone);
    m_dates.button->setToolTip(days ? daysText(*days) : QString());
    setPlainToolTip(m_product.button, filter.product);
    setClearShown(!filter.isEmpty() || anythingTyped);
}

void LedgerFilterBar::setChoices(const QStringList &types, const QStringList &products,
                                 const QHash<QString, QString> &productNames)
{
    const bool hadTypes = !m_typeChoices.isEmpty();
    const bool hadProducts = !m_productChoices.isEmpty();
    m_areChoicesKnown = true;
    m_typeChoices = types;
    m_productChoices = products;
    m_productNames = productNames;
    // An open menu keeps its entries, because they would move under the mouse.
    if (!hadTypes && m_types.menu->isVisible()) {
        fillTypes();
        m_types.button->placeMenuAgain();
    }
    if (!hadProducts && m_product.menu->isVisible()) {
        fillProducts();
        m_product.button->placeMenuAgain();
    }
    showChip(m_product, productChip(m_filter, m_productNames), longestProduct);
}

void LedgerFilterBar::choose(const LedgerFilter &filter)
{
    Q_EMIT filterChosen(filter);
}

void LedgerFilterBar::fillDates()
{
    m_dates.menu->clear();
    const auto days = daysOf(m_filter, m_zone);
    for (const LedgerDates dates : allLedgerDates) {
        const DayRange range = daysOf(dates, today());
        QAction *action = addChoice(*m_dates.menu, datesName(dates), daysText(range),
                                    QStringLiteral("dates%1").arg(static_cast<int>(dates)),
                                    days && *days == range);
        connect(action, &QAction::triggered, this, [this, range] {
            LedgerFilter filter = m_filter;
            setDays(filter, range, m_zone);
            choose(filter);
        });
    }
    m_dates.menu->addSeparator();
    QAction *other = m_dates.menu->addAction(tr("Other dates…"));
    other->setObjectName(QStringLiteral("otherDates"));
    connect(other, &QAction::triggered, this, &LedgerFilterBar::datesWanted);
}

void LedgerFilterBar::fillTypes()
{
    m_types.menu->clear();
    QStringList types = m_typeChoices;
    for (const QString &type : std::as_const(m_filter.types)) {
        if (!types.contains(type, Qt::CaseInsensitive)) {
            types.append(type);
        }
    }
    for (const QString &type : std::as_const(types)) {
        QAction *action =
            addChoice(*m_types.menu, format::typeName(type), {}, QStringLiteral("type-") + type,
                      m_filter.types.contains(type, Qt::CaseInsensitive));
        connect(action, &QAction::triggered, this, [this, type](bool on) { toggleType(type, on); });
    }
    if (!m_areChoicesKnown) {
        addRemark(*m_types.menu, tr("Loading…"));
    } else if (types.isEmpty()) {
        addRemark(*m_types.menu, tr("No transactions are stored yet"));
    }
}

void LedgerFilterBar::toggleType(const QString &type, bool on)
{
    LedgerFilter filter = m_filter;
    if (on) {
        filter.types.append(type);
    } else {
        filter.types.removeIf(
            [&type](const QString &each) { return each.compare(type, Qt::CaseInsensitive) == 0; });
    }
    choose(filter);
}

void LedgerFilterBar::fillAmounts()
{
    m_amount.menu->clear();
    const std::pair<LedgerDirection, QString> directions[] = {
        {LedgerDirection::Any, tr("In and out")},
        {LedgerDirection::In, tr("Money in")},
        {LedgerDirection::Out, tr("Money out")},
    };
    for (const auto &[direction, text] : directions) {
        QAction *action = addChoice(*m_amount.menu, text, {},
                                    QStringLiteral("direction%1").arg(static_cast<int>(direction)),
                                    m_filter.direction == direction);
        connect(action, &QAction::triggered, this, [this, direction = direction] {
            LedgerFilter filter = m_filter;
            filter.direction = direction;
            choose(filter);
        });
    }
    m_amount.menu->addSeparator();
    constexpr std::array<qint64, 4> limits{10, 50, 100, 1000};
    for (const qint64 dollars : limits) {
        const Money limit = Money::fromCents(dollars * 100);
        const bool on = m_filter.atLeast == limit && m_filter.atLeastExclusive && !m_filter.atMost;
        QAction *action =
            addChoice(*m_amount.menu, tr("Over %1").arg(QStringLiteral("$%1").arg(dollars)), {},
                      QStringLiteral("over%1").arg(dollars), on);
        connect(action, &QAction::triggered, this, [this, limit] {
            LedgerFilter filter = m_filter;
            filter.atLeast = limit;
            filter.atLeastExclusive = true;
            filter.atMost.reset();
            filter.atMostExclusive = false;
            choose(filter);
        });
    }
    m_amount.menu->addSeparator();
    QAction *other = m_amount.menu->addAction(tr("Other amounts…"));
    other->setObjectName(QStringLiteral("otherAmounts"));
    connect(other, &QAction::triggered, this, &LedgerFilterBar::amountWanted);
}

void LedgerFilterBar::fillProducts()
{
    m_product.menu->clear();
    QStringList products = m_productChoices.mid(0, mostProducts);
    const auto isChosen = [this](const QString &product) { // by its id or its name
        return product == m_filter.product ||
               (!m_filter.product.isEmpty() &&
                m_productNames.value(product).compare(m_filter.product, Qt::CaseInsensitive) == 0);
    };
    if (!m_filter.product.isEmpty() && std::none_of(products.begin(), products.end(), isChosen)) {
        products.prepend(m_filter.product);
    }
    for (const QString &product : std::as_const(products)) {
        QAction *action = addChoice(*m_product.menu, productText(product, m_productNames), {},
                                    QStringLiteral("product-") + product, isChosen(product));
        connect(action, &QAction::triggered, this, [this, product] {
            LedgerFilter filter = m_filter;
            filter.product = product;
            choose(filter);
        });
    }
    if (!m_areChoicesKnown) {
        addRemark(*m_product.menu, tr("Loading…"));
    } else if (products.isEmpty()) {
        addRemark(*m_product.menu, tr("No stored transaction has a product"));
    }
    if (m_productChoices.size() > mostProducts) {
        m_product.menu->addSeparator();
        QAction *other = m_product.menu->addAction(
            tr("%1 more: enter product: in the search field", nullptr,
               static_cast<int>(m_productChoices.size() - mostProducts))
                .arg(format::count(m_productChoices.size() - mostProducts)));
        other->setObjectName(QStringLiteral("otherProducts"));
        connect(other, &QAction::triggered, this, &LedgerFilterBar::productWanted);
    }
}

} // namespace relaybook
