// SPDX-License-Identifier: GPL-3.0-or-later
// List of labels with their values, one below the other, as the inspector shows an object. It is
// one Tab stop; Up and Down move from value to value, which can be selected and copied.
#pragma once

#include "models/cellroles.h"

#include <QList>
#include <QString>
#include <QWidget>

class QGridLayout;

namespace relaybook {

class Label;
class Theme;

class RowList : public QWidget
{
    Q_OBJECT
public:
    struct Row
    {
        QString label;
        QString value;
        Tone tone = Tone::Neutral;
        bool mono = false;
        bool bold = false;

        friend bool operator==(const Row &, const Row &) = default;
    };

    explicit RowList(const Theme &theme, QWidget *parent = nullptr);

    /// Rows that stay keep their widgets, so that the user's selection survives a refresh.
    void setRows(const QList<Row> &rows);
    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }

    /// Width of the label column; 0: as wide as the widest label.
    void setLabelWidth(int width);
    /// Aligns the values at the end of their column, for figures that are compared. Call it before
    /// setRows().
    void alignValuesAtEnd() { m_valueAlignment = Qt::AlignTrailing | Qt::AlignTop; }

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Line
    {
        Label *label;
        Label *value;
    };

    void addLine();
    void removeLine();
    void fillLine(const Line &line, const Row &row) const;
    void fitLabels();
    void fitLabel(Label &label) const;

    const Theme &m_theme;
    QGridLayout *m_grid;
    int m_labelWidth = 0;
    Qt::Alignment m_valueAlignment = Qt::AlignLeading | Qt::AlignTop;
    QList<Row> m_rows;
    QList<Line> m_lines;
};

} // namespace relaybook
