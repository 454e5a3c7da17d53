// SPDX-License-Identifier: GPL-3.0-or-later
// Layout that places widgets side by side and wraps them into the next line when the width is used
// up, like words.
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace relaybook {

class FlowLayout : public QLayout
{
    Q_OBJECT

public:
    explicit FlowLayout(int gap, int lineGap, QWidget *parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;

    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

protected:
    /// Computes each item's position in a rectangle, and moves the items if `apply` is set; returns
    /// the height that is used.
    virtual int place(const QRect &rect, bool apply) const;
    /// The items that are shown, in order.
    [[nodiscard]] std::vector<QLayoutItem *> shownItems() const;
    [[nodiscard]] int gap() const { return m_gap; }
    /// The rectangle in the direction of the layout: mirrored if text is read from right to left.
    [[nodiscard]] QRect mirrored(const QRect &room, const QRect &rect) const;

private:
    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_gap;
    int m_lineGap;
};

} // namespace relaybook
