// SPDX-License-Identifier: GPL-3.0-or-later
// Splitter between a table and the details of its row: side by side, or one below the other if the
// window is too narrow for both.
#pragma once

#include <QSplitter>

namespace relaybook {

class DetailSplitter final : public QSplitter
{
    Q_OBJECT

public:
    /// The table is added first, then the details, which are `detailWidth` wide at first.
    explicit DetailSplitter(int detailWidth, QWidget *parent = nullptr);

    /// How the user divided the width, to be stored.
    [[nodiscard]] QByteArray arrangement() const;
    /// Restores a stored arrangement; without one, or with one that it can't read, the first
    /// arrangement applies.
    void arrange(const QByteArray &arrangement);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void divideWidth();
    void divideHeight();

    int m_detailWidth;        ///< with the usual font
    QByteArray m_arrangement; ///< of the width, as restored or as the user left it
};

} // namespace relaybook
