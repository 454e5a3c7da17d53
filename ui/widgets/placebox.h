// SPDX-License-Identifier: GPL-3.0-or-later
// Combo boxes of the proxy dialog: one for places, chosen by typing or typed freely where the list
// of the service is missing, and one for words of the service, known or not.
#pragma once

#include "api/types/proxy.h"

#include <QComboBox>

#include <functional>
#include <vector>

namespace relaybook {

// The wheel scrolls past it unless it has the focus: nothing is changed in passing.
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
    // Countries are sent as codes, regions and cities as whatever the proxy carries: names unless
    // its present value is one of the codes.
    enum class Kind { Country, Part };

    PlaceBox(Kind kind, const QString &name, QWidget *parent = nullptr);

    // Keeps the value.
    void setPlaces(const std::vector<Place> &places);
    void setValue(const QString &value);
    // What is sent: of the place whose name or code was typed, else what was typed.
    [[nodiscard]] QString value() const;
    // As it reads: "United Kingdom (GB)".
    [[nodiscard]] QString labelOf(const QString &value) const;

Q_SIGNALS:
    void valueEdited();

private:
    [[nodiscard]] int indexOf(const QString &text) const;

    Kind m_kind;
    bool m_setting = false;
};

class WordBox : public CalmComboBox
{
    Q_OBJECT

public:
    using Label = std::function<QString(const QString &)>;

    // The words the contract knows, plus whatever the service sent; an empty one where it sent
    // none.
    WordBox(const QString &name, const QStringList &known, const QString &present,
            const Label &label, QWidget *parent = nullptr);

    void setValue(const QString &value) { setCurrentIndex(findData(value)); }
    // Of the item that stands for no value, where there is one.
    void setEmptyText(const QString &text);
    [[nodiscard]] QString value() const { return currentData().toString(); }
};

} // namespace relaybook
