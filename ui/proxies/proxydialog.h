// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that edits a proxy: lists the changes that will be sent, sends nothing else, and reports
// what the service did not apply.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"
#include "ui/proxies/proxychanges.h"

#include <map>

class QLineEdit;
class QPushButton;

namespace relaybook {

class Banner;
class Card;
class FieldRow;
class Label;
class PlaceBox;
class UnitEdit;
class WordBox;

class ProxyDialog : public ActionDialog
{
    Q_OBJECT

public:
    ProxyDialog(const PageContext &context, const Proxy &proxy, QWidget *parent);
    ~ProxyDialog() override;

Q_SIGNALS:
    /// The service answered with the proxy's current values; it may not have applied all changes.
    void proxySaved(const relaybook::Proxy &before, const relaybook::ProxyEdit &sent,
                    const relaybook::Proxy &now);

protected:
    [[nodiscard]] bool isDirty() const override;
    void startSubmit() override;
    void stopSubmit() override;

private:
    void buildFields();
    void buildPlaces();
    void buildRotation();
    void buildSummary();
    void addRow(ProxyField field, const QString &label, QWidget *input);

    [[nodiscard]] ProxyForm form() const;
    void fill(const Proxy &proxy);
    void whenEdited(ProxyField field);
    void whenCountryEdited();
    void showChanges();
    [[nodiscard]] QString previousText(ProxyField field) const;

    void loadCountries();
    void loadParts();
    void placesFailed(const ApiError &error);
    void showUnknownFields(bool unknown);
    void nameNoRotation();

    void whenSaved(const ProxySaved &saved);
    void refused(const ApiError &error);
    [[nodiscard]] bool showFieldErrors(const ApiError &error);
    void gone(const ApiError &error);
    void offerToLook();
    void lookWhatIsThere();

    AccountSession &m_account;
    const Theme &m_theme;
    Proxy m_before;
    Proxy m_replaced; ///< the stored values just before the change was sent
    ProxyReading m_reading;
    ProxyEdit m_sent;
    std::map<ProxyField, FieldRow *> m_rows;
    QLineEdit *m_name = nullptr;
    PlaceBox *m_country = nullptr;
    PlaceBox *m_region = nullptr;
    PlaceBox *m_city = nullptr;
    WordBox *m_behavior = nullptr;
    WordBox *m_rotation = nullptr;
    UnitEdit *m_interval = nullptr;
    UnitEdit *m_limit = nullptr;
    UnitEdit *m_lifetime = nullptr;
    Banner *m_placesBanner = nullptr;
    Label *m_summary = nullptr;
    QPushButton *m_undo = nullptr;
    Call m_countriesCall;
    Call m_regionsCall;
    Call m_citiesCall;
    Call m_save;
    QString m_partsOf; ///< the country whose regions and cities are in the boxes
    bool m_filling = false;
    bool m_gone = false;
};

} // namespace relaybook
