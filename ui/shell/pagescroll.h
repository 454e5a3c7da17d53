// SPDX-License-Identifier: GPL-3.0-or-later
// Scroll area around a page: a page that needs more height than the window has can be scrolled;
// otherwise the page fills it.
#pragma once

#include <QScrollArea>

namespace relaybook {

class PageScroll final : public QScrollArea
{
    Q_OBJECT

public:
    explicit PageScroll(QWidget *parent = nullptr);

    /// The scroll area takes ownership of the page.
    void setPage(QWidget *page);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();
};

} // namespace relaybook
