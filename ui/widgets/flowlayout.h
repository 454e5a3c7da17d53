// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets beside each other that go on in the next line where the room ends, like words.
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

private:
    // Where each item goes in a rectangle; gives the height that was used.
    int place(const QRect &rect, bool apply) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_gap;
    int m_lineGap;
};

} // namespace relaybook
