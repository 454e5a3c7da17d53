// SPDX-License-Identifier: GPL-3.0-or-later
// Baseline for the start-up benchmark: a Qt window with a table of 50 rows and nothing else. Prints
// "painted" when its first frame is on the screen, then waits to be ended.

#include <QAbstractTableModel>
#include <QApplication>
#include <QHeaderView>
#include <QMainWindow>
#include <QTableView>
#include <QTimer>

#include <cstdio>

namespace {

class FiftyRows final : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent) const override
    {
        return parent.isValid() ? 0 : 50;
    }
    [[nodiscard]] int columnCount(const QModelIndex &parent) const override
    {
        return parent.isValid() ? 0 : 6;
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        return role == Qt::DisplayRole
                   ? QVariant(
                         QStringLiteral("row %1, column %2").arg(index.row()).arg(index.column()))
                   : QVariant();
    }
};

class Table final : public QTableView
{
public:
    using QTableView::QTableView;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QTableView::paintEvent(event);
        if (!m_reported) {
            m_reported = true;
            // After this frame was sent to the screen, not before.
            QTimer::singleShot(0, this, [] {
                std::puts("painted");
                std::fflush(stdout);
            });
        }
    }

private:
    bool m_reported = false;
};

} // namespace

int main(int argc, char *argv[])
{
    const QApplication application(argc, argv);
    FiftyRows rows;
    QMainWindow window;
    auto *table = new Table(&window);
    table->setModel(&rows);
    table->verticalHeader()->hide();
    window.setCentralWidget(table);
    window.resize(1280, 800);
    window.show();
    return QApplication::exec();
}
