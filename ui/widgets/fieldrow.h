// SPDX-License-Identifier: GPL-3.0-or-later
// One field of a form: label above, field, a hint or the previous value, and the error directly
// below it. The service's field errors are shown here by field name.
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
    /// Takes ownership of the field. The label is its buddy and its accessible name; "&" marks the
    /// mnemonic.
    FieldRow(const Theme &theme, const QString &label, QWidget *field, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *field() const { return m_field; }
    /// Moves the keyboard focus to the field. If there is a button beside it, the line edit gets
    /// the focus.
    void focusField();

    /// Empty: no line.
    void setHint(const QString &hint);
    /// The value before the user changed it; shown in the accent colour instead of the hint.
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

/// Puts fields side by side in columns of equal width, with the usual spacing.
[[nodiscard]] QHBoxLayout *fieldsInRow(const QList<FieldRow *> &rows);

/// A line edit with its unit at the end ("GB").
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
