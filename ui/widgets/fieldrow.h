// SPDX-License-Identifier: GPL-3.0-or-later
// One field of a form: label above, field, a quiet hint or what the value was, and the error in
// words right under it. The service's field errors go here by name.
#pragma once

#include <QLineEdit>
#include <QWidget>

class QHBoxLayout;

namespace relaybook {

class Label;
class Theme;

class FieldRow : public QWidget
{
    Q_OBJECT
public:
    // Takes the field. The label is its buddy and its accessible name; "&" marks the mnemonic.
    FieldRow(const Theme &theme, const QString &label, QWidget *field, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *field() const { return m_field; }

    // Empty: no line.
    void setHint(const QString &hint);
    // What the field held before the user changed it; in accent, and in place of the hint.
    void setPrevious(const QString &previous);
    void setError(const QString &error);
    void clearError() { setError({}); }
    [[nodiscard]] bool hasError() const { return !m_error.isEmpty(); }
    [[nodiscard]] QString error() const { return m_error; }

private:
    void updateLines();

    QWidget *m_field;
    Label *m_hintLine;
    QWidget *m_errorLine;
    Label *m_errorText;
    QString m_hint;
    QString m_previous;
    QString m_error;
};

// Fields beside each other, each as wide as the other, with the gap of the house.
[[nodiscard]] QHBoxLayout *fieldsInRow(const QList<FieldRow *> &rows);

// A line edit with its unit at the end ("GB").
class UnitEdit : public QLineEdit
{
    Q_OBJECT
public:
    UnitEdit(const Theme &theme, const QString &unit, QWidget *parent = nullptr);

    void setUnit(const QString &unit);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    QString m_unit;
};

} // namespace relaybook
