// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerfilterbar.h"

#include "models/format.h"
#include "ui/ledger/ledgerfiltertext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filterchip.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/plaintext.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include <array>

namespace relaybook {

namespace {

constexpr int gap = 8;
// A longer menu is no help; other products are typed into the search.
constexpr qsizetype mostProducts = 30;

QAction *addChoice(QMenu &menu, const QString &text, const QString &name, bool on)
{
    QAction *action = menu.addAction(text);
    action->setObjectName(name);
    action->setCheckable(true);
    action->setChecked(on);
    return action;
}

} // namespace

LedgerFilterBar::LedgerFilterBar(const Theme &theme, const QTimeZone &zone,
                                 std::function<Instant()> now, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_zone(zone)
    , m_now(std::move(now))
{
    setObjectName(QStringLiteral("ledgerFilterBar"));
    setAccessibleName(tr("Filters"));
    m_dates = makeChip("datesChip", tr("Date"), &LedgerFilterBar::fillDates);
    m_types = makeChip("typesChip", tr("Type"), &LedgerFilterBar::fillTypes);
    m_amount = makeChip("amountChip", tr("Amount"), &LedgerFilterBar::fillAmounts);
    m_product = makeChip("productChip", tr("Product"), &LedgerFilterBar::fillProducts);
    m_datesMenu = m_dates->findChild<QMenu *>();
    m_typesMenu = m_types->findChild<QMenu *>();
    m_amountMenu = m_amount->findChild<QMenu *>();
    m_productMenu = m_product->findChild<QMenu *>();
    m_clear = new QPushButton(tr("Clear filters"), this);
    m_clear->setObjectName(QStringLiteral("clearFilters"));
    m_clear->setAccessibleName(m_clear->text());
    m_clear->setAutoDefault(false);
    setMinimumHeight(m_clear->sizeHint().height()); // the same height with and without the button
    m_clear->hide();
    connect(m_clear, &QPushButton::clicked, this, &LedgerFilterBar::cleared);

    auto *chips = new FlowLayout(gap, gap);
    for (FilterChip *chip : {m_dates, m_types, m_amount, m_product}) {
        chips->addWidget(chip);
    }
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    row->addLayout(chips, 1);
    row->addWidget(m_clear, 0, Qt::AlignTop);

    const auto drop = [this](FilterChip *chip, auto change) {
        connect(chip, &FilterChip::cleared, this, [this, change] {
            LedgerFilter filter = m_filter;
            change(filter);
            choose(filter);
        });
    };
    drop(m_dates, [](LedgerFilter &filter) { filter.from = filter.until = std::nullopt; });
    drop(m_types, [](LedgerFilter &filter) { filter.types.clear(); });
    drop(m_amount, [](LedgerFilter &filter) {
        filter.atLeast = filter.atMost = std::nullopt;
        filter.atLeastExclusive = filter.atMostExclusive = false;
        filter.direction = LedgerDirection::Any;
    });
    drop(m_product, [](LedgerFilter &filter) { filter.product.clear(); });
}

FilterChip *LedgerFilterBar::makeChip(const char *name, const QString &text,
                                      void (LedgerFilterBar::*fill)())
{
    auto *chip = new FilterChip(m_theme, text, this);
    chip->setObjectName(QLatin1String(name));
    auto *menu = new QMenu(chip);
    menu->setObjectName(QLatin1String(name) + QStringLiteral("Menu"));
    menu->setAccessibleName(text);
    menu->setToolTipsVisible(true);
    chip->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, fill);
    return chip;
}

QDate LedgerFilterBar::today() const
{
    return dayIn(m_zone, m_now());
}

void LedgerFilterBar::setFilter(const LedgerFilter &filter, bool anythingTyped)
{
    m_filter = filter;
    showChip(m_dates, datesChip(filter, today(), m_zone), tr("Date"));
    showChip(m_types, typesChip(filter), tr("Type"));
    showChip(m_amount, amountChip(filter), tr("Amount"));
    showChip(m_product, productChip(filter, m_productNames), tr("Product"));
    if (const auto days = daysOf(filter, m_zone)) {
        m_dates->setToolTip(daysText(*days));
    } else {
        m_dates->setToolTip({});
    }
    setPlainToolTip(m_product, filter.product);
    const bool hadFocus = m_clear->hasFocus();
    m_clear->setVisible(!filter.isEmpty() || anythingTyped);
    if (hadFocus && m_clear->isHidden()) {
        m_dates->setFocus(Qt::OtherFocusReason);
    }
}

void LedgerFilterBar::setChoices(const QStringList &types, const QStringList &products,
                                 const QHash<QString, QString> &productNames)
{
    m_typeChoices = types;
    m_productChoices = products;
    m_productNames = productNames;
    showChip(m_product, productChip(m_filter, m_productNames), tr("Product"));
}

void LedgerFilterBar::showChip(FilterChip *chip, const QString &active, const QString &idle)
{
    chip->setText(active.isEmpty() ? idle : plainLine(active));
    chip->setAccessibleName(active.isEmpty() ? idle : tr("%1: %2").arg(idle, active));
    chip->setActive(!active.isEmpty());
}

void LedgerFilterBar::choose(const LedgerFilter &filter)
{
    Q_EMIT filterChosen(filter);
}

void LedgerFilterBar::fillDates()
{
    m_datesMenu->clear();
    const auto days = daysOf(m_filter, m_zone);
    for (const LedgerDates dates : allLedgerDates) {
        const DayRange range = daysOf(dates, today());
        QAction *action = addChoice(
            *m_datesMenu,
            tr("%1\t%2", "a name and its dates").arg(datesName(dates), daysText(range)),
            QStringLiteral("dates%1").arg(static_cast<int>(dates)), days && *days == range);
        connect(action, &QAction::triggered, this, [this, range] {
            LedgerFilter filter = m_filter;
            setDays(filter, range, m_zone);
            choose(filter);
        });
    }
    m_datesMenu->addSeparator();
    QAction *other = m_datesMenu->addAction(tr("Other dates…"));
    other->setObjectName(QStringLiteral("otherDates"));
    connect(other, &QAction::triggered, this, &LedgerFilterBar::datesWanted);
}

void LedgerFilterBar::fillTypes()
{
    m_typesMenu->clear();
    QStringList types = m_typeChoices;
    for (const QString &type : std::as_const(m_filter.types)) {
        if (!types.contains(type, Qt::CaseInsensitive)) {
            types.append(type);
        }
    }
    for (const QString &type : std::as_const(types)) {
        QAction *action =
            addChoice(*m_typesMenu, format::typeName(type), QStringLiteral("type-") + type,
                      m_filter.types.contains(type, Qt::CaseInsensitive));
        setPlainText(action, format::typeName(type));
        connect(action, &QAction::triggered, this, [this, type](bool on) { toggleType(type, on); });
    }
    if (types.isEmpty()) {
        m_typesMenu->addAction(tr("No transactions are stored yet"))->setEnabled(false);
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
    m_amountMenu->clear();
    const std::pair<LedgerDirection, QString> directions[] = {
        {LedgerDirection::Any, tr("In and out")},
        {LedgerDirection::In, tr("Money in")},
        {LedgerDirection::Out, tr("Money out")},
    };
    for (const auto &[direction, text] : directions) {
        QAction *action = addChoice(*m_amountMenu, text,
                                    QStringLiteral("direction%1").arg(static_cast<int>(direction)),
                                    m_filter.direction == direction);
        connect(action, &QAction::triggered, this, [this, direction = direction] {
            LedgerFilter filter = m_filter;
            filter.direction = direction;
            choose(filter);
        });
    }
    m_amountMenu->addSeparator();
    constexpr std::array<qint64, 4> limits{10, 50, 100, 1000};
    for (const qint64 dollars : limits) {
        const Money limit = Money::fromCents(dollars * 100);
        const bool on = m_filter.atLeast == limit && m_filter.atLeastExclusive && !m_filter.atMost;
        QAction *action =
            addChoice(*m_amountMenu, tr("Over %1").arg(QStringLiteral("$%1").arg(dollars)),
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
    m_amountMenu->addSeparator();
    QAction *other = m_amountMenu->addAction(tr("Other amounts…"));
    other->setObjectName(QStringLiteral("otherAmounts"));
    connect(other, &QAction::triggered, this, &LedgerFilterBar::amountWanted);
}

void LedgerFilterBar::fillProducts()
{
    m_productMenu->clear();
    QStringList products = m_productChoices.mid(0, mostProducts);
    if (!m_filter.product.isEmpty() && !products.contains(m_filter.product)) {
        products.prepend(m_filter.product);
    }
    for (const QString &product : std::as_const(products)) {
        const QString shown = format::product(product, m_productNames.value(product));
        QAction *action = addChoice(*m_productMenu, shown, QStringLiteral("product-") + product,
                                    product == m_filter.product);
        setPlainText(action, shown);
        connect(action, &QAction::triggered, this, [this, product] {
            LedgerFilter filter = m_filter;
            filter.product = product;
            choose(filter);
        });
    }
    if (products.isEmpty()) {
        m_productMenu->addAction(tr("No stored transaction has a product"))->setEnabled(false);
    }
    if (m_productChoices.size() > mostProducts) {
        m_productMenu->addSeparator();
        QAction *other =
            m_productMenu->addAction(tr("%n more: enter product: in the search field", nullptr,
                                        static_cast<int>(m_productChoices.size() - mostProducts)));
        other->setObjectName(QStringLiteral("otherProducts"));
        connect(other, &QAction::triggered, this, &LedgerFilterBar::productWanted);
    }
}

} // namespace relaybook
