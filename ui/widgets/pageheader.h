// SPDX-License-Identifier: GPL-3.0-or-later
// The top line of a page: its title, a note beside it (a count, the account), and its controls at
// the end.
#pragma once

#include <QWidget>

class QHBoxLayout;

namespace relaybook {

class ElidedLabel;
class Theme;

class PageHeader : public QWidget
{
    Q_OBJECT
public:
    PageHeader(const Theme &theme, const QString &title, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setNote(const QString &note);
    /// Added at the end, left to right.
    void addWidget(QWidget *widget);
    void insertBefore(QWidget *other, QWidget *widget);

private:
    void fit();
    void keepTitle();
    void keepNote();

    ElidedLabel *m_title;
    ElidedLabel *m_note;
    QHBoxLayout *m_row;
};

} // namespace relaybook
