// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerforms.h"

#include "models/tables/rawfields.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QTreeWidget>

#include <algorithm>

namespace relaybook {

namespace {

struct DetailWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::LedgerDetails)
};

QString textOf(const JsonField *field)
{
    if (field == nullptr) {
        return format::nothing();
    }
    return field->isNull ? DetailWords::tr("null") : field->text;
}

const JsonField *find(const JsonFields &fields, const QString &path)
{
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&path](const JsonField &each) { return each.path == path; });
    return found == fields.end() ? nullptr : &*found;
}

} // namespace

std::vector<FieldChange> changesBetween(const QByteArray &earlier, const QByteArray &later)
{
    const JsonFields before = rawFields(earlier);
    const JsonFields after = rawFields(later);
    std::vector<FieldChange> changes;
    for (const JsonField &field : after) {
        const JsonField *old = find(before, field.path);
        if (old == nullptr || old->text != field.text || old->isNull != field.isNull) {
            changes.push_back({field.path, textOf(old), textOf(&field)});
        }
    }
    for (const JsonField &field : before) {
        if (find(after, field.path) == nullptr) {
            changes.push_back({field.path, textOf(&field), format::nothing()});
        }
    }
    return changes;
}

QTreeWidget *makeFormsTree(const Theme &theme, QWidget *parent)
{
    auto *tree = new QTreeWidget(parent);
    tree->setObjectName(QStringLiteral("formsTree"));
    tree->setAccessibleName(DetailWords::tr("Earlier and current values of the transaction"));
    tree->setHeaderLabels(
        {DetailWords::tr("Field"), DetailWords::tr("Before"), DetailWords::tr("Now")});
    tree->setFrameShape(QFrame::NoFrame);
    tree->setRootIsDecorated(false);
    tree->setIndentation(0);
    tree->setUniformRowHeights(true);
    tree->header()->setSectionResizeMode(QHeaderView::Interactive);
    tree->header()->setStretchLastSection(true);
    const auto follow = [tree, &theme] {
        QPalette own = theme.palette(Ground::Window);
        own.setColor(QPalette::Base, theme.colour(Role::Window));
        tree->setPalette(own);
        tree->header()->setFont(theme.font(TextStyle::CaptionBold));
    };
    QObject::connect(&theme, &Theme::changed, tree, follow);
    follow();
    return tree;
}

void fillForms(QTreeWidget &tree, const std::vector<TransactionVersion> &forms,
               const Transaction &present)
{
    tree.clear();
    for (size_t i = 0; i < forms.size(); ++i) {
        const QByteArray &after = i + 1 < forms.size() ? forms[i + 1].form.raw : present.raw;
        auto *head = new QTreeWidgetItem(
            &tree, {DetailWords::tr("Until %1").arg(format::dateTime(forms[i].replacedAt))});
        head->setFirstColumnSpanned(true);
        head->setExpanded(true);
        for (const FieldChange &change : changesBetween(forms[i].form.raw, after)) {
            auto *item = new QTreeWidgetItem(head, {shownText(change.path),
                                                    shownText(privateText(change.before)),
                                                    shownText(privateText(change.after))});
            item->setData(0, Qt::AccessibleTextRole,
                          DetailWords::tr("%1 was %2 and is now %3")
                              .arg(isolated(change.path), isolated(privateText(change.before)),
                                   isolated(privateText(change.after))));
            for (int column = 0; column < tree.columnCount(); ++column) {
                setPlainToolTip(item, column, item->text(column));
            }
        }
    }
    tree.expandAll();
    constexpr int share = 3;
    for (int column = 0; column + 1 < tree.columnCount(); ++column) {
        tree.header()->resizeSection(column, std::max(60, tree.width() / share));
    }
}

} // namespace relaybook
