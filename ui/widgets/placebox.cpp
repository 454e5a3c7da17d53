// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/placebox.h"

#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/fieldrow.h"

#include <QCompleter>
#include <QLineEdit>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int codeRole = Qt::UserRole;
constexpr int nameRole = Qt::UserRole + 1;
constexpr int visibleItems = 12;
constexpr int shortestBox = 6; // letters

} // namespace

void CalmComboBox::wheelEvent(QWheelEvent *event)
{
    if (hasFocus()) {
        QComboBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

PlaceBox::PlaceBox(Kind kind, const QString &name, QWidget *parent)
    : CalmComboBox(parent)
    , m_kind(kind)
{
    setObjectName(name);
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(visibleItems);
    setMinimumContentsLength(shortestBox);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setFocusPolicy(Qt::StrongFocus);
    lineEdit()->setObjectName(QString(name % QStringLiteral("Line")));
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);
    connect(this, &QComboBox::editTextChanged, this, [this] {
        if (!m_setting) {
            Q_EMIT valueEdited();
        }
    });
}

void PlaceBox::setPlaces(const ListOf<Place> &places, FieldRow &row)
{
    const QString present = value();
    m_setting = true;
    clear();
    for (const Place &place : places.items) {
        const bool withCode = m_kind == Kind::Country && place.code != place.name;
        addItem(
            withCode
                ? tr("%1 (%2)", "country (code)").arg(isolated(place.name), isolated(place.code))
                : shownText(place.name),
            place.code);
        setItemData(count() - 1, place.name, nameRole);
    }
    m_setting = false;
    setValue(present);
    if (places.unreadable > 0 || std::exchange(m_hasHint, false)) {
        m_hasHint = places.unreadable > 0;
        row.setHint(format::unreadableEntries(places.unreadable));
    }
}

void PlaceBox::setValue(const QString &value)
{
    m_setting = true;
    setCurrentIndex(indexOf(value));
    setEditText(labelOf(value));
    m_setting = false;
}

QString PlaceBox::value() const
{
    QString typed = currentText().trimmed();
    const int index = indexOf(typed);
    if (index < 0) {
        return typed;
    }
    const bool typedCode = itemData(index, codeRole).toString() == typed;
    const bool asCode = m_kind == Kind::Country || typedCode;
    return itemData(index, asCode ? codeRole : nameRole).toString();
}

QString PlaceBox::labelOf(const QString &value) const
{
    const int index = indexOf(value);
    // If the service sent the code of a region or city, the same code is sent back, so that the
    // value does not change.
    const bool keep =
        index < 0 || (m_kind == Kind::Part && itemData(index, nameRole).toString() != value);
    return keep ? value : itemText(index);
}

int PlaceBox::indexOf(const QString &text) const
{
    if (text.isEmpty()) {
        return -1;
    }
    for (const int role : {int(Qt::DisplayRole), nameRole, codeRole}) {
        const int index = findData(text, role, Qt::MatchFixedString);
        if (index >= 0) {
            return index;
        }
    }
    return -1;
}

WordBox::WordBox(const QString &name, const QStringList &known, const QString &present,
                 const Label &label, QWidget *parent)
    : CalmComboBox(parent)
{
    setObjectName(name);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumContentsLength(shortestBox);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    QStringList words = known;
    if (!words.contains(present)) {
        words.prepend(present);
    }
    for (const QString &word : std::as_const(words)) {
        addItem(word.isEmpty() ? tr("Not reported") : shownText(label(word)), word);
    }
    // In the colour of a placeholder, as in the fields beside it.
    const auto follow = [this] { setPlaceholderShown(*this, value().isEmpty()); };
    connect(this, &QComboBox::currentIndexChanged, this, follow);
    setValue(present);
    follow();
}

void WordBox::setEmptyText(const QString &text)
{
    const int index = findData(QString());
    if (index >= 0) {
        setItemText(index, text);
    }
}

} // namespace relaybook
