// SPDX-License-Identifier: GPL-3.0-or-later
// Paints all widgets of the user interface, light and dark, into PNG files, to compare them with
// the designs.
// Usage: relaybook_gallery DIR   (QT_SCALE_FACTOR=1.5 for another scale,
// QT_QPA_PLATFORM=offscreen)
#include "ui/shell/sidebar.h"
#include "ui/shell/statusstrip.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/figurecard.h"
#include "ui/widgets/filterchip.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/keyhint.h"
#include "ui/widgets/label.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/secretrow.h"
#include "ui/widgets/sheetdialog.h"
#include "ui/widgets/tableview.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QGridLayout>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <memory>

using namespace relaybook;

namespace {

struct CellSpec
{
    CellKind kind;
    QString text;
    Tone tone = Tone::Neutral;
    double share = -1;
};

void addRow(QStandardItemModel &model, const QList<CellSpec> &cells)
{
    QList<QStandardItem *> items;
    for (const CellSpec &cell : cells) {
        auto *item = new QStandardItem(cell.text);
        item->setData(static_cast<int>(cell.kind), CellKindRole);
        item->setData(static_cast<int>(cell.tone), ToneRole);
        if (cell.share >= 0) {
            item->setData(cell.share, BarRole);
        }
        items.append(item);
    }
    model.appendRow(items);
}

void fillProxies(QStandardItemModel &model)
{
    model.setHorizontalHeaderLabels({u"Name"_qs, u"Type"_qs, u"Location"_qs, u"Rotation"_qs,
                                     u"Traffic"_qs, u"Test"_qs, u"Used"_qs});
    const QStringList names{u"checkout-us-01"_qs, u"serp-de-02"_qs, u"price-watch-gb-03"_qs,
                            u"ads-verify-fr-04"_qs, u"social-br-05"_qs};
    for (int i = 0; i < 15; ++i) {
        const bool mobile = i % 3 == 2;
        const Tone bar = i % 5 == 0 ? Tone::Warning : i % 7 == 6 ? Tone::Bad : Tone::Accent;
        const QString traffic = u"%1.8 / 50 GB"_qs.arg(i * 3 + 2);
        const CellSpec test = i % 4 == 3   ? CellSpec{CellKind::QuietText, u"—"_qs}
                              : i % 6 == 5 ? CellSpec{CellKind::Marked, u"failed"_qs, Tone::Bad}
                                           : CellSpec{CellKind::Marked, u"142 ms"_qs, Tone::Good};
        addRow(model, {{CellKind::Text, names.at(i % 5)},
                       {CellKind::Badge, mobile ? u"Mobile"_qs : u"Residential"_qs,
                        mobile ? Tone::Accent : Tone::Neutral},
                       {CellKind::Text, u"US · San Jose"_qs},
                       {CellKind::QuietText, u"Every request"_qs},
                       {CellKind::UsageBar, traffic, bar, (i % 10 + 1) / 10.0},
                       test,
                       {CellKind::Number, u"%1.0 GB"_qs.arg(i * 7)}});
    }
}

void fillTransactions(QStandardItemModel &model)
{
    model.setHorizontalHeaderLabels(
        {u"Date"_qs, u"Type"_qs, u"Description"_qs, u"Amount"_qs, u"Balance after"_qs});
    for (int i = 0; i < 5; ++i) {
        const bool in = i % 2 == 1;
        addRow(model, {{CellKind::Time, u"Nov %1, 14:02"_qs.arg(20 - i)},
                       {CellKind::Badge, in ? u"Deposit"_qs : u"Traffic purchase"_qs,
                        in ? Tone::Good : Tone::Accent},
                       {CellKind::Text, u"Residential · 100 GB"_qs},
                       {CellKind::Money, in ? u"+$1,000.00"_qs : u"−$240.00"_qs,
                        in ? Tone::Good : Tone::Neutral},
                       {CellKind::Money, u"$3,184.20"_qs, Tone::Quiet}});
    }
}

QWidget *framed(const Theme &theme, TableView *table)
{
    auto *card = new Card(theme);
    auto *column = new QVBoxLayout(card);
    column->setSpacing(0);
    column->addWidget(table);
    card->setFlush(true);
    return card;
}

class GalleryWindow : public QMainWindow
{
public:
    explicit GalleryWindow(Theme &theme)
        : m_theme(theme)
    {
        resize(1280, 800);
        auto *centre = new QWidget;
        auto *row = new QHBoxLayout(centre);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(0);
        side = new SideBar(theme);
        side->setAccount(u"North Relay"_qs, u"api.example.net"_qs);
        side->addEntry(u"overview"_qs, Icon::Overview, u"Overview"_qs);
        side->addEntry(u"proxies"_qs, Icon::Proxies, u"Proxies"_qs);
        side->addEntry(u"subusers"_qs, Icon::SubUsers, u"Sub-users"_qs);
        side->addEntry(u"transactions"_qs, Icon::Transactions, u"Transactions"_qs);
        side->addEntry(u"activity"_qs, Icon::Activity, u"Activity"_qs);
        side->setCount(u"proxies"_qs, u"1,284"_qs);
        side->setCount(u"subusers"_qs, u"312"_qs);
        side->setCount(u"transactions"_qs, u"48,902"_qs);
        side->primaryButton()->setText(u"Top up traffic"_qs);
        side->primaryButton()->show();
        row->addWidget(side);
        auto *main = new QVBoxLayout;
        main->setSpacing(0);
        page = new QWidget;
        main->addWidget(page, 1);
        auto *strip = new StatusStrip(theme);
        strip->setConnection(Tone::Good, u"Connected"_qs);
        strip->setAsOf(u"Updated 12 s ago"_qs);
        strip->setFact(u"48,902 transactions stored on this computer"_qs);
        strip->setTask(u"Loading transactions"_qs, 0.42);
        main->addWidget(strip);
        row->addLayout(main, 1);
        setCentralWidget(centre);
        column = new QVBoxLayout(page);
        column->setContentsMargins(20, 13, 20, 14);
        column->setSpacing(14);
    }

    QPushButton *button(const QString &text, ButtonKind kind = ButtonKind::Normal)
    {
        auto *made = new QPushButton(text);
        setButtonKind(*made, kind);
        return made;
    }

    SideBar *side;
    QWidget *page;
    QVBoxLayout *column;
    Theme &m_theme;
};

std::unique_ptr<GalleryWindow> overview(Theme &theme)
{
    auto window = std::make_unique<GalleryWindow>(theme);
    window->side->setCurrent(u"overview"_qs);
    auto *header = new PageHeader(theme, u"Overview"_qs);
    header->setNote(u"North Relay"_qs);
    auto *period = window->button(u"Last 60 days"_qs);
    period->setMenu(new QMenu(period));
    header->addWidget(period);
    header->addWidget(window->button(u"Refresh"_qs));
    window->column->addWidget(header);
    auto *banner = new Banner(theme);
    banner->setMessage(Tone::Warning, u"Mobile traffic runs out in about 3 days"_qs,
                       u"at the rate of the last 7 days (9.8 GB a day, 30.2 GB left)."_qs);
    banner->addLink(u"Top up mobile"_qs, u"topUp"_qs);
    window->column->addWidget(banner);
    auto *cards = new QHBoxLayout;
    cards->setSpacing(14);
    const struct
    {
        QString title, figure, sub;
        double share;
        Tone tone;
    } specs[] = {
        {u"Balance"_qs, u"$3,184.20"_qs, u"Spent $1,140.00 this month"_qs, -1, Tone::Accent},
        {u"Residential"_qs, u"412.6 GB"_qs, u"about 18 days"_qs, 0.72, Tone::Accent},
        {u"Mobile"_qs, u"30.2 GB"_qs, u"about 3 days"_qs, 0.12, Tone::Warning},
        {u"Residential premium"_qs, u"10.0 GB"_qs, u"not used in 30 days"_qs, 0.4, Tone::Accent}};
    for (const auto &spec : specs) {
        auto *card = new FigureCard(theme);
        card->setTitle(spec.title);
        card->setFigure(spec.figure);
        card->setSubLine(spec.sub);
        if (spec.share >= 0) {
            card->setBar(spec.share, spec.tone);
        }
        cards->addWidget(card);
    }
    window->column->addLayout(cards);
    auto *table = new TableView(theme);
    auto *model = new QStandardItemModel(table);
    fillTransactions(*model);
    table->setModel(model);
    table->setDefaultColumns();
    table->header()->resizeSection(2, 420);
    table->header()->setSortIndicator(-1, Qt::AscendingOrder);
    window->column->addWidget(framed(theme, table), 1);
    return window;
}

std::unique_ptr<GalleryWindow> proxies(Theme &theme)
{
    auto window = std::make_unique<GalleryWindow>(theme);
    window->side->setCurrent(u"proxies"_qs);
    window->side->setSandbox(true);
    auto *header = new PageHeader(theme, u"Proxies"_qs);
    header->setNote(u"1,284"_qs);
    auto *search = new SearchField(theme);
    search->setShortcutHint(QKeySequence(Qt::CTRL | Qt::Key_F));
    header->addWidget(search);
    auto *copyAs = window->button(u"Copy as"_qs);
    copyAs->setMenu(new QMenu(copyAs));
    header->addWidget(copyAs);
    header->addWidget(window->button(u"Edit…"_qs));
    header->addWidget(window->button(u"New sub-user…"_qs, ButtonKind::Primary));
    window->column->addWidget(header);
    auto *chips = new QHBoxLayout;
    chips->setSpacing(8);
    auto *active = new FilterChip(theme, u"Type: Residential, Mobile"_qs);
    active->setActive(true);
    chips->addWidget(active);
    auto *country = new FilterChip(theme, u"Country"_qs);
    country->setMenu(new QMenu(country));
    chips->addWidget(country);
    chips->addWidget(new FilterChip(theme, u"Usage over 80 %"_qs));
    chips->addStretch(1);
    chips->addWidget(new Label(theme, Role::QuietText, TextStyle::Body, u"286 of 1,284"_qs));
    window->column->addLayout(chips);
    auto *table = new TableView(theme);
    auto *model = new QStandardItemModel(table);
    fillProxies(*model);
    table->setModel(model);
    table->setDefaultColumns();
    table->sortByColumn(0, Qt::AscendingOrder);
    table->selectRow(4);
    auto *split = new QSplitter;
    split->setChildrenCollapsible(false);
    split->addWidget(framed(theme, table));
    auto *inspector = new Inspector(theme);
    inspector->setTitle(u"price-watch-gb-03"_qs);
    inspector->setSubtitle(u"Residential · United Kingdom, England, London"_qs);
    auto *secret = new SecretRow(theme, u"HTTP address"_qs);
    secret->setSecret(u"http://user-81f2:••••••@gw.example.net:5000"_qs,
                      u"http://user-81f2:hunter22@gw.example.net:5000"_qs);
    inspector->addWidget(secret);
    inspector->addRows()->setRows({{u"Traffic"_qs, u"31.4 of 50 GB"_qs},
                                   {u"Rotation"_qs, u"Sticky, 10"_qs},
                                   {u"Behavior"_qs, u"sticky"_qs},
                                   {u"Numeric id"_qs, u"20418"_qs, Tone::Neutral, true},
                                   {u"Updated"_qs, u"Nov 20, 2026 13:50"_qs}});
    auto *section = inspector->addSection(u"Note"_qs);
    auto *edit = window->button(u"Edit"_qs, ButtonKind::Link);
    section->addTitleWidget(edit);
    section->addTitleWidget(new KeyHint(theme, QKeySequence(Qt::Key_F2)));
    section->rows()->setRows({{u"HTTP"_qs, u"142 ms · exit 81.2.69.142"_qs, Tone::Good},
                              {u"SOCKS5"_qs, u"158 ms · exit 81.2.69.142"_qs, Tone::Good}});
    inspector->addFooterWidget(window->button(u"Edit…"_qs, ButtonKind::Primary));
    inspector->addFooterWidget(window->button(u"Delete…"_qs, ButtonKind::Danger), true);
    split->addWidget(inspector);
    split->setSizes({728, 290});
    window->column->addWidget(split, 1);
    return window;
}

std::unique_ptr<GalleryWindow> empties(Theme &theme)
{
    auto window = std::make_unique<GalleryWindow>(theme);
    window->side->setCurrent(u"subusers"_qs);
    window->column->addWidget(new PageHeader(theme, u"Sub-users"_qs));
    auto *grid = new QGridLayout;
    grid->setSpacing(14);
    const EmptyStateContent contents[] = {
        {Icon::SubUsers, u"No sub-users yet"_qs,
         u"Create one, give it traffic, and hand its credentials to your customer."_qs,
         u"New sub-user…"_qs, true},
        {Icon::NothingFound, u"Nothing matches “agncy”"_qs,
         u"312 sub-users are stored here; none has it in its name or note."_qs, u"Clear filters"_qs,
         false},
        {Icon::Offline, u"Could not load the sub-users"_qs,
         u"The service did not answer within 15 seconds. What was stored on Nov 20 at 14:02 can still be shown."_qs,
         u"Try again"_qs, true},
        {Icon::Key, u"This needs a Reseller Key"_qs,
         u"You are signed in with a personal token only: proxies and transactions. Sub-users and top-ups need a Reseller Key."_qs,
         u"Add a Reseller Key…"_qs, true}};
    for (int i = 0; i < 4; ++i) {
        auto *card = new Card(theme);
        auto *state = new EmptyState(theme);
        state->setContent(contents[i]);
        auto *layout = new QVBoxLayout(card);
        layout->addWidget(state);
        grid->addWidget(card, i / 2, i % 2);
    }
    window->column->addLayout(grid, 1);
    return window;
}

std::unique_ptr<GalleryWindow> controls(Theme &theme)
{
    auto window = std::make_unique<GalleryWindow>(theme);
    window->menuBar()->addMenu(u"&File"_qs);
    window->menuBar()->addMenu(u"&Edit"_qs);
    auto *grid = new QGridLayout;
    grid->setSpacing(12);
    int row = 0;
    const auto add = [&](const QList<QWidget *> &widgets) {
        for (int i = 0; i < widgets.size(); ++i) {
            grid->addWidget(widgets.at(i), row, i, Qt::AlignTop);
        }
        ++row;
    };
    auto *disabled = window->button(u"Disabled"_qs);
    disabled->setEnabled(false);
    auto *off = window->button(u"Disabled primary"_qs, ButtonKind::Primary);
    off->setEnabled(false);
    add({window->button(u"Normal"_qs), window->button(u"Primary"_qs, ButtonKind::Primary),
         window->button(u"Danger"_qs, ButtonKind::Danger),
         window->button(u"Quiet"_qs, ButtonKind::Quiet),
         window->button(u"Link"_qs, ButtonKind::Link), disabled, off});
    auto *line = new QLineEdit(u"Text"_qs);
    auto *bad = new QLineEdit(u"0"_qs);
    setInvalid(*bad, true);
    auto *grey = new QLineEdit(u"Disabled"_qs);
    grey->setEnabled(false);
    auto *combo = new QComboBox;
    combo->addItems({u"United Kingdom"_qs, u"France"_qs});
    auto *editable = new QComboBox;
    editable->setEditable(true);
    editable->addItems({u"Editable"_qs});
    auto *spin = new QSpinBox;
    spin->setSuffix(u" GB"_qs);
    add({line, bad, grey, combo, editable, spin, new UnitEdit(theme, u"GB"_qs)});
    auto *check = new QCheckBox(u"Checked"_qs);
    check->setChecked(true);
    auto *part = new QCheckBox(u"Partly"_qs);
    part->setTristate(true);
    part->setCheckState(Qt::PartiallyChecked);
    auto *radio = new QRadioButton(u"Radio on"_qs);
    radio->setChecked(true);
    auto *progress = new QProgressBar;
    progress->setValue(42);
    add({check, new QCheckBox(u"Unchecked"_qs), part, radio, new QRadioButton(u"Radio"_qs),
         progress});
    auto *tabs = new QTabWidget;
    tabs->addTab(new QPlainTextEdit(u"VIP — do not cut off.\nInvoice 2231 paid until Dec 1."_qs),
                 u"Note"_qs);
    tabs->addTab(new QWidget, u"All fields"_qs);
    tabs->setMaximumHeight(160);
    grid->addWidget(tabs, row, 0, 1, 3);
    auto *list = new QComboBox;
    list->addItems({u"One"_qs, u"Two"_qs});
    grid->addWidget(list, row++, 4);
    for (const Tone tone : {Tone::Accent, Tone::Good, Tone::Warning, Tone::Bad}) {
        auto *banner = new Banner(theme);
        banner->setMessage(
            tone, u"A lead."_qs,
            u"The text that follows it, long enough to wrap when the window is narrow, with two links at its end."_qs);
        banner->addLink(u"Show"_qs, u"show"_qs);
        banner->addLink(u"Save evidence…"_qs, u"save"_qs);
        banner->setDismissible(true);
        grid->addWidget(banner, row++, 0, 1, 7);
    }
    window->column->addLayout(grid);
    window->column->addStretch(1);
    return window;
}

class EditSheet final : public SheetDialog
{
public:
    EditSheet(Theme &theme, QWidget *parent)
        : SheetDialog(theme, u"Edit proxy"_qs, parent)
    {
        setSheetWidth(640);
        setSubtitle(u"price-watch-gb-03 · residential"_qs);
        auto *name = new FieldRow(theme, u"&Name"_qs, new QLineEdit(u"price-watch-london"_qs));
        name->setPrevious(u"price-watch-gb-03"_qs);
        contentLayout()->addWidget(name);
        const auto choice = [&](const QString &label, const QString &value) {
            auto *box = new QComboBox;
            box->addItem(value);
            return new FieldRow(theme, label, box);
        };
        contentLayout()->addLayout(
            fieldsInRow({choice(u"Country"_qs, u"United Kingdom"_qs),
                         choice(u"Region"_qs, u"England"_qs), choice(u"City"_qs, u"London"_qs)}));
        auto *interval = new FieldRow(theme, u"Interval"_qs, new QLineEdit(u"0"_qs));
        interval->setError(u"The service says: must be at least 1."_qs);
        contentLayout()->addLayout(fieldsInRow({choice(u"Behavior"_qs, u"sticky"_qs),
                                                choice(u"Rotation"_qs, u"interval"_qs), interval}));
        auto *amount = new UnitEdit(theme, u"GB"_qs);
        amount->setText(u"50.0"_qs);
        auto *allowance = new FieldRow(theme, u"Traffic limit"_qs, amount);
        allowance->setMaximumWidth(195);
        contentLayout()->addWidget(allowance);
        auto *box = new Card(theme);
        box->setInset(true);
        auto *inside = new QVBoxLayout(box);
        inside->setContentsMargins(14, 14, 14, 14);
        inside->addWidget(new Label(theme, Role::QuietText, TextStyle::Body,
                                    u"2 changes will be sent: name, rotate_interval"_qs));
        contentLayout()->addWidget(box);
        addFooterWidget(new QPushButton(u"Undo changes"_qs));
    }
};

class NoteSheet final : public SheetDialog
{
public:
    NoteSheet(Theme &theme, QWidget *parent)
        : SheetDialog(theme, u"Note for client_139"_qs, parent)
    {
        setSubtitle(u"Internal. Your customer never sees it."_qs);
        banner()->setMessage(Tone::Warning,
                             u"This note was changed on the service while you were writing."_qs,
                             u"Note at the service: “VIP — do not cut off. Renewed Nov 20.”"_qs);
        banner()->addLink(u"Keep my note"_qs, u"a"_qs);
        banner()->addLink(u"Use the service's note"_qs, u"b"_qs);
        banner()->show();
        auto *text =
            new QPlainTextEdit(u"VIP — do not cut off.\nInvoice 2231 paid until Dec 1."_qs);
        text->setFixedHeight(120);
        contentLayout()->addWidget(text);
        addFooterWidget(new KeyHint(theme, QKeySequence(Qt::CTRL | Qt::Key_Enter)));
        setFooterNote(u"saves; drafts are kept"_qs);
        setSubmitText(u"Save note"_qs, u"Saving…"_qs);
        text->setFocus();
    }
};

void settle()
{
    for (int i = 0; i < 5; ++i) {
        QApplication::processEvents();
    }
}

void save(QWidget &window, QWidget *over, const QString &path)
{
    settle();
    QPixmap picture = window.grab();
    if (over) {
        const QPixmap sheet = over->grab();
        QPainter painter(&picture);
        painter.drawPixmap(over->mapToGlobal(QPoint()) - window.mapToGlobal(QPoint()), sheet);
    }
    picture.save(path);
}

void paintAll(Theme &theme, const QDir &folder, const QString &suffix)
{
    const auto name = [&](const char *scene) {
        return folder.filePath(QLatin1String(scene) + suffix + u".png"_qs);
    };
    for (const auto &[scene, make] :
         {std::pair{"overview", &overview}, std::pair{"proxies", &proxies},
          std::pair{"empties", &empties}, std::pair{"controls", &controls}}) {
        auto window = make(theme);
        window->show();
        save(*window, nullptr, name(scene));
    }
    auto window = proxies(theme);
    window->show();
    settle();
    EditSheet edit(theme, window.get());
    edit.open();
    save(*window, &edit, name("edit"));
    edit.close();
    NoteSheet note(theme, window.get());
    note.open();
    save(*window, &note, name("note"));
    note.close();
    QComboBox combo(window.get());
    combo.addItems({u"United Kingdom"_qs, u"France"_qs, u"Germany"_qs});
    combo.setGeometry(20, 20, 200, 32);
    combo.show();
    combo.showPopup();
    save(*combo.view()->window(), nullptr, name("combo"));
    combo.hidePopup();
    QMenu menu(window.get());
    menu.addAction(theme.icon(Icon::Copy), u"&Copy"_qs, QKeySequence(Qt::CTRL | Qt::Key_C), &menu,
                   [] {});
    menu.addAction(theme.icon(Icon::Edit), u"&Edit…"_qs)->setEnabled(false);
    menu.addSeparator();
    auto *checked = menu.addAction(u"Show all fields"_qs);
    checked->setCheckable(true);
    checked->setChecked(true);
    menu.addMenu(u"Copy as"_qs)->addAction(u"JSON"_qs);
    menu.setActiveAction(menu.actions().constFirst());
    menu.popup(QPoint(10, 10));
    save(menu, nullptr, name("menu"));
    menu.close();
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Theme theme;
    theme.apply(app);
    if (app.arguments().contains(u"--stay"_qs)) {
        theme.setMode(Theme::Mode::Light);
        auto window = proxies(theme);
        window->show();
        EditSheet sheet(theme, window.get());
        sheet.open();
        return QApplication::exec();
    }
    const QDir folder(app.arguments().value(1, u"gallery"_qs));
    if (!folder.mkpath(u"."_qs)) {
        return 1;
    }
    theme.setMode(Theme::Mode::Light);
    paintAll(theme, folder, u"-light"_qs);
    theme.setMode(Theme::Mode::Dark);
    paintAll(theme, folder, u"-dark"_qs);
    return 0;
}
