// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of the proxy dialog, and the lists of places for three of them.
#include "api/types/masktext.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/proxies/proxydialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"
#include "ui/widgets/placebox.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int codeLength = 2;
constexpr QLatin1String keepsAddress("keep");

} // namespace

void ProxyDialog::addRow(ProxyField field, const QString &label, QWidget *input)
{
    m_rows.emplace(field, new FieldRow(m_theme, label, input, this));
}

void ProxyDialog::buildFields()
{
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("nameEdit"));
    addRow(ProxyField::Name, tr("Name"), m_name);
    contentLayout()->addWidget(m_rows.at(ProxyField::Name));
    connect(m_name, &QLineEdit::textChanged, this, [this] { whenEdited(ProxyField::Name); });
    buildPlaces();
    buildRotation();
}

void ProxyDialog::buildPlaces()
{
    m_country = new PlaceBox(PlaceBox::Kind::Country, QStringLiteral("countryBox"), this);
    m_region = new PlaceBox(PlaceBox::Kind::Part, QStringLiteral("regionBox"), this);
    m_city = new PlaceBox(PlaceBox::Kind::Part, QStringLiteral("cityBox"), this);
    addRow(ProxyField::Country, tr("Country"), m_country);
    addRow(ProxyField::Region, tr("Region"), m_region);
    addRow(ProxyField::City, tr("City"), m_city);
    for (PlaceBox *box : {m_country, m_region, m_city}) {
        box->lineEdit()->setAccessibleName(box->accessibleName());
    }
    contentLayout()->addLayout(
        fieldsInRow({m_rows.at(ProxyField::Country), m_rows.at(ProxyField::Region),
                     m_rows.at(ProxyField::City)}));
    m_placesBanner = new Banner(m_theme, Banner::Shape::Inline, this);
    m_placesBanner->setObjectName(QStringLiteral("placesBanner"));
    m_placesBanner->setMessage(Tone::Accent, tr("The list of places could not be loaded."),
                               tr("Type the place instead."));
    auto *again = m_placesBanner->addLink(tr("Try again"), QStringLiteral("placesAgain"));
    connect(again, &QPushButton::clicked, this, [this] {
        m_placesBanner->hide();
        loadCountries();
        loadParts();
    });
    m_placesBanner->hide();
    contentLayout()->addWidget(m_placesBanner);
    connect(m_country, &PlaceBox::valueEdited, this, &ProxyDialog::whenCountryEdited);
    connect(m_region, &PlaceBox::valueEdited, this, [this] { whenEdited(ProxyField::Region); });
    connect(m_city, &PlaceBox::valueEdited, this, [this] { whenEdited(ProxyField::City); });
}

// An unknown value is shown as an empty field to type into, not as a value.
void ProxyDialog::showUnknownFields(bool unknown)
{
    const QString words = unknown ? tr("Unchanged") : QString();
    for (QLineEdit *edit :
         std::initializer_list<QLineEdit *>{m_name, m_country->lineEdit(), m_region->lineEdit(),
                                            m_city->lineEdit(), m_interval, m_limit}) {
        edit->setPlaceholderText(words);
    }
    m_behavior->setEmptyText(unknown ? tr("Unchanged") : tr("Not reported"));
    nameNoRotation();
}

// Explains an empty rotation: the proxy keeps its address, or the service did not report it.
void ProxyDialog::nameNoRotation()
{
    QString text = tr("Not reported");
    if (!isReported(m_before)) {
        text = tr("Unchanged");
    } else if (m_behavior->value() == keepsAddress) {
        text = tr("None");
    }
    m_rotation->setEmptyText(text);
}

void ProxyDialog::buildRotation()
{
    m_behavior = new WordBox(QStringLiteral("behaviorBox"),
                             {QStringLiteral("keep"), QStringLiteral("rotate")}, m_before.behavior,
                             format::behavior, this);
    m_rotation = new WordBox(QStringLiteral("rotationBox"), {rotateEachRequest, rotateAtInterval},
                             m_before.rotateType, rotationLabel, this);
    m_interval = new UnitEdit(m_theme, tr("min"), this);
    m_interval->setObjectName(QStringLiteral("intervalEdit"));
    m_limit = new UnitEdit(m_theme, tr("GB"), this);
    m_limit->setObjectName(QStringLiteral("limitEdit"));
    m_lifetime = new UnitEdit(m_theme, tr("min"), this);
    m_lifetime->setObjectName(QStringLiteral("lifetimeEdit"));
    addRow(ProxyField::Behavior, tr("Behavior"), m_behavior);
    addRow(ProxyField::RotateType, tr("Rotation"), m_rotation);
    addRow(ProxyField::RotateInterval, tr("Interval"), m_interval);
    addRow(ProxyField::TrafficLimit, tr("Traffic limit"), m_limit);
    addRow(ProxyField::Lifetime, tr("Lifetime"), m_lifetime);
    m_rows.at(ProxyField::Lifetime)
        ->setHint(tr("The service does not report it. Leave empty to keep it."));
    if (isReported(m_before) && !m_before.trafficLimit) {
        m_rows.at(ProxyField::TrafficLimit)->setHint(tr("None. A limit cannot be removed again."));
    }
    contentLayout()->addLayout(
        fieldsInRow({m_rows.at(ProxyField::Behavior), m_rows.at(ProxyField::RotateType),
                     m_rows.at(ProxyField::RotateInterval)}));
    auto *last =
        fieldsInRow({m_rows.at(ProxyField::TrafficLimit), m_rows.at(ProxyField::Lifetime)});
    last->addWidget(new QWidget(this), 1); // an empty third column, as in the rows above
    contentLayout()->addLayout(last);

    const auto edited = [this](ProxyField field) { return [this, field] { whenEdited(field); }; };
    m_lifetime->setPlaceholderText(tr("Unchanged"));
    connect(m_behavior, &QComboBox::currentIndexChanged, this, edited(ProxyField::Behavior));
    connect(m_behavior, &QComboBox::currentIndexChanged, this, &ProxyDialog::nameNoRotation);
    connect(m_rotation, &QComboBox::currentIndexChanged, this, edited(ProxyField::RotateType));
    connect(m_interval, &QLineEdit::textChanged, this, edited(ProxyField::RotateInterval));
    connect(m_limit, &QLineEdit::textChanged, this, edited(ProxyField::TrafficLimit));
    connect(m_lifetime, &QLineEdit::textChanged, this, edited(ProxyField::Lifetime));
}

void ProxyDialog::buildSummary()
{
    auto *card = new Card(m_theme, this);
    m_summary = new Label(m_theme, Role::QuietText, TextStyle::Body, card);
    m_summary->setObjectName(QStringLiteral("changesSummary"));
    m_summary->setWordWrap(true);
    card->addInsetColumn()->addWidget(m_summary);
    contentLayout()->addWidget(card);
    m_undo = new QPushButton(tr("Undo changes"), this);
    m_undo->setObjectName(QStringLiteral("undoChanges"));
    m_undo->setAccessibleName(m_undo->text());
    m_undo->setAutoDefault(false);
    addFooterWidget(m_undo);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        hideMessage();
        fill(m_before);
    });
}

ProxyForm ProxyDialog::form() const
{
    return {
        {ProxyField::Name, m_name->text()},
        {ProxyField::Country, m_country->value()},
        {ProxyField::Region, m_region->value()},
        {ProxyField::City, m_city->value()},
        {ProxyField::Behavior, m_behavior->value()},
        {ProxyField::RotateType, m_rotation->value()},
        {ProxyField::RotateInterval, m_interval->text()},
        {ProxyField::TrafficLimit, m_limit->text()},
        {ProxyField::Lifetime, m_lifetime->text()},
    };
}

void ProxyDialog::fill(const Proxy &proxy)
{
    m_filling = true;
    const ProxyForm values = formOf(proxy);
    m_name->setText(values.at(ProxyField::Name));
    m_country->setValue(values.at(ProxyField::Country));
    m_region->setValue(values.at(ProxyField::Region));
    m_city->setValue(values.at(ProxyField::City));
    m_behavior->setValue(values.at(ProxyField::Behavior));
    m_rotation->setValue(values.at(ProxyField::RotateType));
    m_interval->setText(values.at(ProxyField::RotateInterval));
    m_limit->setText(values.at(ProxyField::TrafficLimit));
    m_lifetime->clear();
    showUnknownFields(!isReported(proxy));
    m_filling = false;
    for (const auto &[field, row] : m_rows) {
        row->clearError();
        const bool isMasked = holdsMask(values.at(field));
        row->field()->setEnabled(!isMasked);
        if (isMasked) {
            row->setHint(tr("Contains a password or token, so it can't be changed here."));
        }
    }
    if (m_partsOf != proxy.country) {
        loadParts();
    }
    showChanges();
}

QString ProxyDialog::previousText(ProxyField field) const
{
    const QString was = formOf(m_before).at(field);
    if (!isReported(m_before)) {
        return tr("not known");
    }
    switch (field) {
    case ProxyField::Country:
        return m_country->labelOf(was);
    case ProxyField::Region:
    case ProxyField::City:
    case ProxyField::Name:
        return was.isEmpty() ? tr("empty") : was;
    case ProxyField::Behavior:
        return was.isEmpty() ? tr("not reported") : format::behavior(was);
    case ProxyField::RotateType:
        return !was.isEmpty()                      ? rotationLabel(was)
               : m_before.behavior == keepsAddress ? tr("none")
                                                   : tr("not reported");
    case ProxyField::RotateInterval:
        return was.isEmpty() ? tr("not reported") : tr("%1 min").arg(was);
    case ProxyField::TrafficLimit:
        return was.isEmpty() ? tr("not reported") : tr("%1 GB").arg(was);
    case ProxyField::Lifetime:
        return {};
    }
    return {};
}

void ProxyDialog::loadCountries()
{
    m_countriesCall = m_account.places().countries(
        m_before.type, this, [this](const Result<ListOf<Place>> &places) {
            if (places) {
                m_country->setPlaces(*places, *m_rows.at(ProxyField::Country));
                showChanges();
            } else {
                placesFailed(places.error());
            }
        });
}

void ProxyDialog::loadParts()
{
    m_partsOf = m_country->value().toUpper();
    if (m_partsOf.size() != codeLength) {
        return;
    }
    const auto fillBox = [this](PlaceBox *box, FieldRow *row) {
        return [this, box, row](const Result<ListOf<Place>> &places) {
            if (places) {
                box->setPlaces(*places, *row);
                showChanges();
            } else {
                placesFailed(places.error());
            }
        };
    };
    m_regionsCall = m_account.places().regions(m_partsOf, m_before.type, this,
                                               fillBox(m_region, m_rows.at(ProxyField::Region)));
    m_citiesCall = m_account.places().cities(m_partsOf, m_before.type, this,
                                             fillBox(m_city, m_rows.at(ProxyField::City)));
}

// A missing list is no error: the box accepts any text.
void ProxyDialog::placesFailed(const ApiError &error)
{
    if (error.kind != ErrorKind::NotOffered) {
        m_placesBanner->show();
        return;
    }
    m_rows.at(ProxyField::Country)->setHint(tr("A two-letter code, for example DE."));
}

} // namespace relaybook
