// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a change of many proxies: each is chosen with a check box and has an input.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/proxies/proxychanges.h"

#include <QWidget>

#include <functional>
#include <map>

class QCheckBox;

namespace relaybook {

class FieldRow;
class PlaceBox;
class Theme;
class UnitEdit;
class WordBox;

class ProxyEditsForm : public QWidget
{
    Q_OBJECT

public:
    ProxyEditsForm(AccountSession &account, const Theme &theme, QWidget *parent);
    ~ProxyEditsForm() override;

    /// The chosen fields with their inputs.
    [[nodiscard]] ProxyForm chosen() const;
    /// Shows the problems at their fields, and gives the first one the focus.
    void showProblems(const std::map<ProxyField, QString> &problems);

Q_SIGNALS:
    void edited();

private:
    struct Field
    {
        QCheckBox *choice = nullptr;
        FieldRow *row = nullptr;
        std::function<QString()> value;
    };
    QWidget *makeField(ProxyField field, QWidget *input, std::function<QString()> value);
    void loadCountries();
    void loadParts();

    AccountSession &m_account;
    const Theme &m_theme;
    std::map<ProxyField, Field> m_fields;
    PlaceBox *m_country = nullptr;
    PlaceBox *m_region = nullptr;
    PlaceBox *m_city = nullptr;
    QString m_partsOf; ///< the country whose regions and cities are in the boxes
    Call m_countriesCall;
    Call m_regionsCall;
    Call m_citiesCall;
};

} // namespace relaybook
