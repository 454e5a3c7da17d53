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
    model.setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("Type"),
                                     QStringLiteral("Location"), QStringLiteral("Rotation"),
                                     QStringLiteral("Traffic"), QStringLiteral("Test"),
                                     QStringLiteral("Used")});
    const QStringList names{QStringLiteral("checkout-us-01"), QStringLiteral("serp-de-02"),
                            QStringLiteral("price-watch-gb-03"), QStringLiteral("ads-verify-fr-04"),
                            QStringLiteral("social-br-05")};
    for (int i = 0; i < 15; ++i) {
        const bool mobile = i % 3 == 2;
        const Tone bar = i % 5 == 0 ? Tone::Warning : i % 7 == 6 ? Tone::Bad : Tone::Accent;
        const QString traffic = QStringLiteral("%1.8 / 50 GB").arg(i * 3 + 2);
        const CellSpec test =
            i % 4 == 3   ? CellSpec{CellKind::QuietText, QStringLiteral("—")}
            : i % 6 == 5 ? CellSpec{CellKind::Marked, QStringLiteral("failed"), Tone::Bad}
                         : CellSpec{CellKind::Marked, QStringLiteral("142 ms"), Tone::Good};
        addRow(model,
               {{CellKind::Text, names.at(i % 5)},
                {CellKind::Badge, mobile ? QStringLiteral("Mobile") : QStringLiteral("Residential"),
                 mobile ? Tone::Accent : Tone::Neutral},
                {CellKind::Text, QStringLiteral("US · San Jose")},
                {CellKind::QuietText, QStringLiteral("Every request")},
                {CellKind::UsageBar, traffic, bar, (i % 10 + 1) / 10.0},
                test,
                {CellKind::Number, QStringLiteral("%1.0 GB").arg(i * 7)}});
    }
}

void fillTransactions(QStandardItemModel &model)
{
    model.setHorizontalHeaderLabels({QStringLiteral("Date"), QStringLiteral("Type"),
                                     QStringLiteral("Description"), QStringLiteral("Amount"),
                                     QStringLiteral("Balance after")});
    for (int i = 0; i < 5; ++i) {
        const bool in = i % 2 == 1;
        addRow(
            model,
            {{CellKind::Time, QStringLiteral("Nov %1, 14:02").arg(20 - i)},
             {CellKind::Badge, in ? QStringLiteral("Deposit") : QStringLiteral("Traffic purchase"),
              in ? Tone::Good : Tone::Accent},
             {CellKind::Text, QStringLiteral("Residential · 100 GB")},
             {CellKind::Money, in ? QStringLiteral("+$1,000.00") : QStringLiteral("−$240.00"),
              in ? Tone::Good : Tone::Neutral},
             {CellKind::Money, QStringLiteral("$3,184.20"), Tone::Quiet}});
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
        side->setAccount(QStringLiteral("North Relay"), QStringLiteral("api.example.net"));
        side->addEntry(QStringLiteral("overview"), Icon::Overview, QStringLiteral("Overview"));
        side->addEntry(QStringLiteral("proxies"), Icon::Proxies, QStringLiteral("Proxies"));
        side->addEntry(QStringLiteral("subusers"), Icon::SubUsers, QStringLiteral("Sub-users"));
        side->addEntry(QStringLiteral("transactions"), Icon::Transactions,
                       QStringLiteral("Transactions"));
        side->addEntry(QStringLiteral("activity"), Icon::Activity, QStringLiteral("Activity"));
        side->setCount(QStringLiteral("proxies"), QStringLiteral("1,284"));
        side->setCount(QStringLiteral("subusers"), QStringLiteral("312"));
        side->setCount(QStringLiteral("transactions"), QStringLiteral("48,902"));
        side->setPrimary(QStringLiteral("Top up traffic"), std::nullopt);
        side->primaryButton()->show();
        row->addWidget(side);
        auto *main = new QVBoxLayout;
        main->setSpacing(0);
        page = new QWidget;
        main->addWidget(page, 1);
        auto *strip = new StatusStrip(theme);
        strip->setConnection(Tone::Good, QStringLiteral("Connected"));
        strip->setAsOf(QStringLiteral("Updated 12 s ago"));
        strip->setFact(QStringLiteral("48,902 transactions stored on this computer"));
        strip->setTask(QStringLiteral("Loading transactions"), 0.42);
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
    window->side->setCurrent(QStringLiteral("overview"));
    auto *header = new PageHeader(theme, QStringLiteral("Overview"));
    header->setNote(QStringLiteral("North Relay"));
    auto *period = window->button(QStringLiteral("Last 60 days"));
    period->setMenu(new QMenu(period));
    header->addWidget(period);
    header->addWidget(window->button(QStringLiteral("Refresh")));
    window->column->addWidget(header);
    auto *banner = new Banner(theme);
    banner->setMessage(
        Tone::Warning, QStringLiteral("Mobile traffic runs out in about 3 days"),
        QStringLiteral("at the rate of the last 7 days (9.8 GB a day, 30.2 GB left)."));
    banner->addLink(QStringLiteral("Top up mobile"), QStringLiteral("topUp"));
    window->column->addWidget(banner);
    auto *cards = new QHBoxLayout;
    cards->setSpacing(14);
    const struct
    {
        QString title, figure, sub;
        double share;
        Tone tone;
    } specs[] = {{QStringLiteral("Balance"), QStringLiteral("$3,184.20"),
                  QStringLiteral("Spent $1,140.00 this month"), -1, Tone::Accent},
                 {QStringLiteral("Residential"), QStringLiteral("412.6 GB"),
                  QStringLiteral("about 18 days"), 0.72, Tone::Accent},
                 {QStringLiteral("Mobile"), QStringLiteral("30.2 GB"),
                  QStringLiteral("about 3 days"), 0.12, Tone::Warning},
                 {QStringLiteral("Residential premium"), QStringLiteral("10.0 GB"),
                  QStringLiteral("No use was seen in the last 14 days"), -1, Tone::Accent}};
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
    window->side->setCurrent(QStringLiteral("proxies"));
    window->side->setSandbox(true);
    auto *header = new PageHeader(theme, QStringLiteral("Proxies"));
    header->setNote(QStringLiteral("1,284"));
    auto *search = new SearchField(theme);
    search->setShortcutHint(QKeySequence(Qt::CTRL | Qt::Key_F));
    header->addWidget(search);
    auto *copyAs = window->button(QStringLiteral("Copy as"));
    copyAs->setMenu(new QMenu(copyAs));
    header->addWidget(copyAs);
    header->addWidget(window->button(QStringLiteral("Edit…")));
    header->addWidget(window->button(QStringLiteral("New sub-user…"), ButtonKind::Primary));
    window->column->addWidget(header);
    auto *chips = new QHBoxLayout;
    chips->setSpacing(8);
    auto *active = new FilterChip(theme, QStringLiteral("Type: Residential, Mobile"));
    active->setActive(true);
    chips->addWidget(active);
    auto *country = new FilterChip(theme, QStringLiteral("Country"));
    country->setMenu(new QMenu(country));
    chips->addWidget(country);
    chips->addWidget(new FilterChip(theme, QStringLiteral("Usage over 80 %")));
    chips->addStretch(1);
    chips->addWidget(
        new Label(theme, Role::QuietText, TextStyle::Body, QStringLiteral("286 of 1,284")));
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
    inspector->setTitle(QStringLiteral("price-watch-gb-03"));
    inspector->setSubtitle(QStringLiteral("Residential · United Kingdom, England, London"));
    auto *secret = new SecretRow(theme, QStringLiteral("HTTP address"));
    secret->setSecret(QStringLiteral("http://user-81f2:••••••@gw.example.net:5000"),
                      QStringLiteral("http://user-81f2:hunter22@gw.example.net:5000"));
    inspector->addWidget(secret);
    inspector->addRows()->setRows(
        {{QStringLiteral("Traffic"), QStringLiteral("31.4 of 50 GB")},
         {QStringLiteral("Rotation"), QStringLiteral("Sticky, 10")},
         {QStringLiteral("Behavior"), QStringLiteral("sticky")},
         {QStringLiteral("Numeric id"), QStringLiteral("20418"), Tone::Neutral, true},
         {QStringLiteral("Updated"), QStringLiteral("Nov 20, 2026 13:50")}});
    auto *section = inspector->addSection(QStringLiteral("Note"));
    auto *edit = window->button(QStringLiteral("Edit"), ButtonKind::Link);
    section->addTitleWidget(edit);
    section->addTitleWidget(new KeyHint(theme, QKeySequence(Qt::Key_F2)));
    section->rows()->setRows(
        {{QStringLiteral("HTTP"), QStringLiteral("142 ms · exit 81.2.69.142"), Tone::Good},
         {QStringLiteral("SOCKS5"), QStringLiteral("158 ms · exit 81.2.69.142"), Tone::Good}});
    inspector->addFooterWidget(window->button(QStringLiteral("Edit…"), ButtonKind::Primary));
    inspector->addFooterWidget(window->button(QStringLiteral("Delete…"), ButtonKind::Danger), true);
    split->addWidget(inspector);
    split->setSizes({728, 290});
    window->column->addWidget(split, 1);
    return window;
}

std::unique_ptr<GalleryWindow> empties(Theme &theme)
{
    auto window = std::make_unique<GalleryWindow>(theme);
    window->side->setCurrent(QStringLiteral("subusers"));
    window->column->addWidget(new PageHeader(theme, QStringLiteral("Sub-users")));
    auto *grid = new QGridLayout;
    grid->setSpacing(14);
    const EmptyStateContent contents[] = {
        {Icon::SubUsers, QStringLiteral("No sub-users yet"),
         QStringLiteral("Create one, give it traffic, and hand its credentials to your customer."),
         QStringLiteral("New sub-user…"), true},
        {Icon::NothingFound, QStringLiteral("Nothing matches “agncy”"),
         QStringLiteral("312 sub-users are stored here; none has it in its name or note."),
         QStringLiteral("Clear filters"), false},
        {Icon::Offline, QStringLiteral("Could not load the sub-users"),
         QStringLiteral("The service did not answer within 15 seconds. What was stored on Nov 20 "
                        "at 14:02 can still be shown."),
         QStringLiteral("Try again"), true},
        {Icon::Key, QStringLiteral("This needs a Reseller Key"),
         QStringLiteral("You are signed in with a personal token only: proxies and transactions. "
                        "Sub-users and top-ups need a Reseller Key."),
         QStringLiteral("Add a Reseller Key…"), true}};
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
    window->menuBar()->addMenu(QStringLiteral("&File"));
    window->menuBar()->addMenu(QStringLiteral("&Edit"));
    auto *grid = new QGridLayout;
    grid->setSpacing(12);
    int row = 0;
    const auto add = [&](const QList<QWidget *> &widgets) {
        for (int i = 0; i < widgets.size(); ++i) {
            grid->addWidget(widgets.at(i), row, i, Qt::AlignTop);
        }
        ++row;
    };
    auto *disabled = window->button(QStringLiteral("Disabled"));
    disabled->setEnabled(false);
    auto *off = window->button(QStringLiteral("Disabled primary"), ButtonKind::Primary);
    off->setEnabled(false);
    add({window->button(QStringLiteral("Normal")),
         window->button(QStringLiteral("Primary"), ButtonKind::Primary),
         window->button(QStringLiteral("Danger"), ButtonKind::Danger),
         window->button(QStringLiteral("Quiet"), ButtonKind::Quiet),
         window->button(QStringLiteral("Link"), ButtonKind::Link), disabled, off});
    auto *line = new QLineEdit(QStringLiteral("Text"));
    auto *bad = new QLineEdit(QStringLiteral("0"));
    setInvalid(*bad, true);
    auto *grey = new QLineEdit(QStringLiteral("Disabled"));
    grey->setEnabled(false);
    auto *combo = new QComboBox;
    combo->addItems({QStringLiteral("United Kingdom"), QStringLiteral("France")});
    auto *editable = new QComboBox;
    editable->setEditable(true);
    editable->addItems({QStringLiteral("Editable")});
    auto *spin = new QSpinBox;
    spin->setSuffix(QStringLiteral(" GB"));
    add({line, bad, grey, combo, editable, spin, new UnitEdit(theme, QStringLiteral("GB"))});
    auto *check = new QCheckBox(QStringLiteral("Checked"));
    check->setChecked(true);
    auto *part = new QCheckBox(QStringLiteral("Partly"));
    part->setTristate(true);
    part->setCheckState(Qt::PartiallyChecked);
    auto *radio = new QRadioButton(QStringLiteral("Radio on"));
    radio->setChecked(true);
    auto *progress = new QProgressBar;
    progress->setValue(42);
    add({check, new QCheckBox(QStringLiteral("Unchecked")), part, radio,
         new QRadioButton(QStringLiteral("Radio")), progress});
    auto *tabs = new QTabWidget;
    tabs->addTab(
        new QPlainTextEdit(QStringLiteral("VIP — do not cut off.\nInvoice 2231 paid until Dec 1.")),
        QStringLiteral("Note"));
    tabs->addTab(new QWidget, QStringLiteral("All fields"));
    tabs->setMaximumHeight(160);
    grid->addWidget(tabs, row, 0, 1, 3);
    auto *list = new QComboBox;
    list->addItems({QStringLiteral("One"), QStringLiteral("Two")});
    grid->addWidget(list, row++, 4);
    for (const Tone tone : {Tone::Accent, Tone::Good, Tone::Warning, Tone::Bad}) {
        auto *banner = new Banner(theme);
        banner->setMessage(tone, QStringLiteral("A lead."),
                           QStringLiteral("The text that follows it, long enough to wrap when the "
                                          "window is narrow, with two links at its end."));
        banner->addLink(QStringLiteral("Show"), QStringLiteral("show"));
        banner->addLink(QStringLiteral("Save evidence…"), QStringLiteral("save"));
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
        : SheetDialog(theme, QStringLiteral("Edit proxy"), parent)
    {
        setSheetWidth(640);
        setSubtitle(QStringLiteral("price-watch-gb-03 · residential"));
        auto *name = new FieldRow(theme, QStringLiteral("&Name"),
                                  new QLineEdit(QStringLiteral("price-watch-london")));
        name->setPrevious(QStringLiteral("price-watch-gb-03"));
        contentLayout()->addWidget(name);
        const auto choice = [&](const QString &label, const QString &value) {
            auto *box = new QComboBox;
            box->addItem(value);
            return new FieldRow(theme, label, box);
        };
        contentLayout()->addLayout(
            fieldsInRow({choice(QStringLiteral("Country"), QStringLiteral("United Kingdom")),
                         choice(QStringLiteral("Region"), QStringLiteral("England")),
                         choice(QStringLiteral("City"), QStringLiteral("London"))}));
        auto *interval =
            new FieldRow(theme, QStringLiteral("Interval"), new QLineEdit(QStringLiteral("0")));
        interval->setError(QStringLiteral("The service says: must be at least 1."));
        contentLayout()->addLayout(fieldsInRow(
            {choice(QStringLiteral("Behavior"), QStringLiteral("sticky")),
             choice(QStringLiteral("Rotation"), QStringLiteral("interval")), interval}));
        auto *amount = new UnitEdit(theme, QStringLiteral("GB"));
        amount->setText(QStringLiteral("50.0"));
        auto *allowance = new FieldRow(theme, QStringLiteral("Traffic limit"), amount);
        allowance->setMaximumWidth(195);
        contentLayout()->addWidget(allowance);
        auto *box = new Card(theme);
        box->setInset(true);
        auto *inside = new QVBoxLayout(box);
        inside->setContentsMargins(14, 14, 14, 14);
        inside->addWidget(
            new Label(theme, Role::QuietText, TextStyle::Body,
                      QStringLiteral("2 changes will be sent: name, rotate_interval")));
        contentLayout()->addWidget(box);
        addFooterWidget(new QPushButton(QStringLiteral("Undo changes")));
    }
};

class NoteSheet final : public SheetDialog
{
public:
    NoteSheet(Theme &theme, QWidget *parent)
        : SheetDialog(theme, QStringLiteral("Note for client_139"), parent)
    {
        setSubtitle(QStringLiteral("Internal. Your customer never sees it."));
        banner()->setMessage(
            Tone::Warning, QStringLiteral("This note was changed at the service."),
            QStringLiteral("Note at the service: “VIP — do not cut off. Renewed Nov 20.”"));
        banner()->addLink(QStringLiteral("Keep my note"), QStringLiteral("a"));
        banner()->addLink(QStringLiteral("Use the service's note"), QStringLiteral("b"));
        banner()->show();
        auto *text = new QPlainTextEdit(
            QStringLiteral("VIP — do not cut off.\nInvoice 2231 paid until Dec 1."));
        text->setFixedHeight(120);
        contentLayout()->addWidget(text);
        addFooterWidget(new KeyHint(theme, QKeySequence(Qt::CTRL | Qt::Key_Enter)));
        setFooterNote(QStringLiteral("saves; drafts are kept"));
        setSubmitText(QStringLiteral("Save note"), QStringLiteral("Saving…"));
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
        return folder.filePath(QLatin1String(scene) + suffix + QStringLiteral(".png"));
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
    combo.addItems(
        {QStringLiteral("United Kingdom"), QStringLiteral("France"), QStringLiteral("Germany")});
    combo.setGeometry(20, 20, 200, 32);
    combo.show();
    combo.showPopup();
    save(*combo.view()->window(), nullptr, name("combo"));
    combo.hidePopup();
    QMenu menu(window.get());
    menu.addAction(theme.icon(Icon::Copy), QStringLiteral("&Copy"),
                   QKeySequence(Qt::CTRL | Qt::Key_C), &menu, [] {});
    menu.addAction(theme.icon(Icon::Edit), QStringLiteral("&Edit…"))->setEnabled(false);
    menu.addSeparator();
    auto *checked = menu.addAction(QStringLiteral("Show all fields"));
    checked->setCheckable(true);
    checked->setChecked(true);
    menu.addMenu(QStringLiteral("Copy as"))->addAction(QStringLiteral("JSON"));
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
    if (app.arguments().contains(QStringLiteral("--stay"))) {
        theme.setMode(Theme::Mode::Light);
        auto window = proxies(theme);
        window->show();
        EditSheet sheet(theme, window.get());
        sheet.open();
        return QApplication::exec();
    }
    const QDir folder(app.arguments().value(1, QStringLiteral("gallery")));
    if (!folder.mkpath(QStringLiteral("."))) {
        return 1;
    }
    theme.setMode(Theme::Mode::Light);
    paintAll(theme, folder, QStringLiteral("-light"));
    theme.setMode(Theme::Mode::Dark);
    paintAll(theme, folder, QStringLiteral("-dark"));
    return 0;
}
