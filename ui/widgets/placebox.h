// SPDX-License-Identifier: GPL-3.0-or-later
// Combo boxes of the proxy dialog: PlaceBox completes places while typing, or takes any text
// if the service's list is missing; WordBox offers the known values and the one sent.
#pragma once

#include "api/types/listof.h"
#include "api/types/proxy.h"

#include <QComboBox>

#include <functional>

namespace relaybook {

class FieldRow;

/// Ignores the mouse wheel unless it has the focus, so that scrolling past it changes nothing.
class CalmComboBox : public QComboBox
{
    Q_OBJECT

public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent *event) override;
};

class PlaceBox : public CalmComboBox
{
    Q_OBJECT

public:
    /// Countries are sent as codes; regions and cities in the form that the proxy has: as names
    /// unless its current value is one of the codes.
    enum class Kind { Country, Part };

    PlaceBox(Kind kind, const QString &name, QWidget *parent = nullptr);

    /// Keeps the current value. The hint of `row` says how many places could not be read.
    void setPlaces(const ListOf<Place> &places, FieldRow &row);
    void setValue(const QString &value);
    /// The value to send: that of the place whose name or code was typed, else what was typed.
    [[nodiscard]] QString value() const;
    /// The text that is shown for a value: "United Kingdom (GB)".
    [[nodiscard]] QString labelOf(const QString &value) const;

Q_SIGNALS:
    void valueEdited();

private:
    [[nodiscard]] int indexOf(const QString &text) const;

    Kind m_kind;
    bool m_setting = false;
    bool m_hasHint = false; ///< set by setPlaces()
};

class WordBox : public CalmComboBox
{
    Q_OBJECT

public:
    using Label = std::function<QString(const QString &)>;

    /// Offers the values that the contract lists and the one that the service sent; an empty one if
    /// it sent none.
    WordBox(const QString &name, const QStringList &known, const QString &present,
            const Label &label, QWidget *parent = nullptr);

    void setValue(const QString &value) { setCurrentIndex(findData(value)); }
    /// The text of the item for no value, if there is one.
    void setEmptyText(const QString &text);
    [[nodiscard]] QString value() const { return currentData().toString(); }
};

} // namespace relaybook
