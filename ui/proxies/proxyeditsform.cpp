// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxyeditsform.h"

#include "models/text/format.h"
#include "ui/proxies/manyproxychanges.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/placebox.h"

#include <QCheckBox>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int editedCountryLength = 2;
constexpr int editsFormGap = 12;
constexpr int labelGap = 5; // of a FieldRow

} // namespace

ProxyEditsForm::ProxyEditsForm(AccountSession &account, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_account(account)
    , m_theme(theme)
{
    auto *name = new QLineEdit(this);
    name->setObjectName(QStringLiteral("nameEdit"));
    auto *limit = new UnitEdit(theme, tr("GB"), this);
    limit->setObjectName(QStringLiteral("limitEdit"));
    auto *interval = new UnitEdit(theme, tr("min"), this);
    interval->setObjectName(QStringLiteral("intervalEdit"));
    m_country = new PlaceBox(PlaceBox::Kind::Country, QStringLiteral("countryBox"), this);
    m_region = new PlaceBox(PlaceBox::Kind::Part, QStringLiteral("regionBox"), this);
    m_city = new PlaceBox(PlaceBox::Kind::Part, QStringLiteral("cityBox"), this);
    auto *behavior = new WordBox(QStringLiteral("behaviorBox"), format::knownBehaviors(), {},
                                 format::behavior, this);
    auto *rotation = new WordBox(QStringLiteral("rotationBox"),
                                 {rotateEachRequest, rotateAtInterval}, {}, rotationLabel, this);
    behavior->setEmptyText(tr("Choose a behavior"));
    rotation->setEmptyText(tr("Choose a rotation"));

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(editsFormGap);
    const auto add = [column](const QList<QWidget *> &parts) {
        auto *line = new QHBoxLayout;
        line->setSpacing(editsFormGap);
        for (QWidget *part : parts) {
            line->addWidget(part, 1, Qt::AlignTop);
        }
        column->addLayout(line);
    };
    const auto textOf = [](const QLineEdit *edit) { return [edit] { return edit->text(); }; };
    const auto placeOf = [](const PlaceBox *box) { return [box] { return box->value(); }; };
    const auto wordOf = [](const WordBox *box) { return [box] { return box->value(); }; };
    add({makeField(ProxyField::Name, name, textOf(name)),
         makeField(ProxyField::TrafficLimit, limit, textOf(limit))});
    add({makeField(ProxyField::Country, m_country, placeOf(m_country)),
         makeField(ProxyField::Region, m_region, placeOf(m_region)),
         makeField(ProxyField::City, m_city, placeOf(m_city))});
    add({makeField(ProxyField::Behavior, behavior, wordOf(behavior)),
         makeField(ProxyField::RotateType, rotation, wordOf(rotation)),
         makeField(ProxyField::RotateInterval, interval, textOf(interval))});
    m_fields.at(ProxyField::Name)
        .row->setHint(
            tr("{n} is the number of the proxy in the table: crawler-{n} gives crawler-1, "
               "crawler-2"));
    m_fields.at(ProxyField::Country)
        .row->setHint(tr("Another country clears region and city, unless you set them, too."));
    for (PlaceBox *box : {m_country, m_region, m_city}) {
        box->lineEdit()->setAccessibleName(box->accessibleName());
    }

    connect(m_country, &PlaceBox::valueEdited, this, &ProxyEditsForm::loadParts);
    for (const PlaceBox *box : {m_country, m_region, m_city}) {
        connect(box, &PlaceBox::valueEdited, this, &ProxyEditsForm::edited);
    }
    for (const QLineEdit *edit : std::initializer_list<QLineEdit *>{name, limit, interval}) {
        connect(edit, &QLineEdit::textChanged, this, &ProxyEditsForm::edited);
    }
    for (const WordBox *box : {behavior, rotation}) {
        connect(box, &QComboBox::currentIndexChanged, this, &ProxyEditsForm::edited);
    }
    loadCountries();
}

ProxyEditsForm::~ProxyEditsForm() = default;

QWidget *ProxyEditsForm::makeField(ProxyField field, QWidget *input, std::function<QString()> value)
{
    auto *part = new QWidget(this);
    auto *line = new QHBoxLayout(part);
    line->setContentsMargins(0, 0, 0, 0);
    auto *choice = new QCheckBox(part);
    choice->setObjectName(QStringLiteral("choose_") + wireName(field));
    choice->setAccessibleName(tr("Change: %1").arg(proxyFieldLabel(field)));
    choice->setToolTip(choice->accessibleName());
    auto *row = new FieldRow(m_theme, proxyFieldLabel(field), input, part);
    row->field()->setEnabled(false);
    // Beside the input, and not beside the label or the hint.
    const int labelHeight = QFontMetrics(m_theme.font(TextStyle::Caption)).height() + labelGap;
    const int lower = (input->sizeHint().height() - choice->sizeHint().height()) / 2;
    auto *beside = new QVBoxLayout;
    beside->addSpacing(labelHeight + std::max(0, lower));
    beside->addWidget(choice);
    beside->addStretch(1);
    line->addLayout(beside);
    line->addWidget(row, 1);
    connect(choice, &QCheckBox::toggled, this, [this, row](bool isChosen) {
        row->clearError();
        row->field()->setEnabled(isChosen);
        if (isChosen) {
            row->focusField();
        }
        Q_EMIT edited();
    });
    m_fields.emplace(field, Field{choice, row, std::move(value)});
    return part;
}

ProxyForm ProxyEditsForm::chosen() const
{
    ProxyForm form;
    for (const auto &[field, each] : m_fields) {
        if (each.choice->isChecked()) {
            form.emplace(field, each.value());
        }
    }
    return form;
}

void ProxyEditsForm::showProblems(const std::map<ProxyField, QString> &problems)
{
    for (const auto &[field, each] : m_fields) {
        const auto found = problems.find(field);
        each.row->setError(found == problems.end() ? QString() : found->second);
    }
    if (!problems.empty()) {
        m_fields.at(problems.begin()->first).row->focusField();
    }
}

// A list that is missing is no error: the boxes take any text.
void ProxyEditsForm::loadCountries()
{
    m_countriesCall =
        m_account.places().countries({}, this, [this](const Result<ListOf<Place>> &places) {
            if (places) {
                m_country->setPlaces(*places, *m_fields.at(ProxyField::Country).row);
            }
        });
}

void ProxyEditsForm::loadParts()
{
    const QString country = m_country->value().toUpper();
    if (country.size() != editedCountryLength || country == m_partsOf) {
        return;
    }
    m_partsOf = country;
    const auto fillBox = [this](PlaceBox *box, ProxyField field) {
        FieldRow *row = m_fields.at(field).row;
        box->setPlaces({}, *row);
        return [box, row](const Result<ListOf<Place>> &places) {
            if (places) {
                box->setPlaces(*places, *row);
            }
        };
    };
    m_regionsCall =
        m_account.places().regions(country, {}, this, fillBox(m_region, ProxyField::Region));
    m_citiesCall = m_account.places().cities(country, {}, this, fillBox(m_city, ProxyField::City));
}

} // namespace relaybook
