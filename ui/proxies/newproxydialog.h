// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that creates a proxy, with an empty form or the values of another one. Creating may cost
// money: it is confirmed like every order. If the answer is lost, the dialog says what is known.
#pragma once

#include "models/account/proxydesk.h"
#include "ui/base/confirmeddialog.h"
#include "ui/proxies/proxychanges.h"
#include "ui/widgets/rowlist.h"

#include <map>

class QLineEdit;

namespace relaybook {

class FieldRow;
class PlaceBox;
class UnitEdit;
class WordBox;

class NewProxyDialog : public ConfirmedDialog
{
    Q_OBJECT

public:
    /// `like`: the proxy to clone; a default Proxy for an empty dialog.
    NewProxyDialog(const PageContext &context, const Proxy &like, QWidget *parent);
    ~NewProxyDialog() override;

    [[nodiscard]] QStringList orders() const override;
    void reject() override;

Q_SIGNALS:
    void proxyCreated(const relaybook::ProxyId &id);
    /// The answer was lost; the dialog has closed.
    void resultUnknown(const QString &orderId);

protected:
    [[nodiscard]] bool isDirty() const override;
    [[nodiscard]] Texts formTexts() const override;
    [[nodiscard]] Texts confirmTexts() const override;
    [[nodiscard]] bool isFormReady() const override { return true; } // what is wrong is marked
    [[nodiscard]] bool hasConfirmation() const override { return m_wanted.has_value(); }
    [[nodiscard]] int widthOf(Step step) const override;
    void prepare() override;
    void send() override;
    void whenShown(Step step) override;
    void showTextsAgain() override;
    void stopSubmit() override;

private:
    [[nodiscard]] QWidget *makeForm();
    void addRow(ProxyField field, const QString &label, QWidget *input);
    void fill();
    [[nodiscard]] ProxyForm form() const;
    [[nodiscard]] QList<RowList::Row> confirmRows() const;
    [[nodiscard]] NewProxy wanted(const ProxyReading &reading) const;
    [[nodiscard]] bool checkFields(const ProxyReading &reading);
    void loadCountries();
    void loadParts();
    void whenEnded(const Result<ProxyOrder> &result);
    void refused(const ApiError &error);
    [[nodiscard]] bool showFieldErrors(const ApiError &error);

    Proxy m_like;
    ProxyForm m_filled; ///< the initial values of the fields
    FieldRow *m_typeRow = nullptr;
    WordBox *m_type = nullptr;
    std::map<ProxyField, FieldRow *> m_rows;
    QLineEdit *m_name = nullptr;
    PlaceBox *m_country = nullptr;
    PlaceBox *m_region = nullptr;
    PlaceBox *m_city = nullptr;
    WordBox *m_behavior = nullptr;
    WordBox *m_rotation = nullptr;
    UnitEdit *m_interval = nullptr;
    UnitEdit *m_limit = nullptr;
    QString m_partsOf;                ///< the country whose regions and cities are in the boxes
    std::optional<NewProxy> m_wanted; ///< what was confirmed, or is to be
    QString m_orderId;                ///< while its outcome is shown here
    bool m_isSent = false;
    Call m_countriesCall;
    Call m_regionsCall;
    Call m_citiesCall;
};

} // namespace relaybook
