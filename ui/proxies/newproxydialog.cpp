// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/newproxydialog.h"

#include "api/types/masktext.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/base/orderconfirm.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"
#include "ui/widgets/placebox.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int newProxySheetWidth = 640;
constexpr int newProxyConfirmWidth = 560;
constexpr int countryCodeLength = 2;
constexpr qsizetype longestProxyName = 255;

QString nameOfClone(const QString &name)
{
    return name.isEmpty() ? QString()
                          : NewProxyDialog::tr("%1 copy", "name of a cloned proxy")
                                .arg(name)
                                .left(longestProxyName);
}

} // namespace

NewProxyDialog::NewProxyDialog(const PageContext &context, const Proxy &like, QWidget *parent)
    : ConfirmedDialog(context, TokenKind::Personal, context.account.creating(), parent)
    , m_like(like)
{
    setObjectName(QStringLiteral("newProxyDialog"));
    setForm(makeForm());
    fill();
    m_filled = form();
    goTo(Step::Form);
    showProblem();
    loadCountries();
    loadParts();
}

NewProxyDialog::~NewProxyDialog() = default;

void NewProxyDialog::addRow(ProxyField field, const QString &label, QWidget *input)
{
    m_rows.emplace(field, new FieldRow(theme(), label, input, this));
}

QWidget *NewProxyDialog::makeForm()
{
    auto *all = new QWidget(this);
    auto *column = new QVBoxLayout(all);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("nameEdit"));
    m_type = new WordBox(QStringLiteral("typeBox"), format::knownProxyTypes(), m_like.type,
                         format::proxyType, this);
    m_country = new PlaceBox(PlaceBox::Kind::Country, QStringLiteral("countryBox"), this);
    m_region = new PlaceBox(PlaceBox::Kind::Part, QStringLiteral("regionBox"), this);
    m_city = new PlaceBox(PlaceBox::Kind::Part, QStringLiteral("cityBox"), this);
    m_behavior = new WordBox(QStringLiteral("behaviorBox"), format::knownBehaviors(),
                             m_like.behavior, format::behavior, this);
    m_rotation = new WordBox(QStringLiteral("rotationBox"), {rotateEachRequest, rotateAtInterval},
                             m_like.rotateType, rotationLabel, this);
    m_interval = new UnitEdit(theme(), tr("min"), this);
    m_interval->setObjectName(QStringLiteral("intervalEdit"));
    m_limit = new UnitEdit(theme(), tr("GB"), this);
    m_limit->setObjectName(QStringLiteral("limitEdit"));
    m_typeRow = new FieldRow(theme(), tr("Type"), m_type, this);
    addRow(ProxyField::Name, tr("Name"), m_name);
    addRow(ProxyField::Country, tr("Country"), m_country);
    addRow(ProxyField::Region, tr("Region"), m_region);
    addRow(ProxyField::City, tr("City"), m_city);
    addRow(ProxyField::Behavior, tr("Behavior"), m_behavior);
    addRow(ProxyField::RotateType, tr("Rotation"), m_rotation);
    addRow(ProxyField::RotateInterval, tr("Interval"), m_interval);
    addRow(ProxyField::TrafficLimit, tr("Traffic limit"), m_limit);
    for (PlaceBox *box : {m_country, m_region, m_city}) {
        box->lineEdit()->setAccessibleName(box->accessibleName());
    }
    m_type->setEmptyText(tr("Choose a type"));
    m_behavior->setEmptyText(tr("Choose a behavior"));
    m_rotation->setEmptyText(tr("As the service decides"));
    const auto add = [column](const QList<FieldRow *> &rows) {
        column->addLayout(fieldsInRow(rows));
    };
    add({m_rows.at(ProxyField::Name), m_typeRow, m_rows.at(ProxyField::TrafficLimit)});
    add({m_rows.at(ProxyField::Country), m_rows.at(ProxyField::Region),
         m_rows.at(ProxyField::City)});
    add({m_rows.at(ProxyField::Behavior), m_rows.at(ProxyField::RotateType),
         m_rows.at(ProxyField::RotateInterval)});
    auto *card = new Card(theme(), this);
    auto *cost = new Label(theme(), Role::QuietText, TextStyle::Body,
                           tr("Creating a proxy may cost money or traffic. The service does not "
                              "tell how much before. It is sent once, and never repeated."),
                           card);
    cost->setObjectName(QStringLiteral("costNote"));
    cost->setWordWrap(true);
    card->addInsetColumn()->addWidget(cost);
    column->addWidget(card);
    const auto clears = [this](ProxyField field) {
        return [row = m_rows.at(field)] { row->clearError(); };
    };
    connect(m_name, &QLineEdit::textChanged, this, clears(ProxyField::Name));
    connect(m_type, &QComboBox::currentIndexChanged, this, [this] {
        m_typeRow->clearError();
        m_partsOf.clear(); // the places depend on the type
        loadCountries();
        loadParts();
    });
    connect(m_country, &PlaceBox::valueEdited, this, [this] {
        m_rows.at(ProxyField::Country)->clearError();
        const QString country = m_country->value().toUpper();
        if (country != m_partsOf && country.size() == countryCodeLength) {
            m_region->setPlaces({}, *m_rows.at(ProxyField::Region));
            m_region->setValue({});
            m_city->setPlaces({}, *m_rows.at(ProxyField::City));
            m_city->setValue({});
            loadParts();
        }
    });
    connect(m_region, &PlaceBox::valueEdited, this, clears(ProxyField::Region));
    connect(m_city, &PlaceBox::valueEdited, this, clears(ProxyField::City));
    connect(m_behavior, &QComboBox::currentIndexChanged, this, clears(ProxyField::Behavior));
    connect(m_rotation, &QComboBox::currentIndexChanged, this, [this] {
        m_rows.at(ProxyField::RotateType)->clearError();
        m_rows.at(ProxyField::RotateInterval)->setEnabled(m_rotation->value() == rotateAtInterval);
    });
    connect(m_interval, &QLineEdit::textChanged, this, clears(ProxyField::RotateInterval));
    connect(m_limit, &QLineEdit::textChanged, this, clears(ProxyField::TrafficLimit));
    return all;
}

void NewProxyDialog::fill()
{
    const auto known = [](const QString &value) { return holdsMask(value) ? QString() : value; };
    ProxyForm values = formOf(m_like);
    for (auto &[field, value] : values) {
        value = known(value);
    }
    const QString name = values.at(ProxyField::Name);
    m_name->setText(isReported(m_like) ? nameOfClone(name) : name);
    m_type->setValue(known(m_like.type));
    m_country->setValue(values.at(ProxyField::Country));
    m_region->setValue(values.at(ProxyField::Region));
    m_city->setValue(values.at(ProxyField::City));
    m_behavior->setValue(values.at(ProxyField::Behavior));
    m_rotation->setValue(values.at(ProxyField::RotateType));
    m_interval->setText(values.at(ProxyField::RotateInterval));
    m_limit->setText(values.at(ProxyField::TrafficLimit));
    m_rows.at(ProxyField::RotateInterval)->setEnabled(m_rotation->value() == rotateAtInterval);
}

ProxyForm NewProxyDialog::form() const
{
    const bool hasInterval = m_rotation->value() == rotateAtInterval;
    return {{ProxyField::Name, m_name->text()},
            {ProxyField::Country, m_country->value()},
            {ProxyField::Region, m_region->value()},
            {ProxyField::City, m_city->value()},
            {ProxyField::Behavior, m_behavior->value()},
            {ProxyField::RotateType, m_rotation->value()},
            {ProxyField::RotateInterval, hasInterval ? m_interval->text() : QString()},
            {ProxyField::TrafficLimit, m_limit->text()},
            {ProxyField::Lifetime, QString()}};
}

bool NewProxyDialog::isDirty() const
{
    return !m_isSent && (form() != m_filled || m_type->value() != m_like.type);
}

NewProxy NewProxyDialog::wanted(const ProxyReading &reading) const
{
    NewProxy wanted{m_type->value(), m_country->value(), m_behavior->value(), reading.edit};
    // Country and behavior have their own fields in the request, so they are not sent as options
    // too.
    wanted.country = reading.edit.country.value_or(wanted.country);
    wanted.options.country.reset();
    wanted.options.behavior.reset();
    return wanted;
}

// ---- places: a list that is missing is no error, the boxes take any text

void NewProxyDialog::loadCountries()
{
    m_countriesCall = account().places().countries(
        m_type->value(), this, [this](const Result<ListOf<Place>> &places) {
            if (places) {
                m_country->setPlaces(*places, *m_rows.at(ProxyField::Country));
            } else {
                m_rows.at(ProxyField::Country)->setHint(tr("A two-letter code, for example DE."));
            }
        });
}

void NewProxyDialog::loadParts()
{
    const QString country = m_country->value().toUpper();
    if (country.size() != countryCodeLength) {
        return;
    }
    m_partsOf = country;
    const auto fillBox = [](PlaceBox *box, FieldRow *row) {
        return [box, row](const Result<ListOf<Place>> &places) {
            if (places) {
                box->setPlaces(*places, *row);
            }
        };
    };
    const QString type = m_type->value();
    m_regionsCall = account().places().regions(country, type, this,
                                               fillBox(m_region, m_rows.at(ProxyField::Region)));
    m_citiesCall = account().places().cities(country, type, this,
                                             fillBox(m_city, m_rows.at(ProxyField::City)));
}

// ---- sending

bool NewProxyDialog::checkFields(const ProxyReading &reading)
{
    QWidget *first = nullptr;
    const auto refuse = [&first](FieldRow *row, const QString &words) {
        row->setError(words);
        first = first != nullptr ? first : row->field();
    };
    if (m_type->value().isEmpty()) {
        refuse(m_typeRow, tr("Choose a type."));
    }
    if (m_country->value().trimmed().isEmpty()) {
        refuse(m_rows.at(ProxyField::Country), tr("Choose a country."));
    }
    if (m_behavior->value().isEmpty()) {
        refuse(m_rows.at(ProxyField::Behavior), tr("Choose a behavior."));
    }
    for (const auto &[field, words] : reading.problems) {
        if (const auto row = m_rows.find(field); row != m_rows.end()) {
            refuse(row->second, words);
        }
    }
    if (first != nullptr) {
        first->setFocus();
    }
    return first == nullptr;
}

ConfirmedDialog::Texts NewProxyDialog::formTexts() const
{
    const bool isClone = isReported(m_like);
    const QString like = m_like.name.isEmpty() ? m_like.id.value() : privateText(m_like.name);
    return {isClone ? tr("Clone proxy") : tr("New proxy"),
            isClone ? tr("With the values of %1").arg(isolated(like)) : QString(),
            tr("Create proxy")};
}

ConfirmedDialog::Texts NewProxyDialog::confirmTexts() const
{
    return {tr("Create this proxy?"),
            tr("This order will be sent once. It is stored on this computer first."),
            tr("Create proxy")};
}

int NewProxyDialog::widthOf(Step step) const
{
    return step == Step::Form ? newProxySheetWidth : newProxyConfirmWidth;
}

void NewProxyDialog::whenShown(Step step)
{
    if (step == Step::Form) {
        m_wanted.reset();
        m_name->setFocus();
        m_name->selectAll();
    }
}

void NewProxyDialog::showTextsAgain()
{
    if (step() == Step::Confirm && m_wanted) {
        confirmPart().setRows(confirmRows());
    }
}

void NewProxyDialog::prepare()
{
    m_typeRow->clearError();
    for (const auto &[field, row] : m_rows) {
        row->clearError();
    }
    const ProxyReading reading = readForm(Proxy(), form());
    const bool isFine = checkFields(reading);
    fail(); // back to Editing: of the next step or of this one
    if (isFine) {
        hideMessage();
        m_wanted = wanted(reading);
        confirmPart().setRows(confirmRows());
        goTo(Step::Confirm);
    }
}

QList<RowList::Row> NewProxyDialog::confirmRows() const
{
    const RealTexts shown(areAmountsShown(*this));
    QList<RowList::Row> rows{
        {tr("Type"), format::proxyType(m_wanted->type), Tone::Neutral, false, true}};
    // What is sent, and not what was typed: a country by its name may be sent as a code.
    const auto add = [this, &rows](ProxyField field, const QString &text) {
        if (!text.isEmpty()) {
            rows.append({m_rows.at(field)->field()->accessibleName(), text});
        }
    };
    const ProxyEdit &options = m_wanted->options;
    Proxy rotated;
    rotated.rotateType = options.rotateType.value_or(QString());
    rotated.rotateIntervalMinutes = options.rotateIntervalMinutes;
    add(ProxyField::Name, privateText(options.name.value_or(QString())));
    add(ProxyField::Country, m_country->labelOf(m_wanted->country));
    add(ProxyField::Region, m_region->labelOf(options.region.value_or(QString())));
    add(ProxyField::City, m_city->labelOf(options.city.value_or(QString())));
    add(ProxyField::Behavior, format::behavior(m_wanted->behavior));
    add(ProxyField::RotateType, options.rotateType ? format::rotation(rotated) : QString());
    add(ProxyField::TrafficLimit,
        options.trafficLimit ? format::trafficExact(*options.trafficLimit) : QString());
    rows.append(
        {tr("Cost"), tr("the service does not say in advance; it may cost money or traffic")});
    if (const auto &balance = account().summary().balance) {
        rows.append({tr("Balance"), format::money(*balance, format::Sign::WhereNegative,
                                                  account().summary().currency)});
    }
    return rows;
}

void NewProxyDialog::send()
{
    if (!m_wanted) {
        fail();
        goTo(Step::Form);
        return;
    }
    beginSending();
    m_orderId = account().creating().create(
        *m_wanted, this, [this](const Result<ProxyOrder> &result) { whenEnded(result); });
}

QStringList NewProxyDialog::orders() const
{
    return m_orderId.isEmpty() ? QStringList() : QStringList{m_orderId};
}

void NewProxyDialog::reject()
{
    ConfirmedDialog::reject();
    if (!isVisible()) {
        m_orderId.clear(); // from here on the window tells the result
    }
}

// A sent request cannot be cancelled; the window then tells its result.
void NewProxyDialog::stopSubmit()
{
    if (account().creating().withdraw(m_orderId)) {
        goTo(Step::Form);
        return;
    }
    m_isSent = true;
    showMessage(Tone::Warning, tr("The proxy was already ordered."),
                tr("The service may create it. You can close this: the window shows the result."));
    closeOnly();
}

void NewProxyDialog::whenEnded(const Result<ProxyOrder> &result)
{
    if (state() == State::Submitting && (!result || result->state != OrderState::Completed)) {
        fail();
    }
    if (!result) {
        goTo(Step::Form);
        const bool isBusy = account().creating().open() != nullptr;
        if (isBusy) {
            showMessage(Tone::Warning, tr("The result of an earlier creation is not known yet."),
                        tr("Nothing was sent. Resolve the earlier one first: the Activity page "
                           "shows it."));
        } else {
            showError(result.error());
        }
        return;
    }
    if (result->state == OrderState::Completed) {
        m_isSent = true;
        Q_EMIT proxyCreated(result->proxy);
        if (state() == State::Submitting) {
            succeed();
        } else { // the user stopped waiting
            showMessage(Tone::Good, tr("The proxy was created."), {});
            closeOnly();
        }
    } else if (result->state == OrderState::Unknown) {
        m_isSent = true;
        done(Rejected);
        Q_EMIT resultUnknown(result->id);
    } else {
        refused(result->error.value_or(ApiError()));
    }
}

void NewProxyDialog::refused(const ApiError &error)
{
    goTo(Step::Form);
    if (error.kind == ErrorKind::Validation && showFieldErrors(error)) {
        return;
    }
    if (error.kind == ErrorKind::NotOffered) {
        showMessage(Tone::Accent, tr("This service does not create proxies."),
                    tr("Nothing was created. Create the proxy in the panel of the service."));
        closeOnly();
        m_isSent = true;
        return;
    }
    showError(error);
}

// Returns false if a part of the error belongs to no input and must be shown above all of them.
bool NewProxyDialog::showFieldErrors(const ApiError &error)
{
    bool all = !error.fields.empty();
    FieldRow *first = nullptr;
    for (const FieldError &wrong : error.fields) {
        const auto field = fieldOfWireName(wrong.field);
        const auto found = field ? m_rows.find(*field) : m_rows.end();
        FieldRow *row = wrong.field == QLatin1String("type") ? m_typeRow
                        : found != m_rows.end()              ? found->second
                                                             : nullptr;
        if (row == nullptr) {
            all = false;
            continue;
        }
        const QString words =
            wrong.message.isEmpty() ? serviceText(error) : privateText(wrong.message);
        row->setError(tr("The service says: %1").arg(words));
        first = first != nullptr ? first : row;
    }
    if (first != nullptr) {
        first->field()->setFocus();
    }
    return all;
}

} // namespace relaybook
