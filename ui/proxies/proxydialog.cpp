// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxydialog.h"

#include "models/account/addedrows.h"
#include "models/sync/serviceoffer.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"
#include "ui/widgets/placebox.h"

#include <QLineEdit>
#include <QPushButton>

namespace relaybook {

namespace {

constexpr int proxySheetWidth = 640;

// Whether the proxy now has the edited values. No answer contains the lifetime.
bool isTaken(const ProxyEdit &edit, const Proxy &now)
{
    const auto same = [](const auto &wanted, const auto &found) {
        return !wanted || *wanted == found;
    };
    return same(edit.name, now.name) && same(edit.country, now.country) &&
           same(edit.region, now.region) && same(edit.city, now.city) &&
           same(edit.behavior, now.behavior) && same(edit.rotateType, now.rotateType) &&
           same(edit.rotateIntervalMinutes, now.rotateIntervalMinutes) &&
           same(edit.trafficLimit, now.trafficLimit);
}

} // namespace

ProxyDialog::ProxyDialog(const PageContext &context, const Proxy &proxy, QWidget *parent)
    : ActionDialog(context.theme, tr("Edit proxy"), TokenKind::Personal, parent)
    , m_account(context.account)
    , m_theme(context.theme)
    , m_before(proxy)
{
    setObjectName(QStringLiteral("proxyDialog"));
    const QString name =
        isolated(proxy.name.isEmpty() ? proxy.id.value() : privateText(proxy.name));
    setSubtitle(proxy.type.isEmpty()
                    ? name
                    : tr("%1 · %2").arg(name, isolated(format::proxyType(proxy.type))));
    setSheetWidth(proxySheetWidth);
    setSubmitText(tr("Save"), tr("Saving…"));
    buildFields();
    buildSummary();
    fill(proxy);
    m_name->setFocus();
    m_name->selectAll();
    loadCountries();
    loadParts();
}

ProxyDialog::~ProxyDialog() = default;

void ProxyDialog::whenEdited(ProxyField field)
{
    if (m_filling) {
        return;
    }
    m_rows.at(field)->clearError();
    showChanges();
}

// Regions and cities belong to a country: another country clears them, and the original country
// restores their values.
void ProxyDialog::whenCountryEdited()
{
    if (m_filling) {
        return;
    }
    const QString country = m_country->value().toUpper();
    if (country != m_partsOf && country.size() == 2) {
        const bool back = country == m_before.country;
        m_region->setPlaces({}, *m_rows.at(ProxyField::Region));
        m_city->setPlaces({}, *m_rows.at(ProxyField::City));
        m_region->setValue(back ? m_before.region : QString());
        m_city->setValue(back ? m_before.city : QString());
        loadParts();
    }
    whenEdited(ProxyField::Country);
}

void ProxyDialog::showChanges()
{
    m_reading = readForm(m_before, form());
    const bool interval = m_rotation->value() != rotateEachRequest;
    m_rows.at(ProxyField::RotateInterval)->setEnabled(interval);
    QStringList names;
    for (const ProxyField field : proxyFields()) {
        const bool changed = std::find(m_reading.changed.begin(), m_reading.changed.end(), field) !=
                             m_reading.changed.end();
        m_rows.at(field)->setPrevious(changed ? previousText(field) : QString());
        if (changed) {
            names.append(wireName(field));
        }
    }
    m_summary->setText(names.isEmpty()
                           ? (isReported(m_before)
                                  ? tr("Nothing is changed yet. Only what you change is sent.")
                                  : tr("The current values of this proxy are not known. Fill in "
                                       "only what you want to change; the rest stays as it is."))
                           : tr("%1 changes will be sent: %2", nullptr, int(names.size()))
                                 .arg(format::count(names.size()))
                                 .arg(names.join(QStringLiteral(", "))));
    m_undo->setEnabled(!names.isEmpty());
    submitButton()->setEnabled(!names.isEmpty() && !m_gone);
}

bool ProxyDialog::isDirty() const
{
    return !m_gone && !m_reading.changed.empty();
}

void ProxyDialog::startSubmit()
{
    for (const auto &[field, row] : m_rows) {
        row->clearError();
    }
    m_reading = readForm(m_before, form());
    if (!m_reading.problems.empty()) {
        fail();
        for (const auto &[field, words] : m_reading.problems) {
            m_rows.at(field)->setError(words);
        }
        m_rows.at(m_reading.problems.begin()->first)->field()->setFocus();
        return;
    }
    m_sent = m_reading.edit;
    // A refresh may have stored newer values than the dialog was opened with.
    m_replaced = m_account.rows().proxy(m_before.id).value_or(m_before);
    m_save = m_account.actions().saveProxy(m_before.id, m_sent, this,
                                           [this](const Result<ProxySaved> &answer) {
                                               if (answer) {
                                                   whenSaved(*answer);
                                               } else {
                                                   refused(answer.error());
                                               }
                                           });
}

void ProxyDialog::stopSubmit()
{
    if (!m_save.withdraw()) {
        sayOnItsWay();
        offerToLook();
    }
}

void ProxyDialog::whenSaved(const ProxySaved &saved)
{
    const auto asked = qsizetype(m_reading.changed.size());
    const qsizetype leftOut = saved.leftOut.size();
    Q_EMIT proxySaved(m_replaced, m_sent, saved.now);
    m_before = saved.now;
    if (saved.leftOut.isEmpty()) {
        succeed();
        return;
    }
    // Saved, but not as requested: the dialog stays open and shows what the service has now.
    fail();
    fill(saved.now);
    showMessage(Tone::Warning,
                asked == leftOut ? tr("The service did not apply your changes.")
                                 : tr("The service did not apply some of your changes."),
                tr("Not applied: %1. The fields show the current values.")
                    .arg(saved.leftOut.join(QStringLiteral(", "))));
    nothingLeftToSave();
}

void ProxyDialog::refused(const ApiError &error)
{
    if (error.kind == ErrorKind::NotFound) {
        gone(error);
        return;
    }
    fail();
    if (error.kind == ErrorKind::Validation && showFieldErrors(error)) {
        return;
    }
    showError(error);
    if (error.mayHaveHappened) {
        offerToLook();
    }
}

// Returns false if a part of the error belongs to no input and must be shown above all of them.
bool ProxyDialog::showFieldErrors(const ApiError &error)
{
    bool all = !error.fields.empty();
    FieldRow *first = nullptr;
    for (const FieldError &wrong : error.fields) {
        const auto field = fieldOfWireName(wrong.field);
        if (!field) {
            all = false;
            continue;
        }
        const QString words = wrong.message.isEmpty() ? serviceText(error) : wrong.message;
        FieldRow *row = m_rows.at(*field);
        row->setError(tr("The service says: %1").arg(words));
        first = first ? first : row;
    }
    if (first) {
        first->field()->setFocus();
    }
    return all;
}

void ProxyDialog::gone(const ApiError &error)
{
    m_gone = true;
    fail();
    showError(error);
    if (m_account.addedRows().isAdded(m_before.id)) {
        showMessage(Tone::Bad, tr("The service does not know a proxy with this id."),
                    tr("Check the id. The row stays in the table until you remove it."));
    }
    showChanges();
    nothingLeftToSave();
}

void ProxyDialog::offerToLook()
{
    if (!m_account.offer().isWorthAsking(ReadCall::Proxy)) {
        return; // the answer to the next change shows the saved values
    }
    auto *look = banner()->addLink(tr("Check the current values"), QStringLiteral("lookNow"));
    connect(look, &QPushButton::clicked, this, &ProxyDialog::lookWhatIsThere);
}

void ProxyDialog::lookWhatIsThere()
{
    m_save = m_account.actions().readProxy(m_before.id, this, [this](const Result<Proxy> &answer) {
        if (!answer) {
            refused(answer.error());
        } else if (isTaken(m_sent, *answer) && m_sent.lifetimeMinutes) {
            const QString lifetime = m_lifetime->text();
            m_before = *answer;
            fill(*answer);
            m_lifetime->setText(lifetime);
            showMessage(Tone::Warning, tr("It is not known whether the lifetime was changed."),
                        tr("The service does not report it. Save again to be sure; your other "
                           "changes were applied."));
        } else if (isTaken(m_sent, *answer)) {
            m_before = *answer;
            fill(*answer);
            showMessage(Tone::Good, tr("The change was applied."),
                        tr("Nothing needs to be sent again."));
        } else {
            showMessage(Tone::Warning, tr("The change was not applied."),
                        tr("What you typed is kept. Save again."));
        }
    });
}

} // namespace relaybook
