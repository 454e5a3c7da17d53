// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settingsdialog.h"

#include "models/text/format.h"
#include "models/text/localeformat.h"
#include "ui/base/formats.h"
#include "ui/base/settings.h"
#include "ui/lists/secretclipboard.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int settingsSheetWidth = 520;

QString lifetimeText(std::chrono::seconds lifetime)
{
    if (lifetime.count() == 0) {
        return SettingsDialog::tr("Never");
    }
    return lifetime < std::chrono::minutes(1)
               ? SettingsDialog::tr("%1 s", "seconds").arg(lifetime.count())
               : SettingsDialog::tr("%1 min", "minutes")
                     .arg(std::chrono::duration_cast<std::chrono::minutes>(lifetime).count());
}

} // namespace

QString appearanceName(int themeMode)
{
    switch (static_cast<Theme::Mode>(themeMode)) {
    case Theme::Mode::Light:
        return QStringLiteral("light");
    case Theme::Mode::Dark:
        return QStringLiteral("dark");
    case Theme::Mode::System:
        break;
    }
    return QStringLiteral("system");
}

int appearanceMode(const QString &name)
{
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        if (appearanceName(int(mode)) == name) {
            return int(mode);
        }
    }
    return int(Theme::Mode::System);
}

SettingsDialog::SettingsDialog(const Theme &theme, Settings &settings, QWidget *parent)
    : SheetDialog(theme, tr("Settings"), parent)
    , m_settings(settings)
{
    setObjectName(QStringLiteral("settingsDialog"));
    setSheetWidth(settingsSheetWidth);
    buildAppearance();
    buildFormats();
    buildRefresh();
    buildAttention();
    buildClipboard();
    buildData();
    setCloseOnly();
    cancelButton()->setFocus();
}

std::vector<SettingsDialog::Entry> SettingsDialog::entries()
{
    return {{QStringLiteral("appearanceSystem"), tr("Appearance")},
            {QStringLiteral("formatsBox"), tr("Numbers and dates")},
            {QStringLiteral("autoRefresh"), tr("Automatic refresh")},
            {QStringLiteral("clipboardSeconds30"),
             tr("Clear copied credentials from the clipboard after")},
            {QStringLiteral("attentionDays"), tr("Needs attention")},
            {QStringLiteral("openDataFolder"), tr("Data on this computer")}};
}

void SettingsDialog::goTo(const QString &field)
{
    if (auto *found = findChild<QWidget *>(field)) {
        found->setFocus();
        bringIntoSight({found});
    }
}

void SettingsDialog::buildAppearance()
{
    auto *title = new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Appearance"), this);
    auto *group = new QButtonGroup(this);
    auto *row = new QHBoxLayout;
    row->setSpacing(20);
    const std::tuple<Theme::Mode, QString, const char *> looks[] = {
        {Theme::Mode::System, tr("Follow system"), "appearanceSystem"},
        {Theme::Mode::Light, tr("Light"), "appearanceLight"},
        {Theme::Mode::Dark, tr("Dark"), "appearanceDark"},
    };
    for (const auto &[mode, text, name] : looks) {
        auto *button = new QRadioButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAccessibleName(text);
        group->addButton(button, int(mode));
        row->addWidget(button);
    }
    row->addStretch(1);
    group->button(appearanceMode(m_settings.text(Setting::Appearance)))->setChecked(true);
    connect(group, &QButtonGroup::idToggled, this, [this](int mode, bool on) {
        if (on) {
            m_settings.setValue(Setting::Appearance, appearanceName(mode));
        }
    });
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(title);
    column->addLayout(row);
    contentLayout()->addLayout(column);
}

void SettingsDialog::addSection(QWidget *title, QWidget *input, QWidget *words)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(title);
    column->addWidget(input);
    column->addWidget(words);
    contentLayout()->addSpacing(4);
    contentLayout()->addLayout(column);
}

void SettingsDialog::buildFormats()
{
    auto *title =
        new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Numbers and dates"), this);
    auto *box = new QComboBox(this);
    box->setObjectName(QStringLiteral("formatsBox"));
    box->setAccessibleName(title->text());
    const QLocale american(QLocale::English, QLocale::UnitedStates);
    const QLocale system = QLocale::system();
    const std::pair<Formats, QString> choices[] = {
        {Formats::Program, tr("As in the program's language")},
        {Formats::British, tr("English (UK)")},
        {Formats::System, tr("As in the system's settings")},
    };
    for (const auto &[formats, text] : choices) {
        box->addItem(tr("%1: %2", "a choice of formats, a sample")
                         .arg(text, format::sample(localeOf(formats, american, system))),
                     formatsName(formats));
    }
    box->setCurrentIndex(
        static_cast<int>(formatsOf(m_settings.text(Setting::Formats)))); // in the order of Formats
    connect(box, &QComboBox::currentIndexChanged, this,
            [this, box] { m_settings.setValue(Setting::Formats, box->currentData()); });
    auto *words = new Label(
        theme(), Role::QuietText, TextStyle::Body,
        format::canShow(system)
            ? tr("Used from the next start on. Exported tables are the same in all formats.")
            : tr("Used from the next start on. Exported tables are the same in all formats. The "
                 "system's digits are not 0 to 9, so its formats cannot be used."),
        this);
    words->setWordWrap(true);
    box->setAccessibleDescription(words->text());
    addSection(title, box, words);
}

void SettingsDialog::buildRefresh()
{
    auto *title =
        new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Automatic refresh"), this);
    auto *box = new QCheckBox(tr("Refresh automatically while the window is open"), this);
    box->setObjectName(QStringLiteral("autoRefresh"));
    box->setAccessibleName(box->text());
    box->setChecked(m_settings.flag(Setting::AutoRefresh));
    connect(box, &QCheckBox::toggled, this,
            [this](bool on) { m_settings.setValue(Setting::AutoRefresh, on); });
    auto *words = new Label(
        theme(), Role::QuietText, TextStyle::Body,
        tr("Balance and traffic every minute, new transactions and the list on screen every five "
           "minutes. At most a quarter of the requests that the service allows is used for this."),
        this);
    words->setWordWrap(true);
    box->setAccessibleDescription(words->text());
    addSection(title, box, words);
}

void SettingsDialog::buildAttention()
{
    auto *title = new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Needs attention"), this);
    auto *lines = new QWidget(this);
    auto *grid = new QGridLayout(lines);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    std::vector<std::pair<int, QString>> spans;
    for (const int days : {1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90}) {
        spans.emplace_back(days, tr("%1 days", nullptr, days).arg(format::count(days)));
    }
    std::vector<std::pair<int, QString>> amounts{{0, tr("Off")}};
    for (const int gb : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
        amounts.emplace_back(gb, tr("%1 GB").arg(format::count(gb)));
    }
    addNumbers(*lines, tr("Traffic or balance lasts less than"), "attentionDays",
               Setting::AttentionDays, spans);
    addNumbers(*lines, tr("Traffic left is at most"), "attentionGb", Setting::AttentionGb, amounts);
    addNumbers(*lines, tr("A proposed amount lasts for"), "proposedDays", Setting::ProposedDays,
               spans);
    auto *words = new Label(theme(), Role::QuietText, TextStyle::Body,
                            tr("For your traffic and for each sub-user. Traffic that is not used "
                               "does not run out."),
                            this);
    words->setWordWrap(true);
    addSection(title, lines, words);
}

void SettingsDialog::addNumbers(QWidget &lines, const QString &text, const char *name,
                                Setting setting,
                                const std::vector<std::pair<int, QString>> &choices)
{
    auto *grid = static_cast<QGridLayout *>(lines.layout());
    const int row = grid->rowCount();
    auto *label = new Label(theme(), Role::Text, TextStyle::Body, text, &lines);
    label->setWordWrap(true);
    auto *box = new QComboBox(&lines);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(text);
    for (const auto &[number, words] : choices) {
        box->addItem(words, number);
    }
    // A number that somebody wrote into the file.
    const int stored = m_settings.value(setting).toInt();
    if (box->findData(stored) < 0) {
        box->addItem(format::count(stored), stored);
    }
    box->setCurrentIndex(box->findData(stored));
    connect(box, &QComboBox::currentIndexChanged, this,
            [this, box, setting] { m_settings.setValue(setting, box->currentData()); });
    grid->addWidget(label, row, 0);
    grid->addWidget(box, row, 1, Qt::AlignLeft);
}

void SettingsDialog::buildClipboard()
{
    auto *title = new Label(theme(), Role::Text, TextStyle::BodyBold,
                            tr("Clear copied credentials from the clipboard after"), this);
    auto *group = new QButtonGroup(this);
    auto *row = new QHBoxLayout;
    row->setSpacing(20);
    const auto chosen = clipboardLifetime(m_settings);
    for (const std::chrono::seconds each : clipboardLifetimes) {
        const QString text = lifetimeText(each);
        auto *button = new QRadioButton(text, this);
        button->setObjectName(QStringLiteral("clipboardSeconds%1").arg(each.count()));
        button->setAccessibleName(text);
        button->setChecked(each == chosen);
        group->addButton(button, static_cast<int>(each.count()));
        row->addWidget(button);
    }
    row->addStretch(1);
    connect(group, &QButtonGroup::idToggled, this, [this](int seconds, bool on) {
        if (on) {
            m_settings.setValue(Setting::ClipboardSeconds, seconds);
        }
    });
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(title);
    column->addLayout(row);
    contentLayout()->addSpacing(4);
    contentLayout()->addLayout(column);
}

void SettingsDialog::buildData()
{
    auto *title =
        new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Data on this computer"), this);
    auto *words = new Label(
        theme(), Role::QuietText, TextStyle::Body,
        tr("Downloaded data, your drafts and these settings are stored in one folder. Passwords, "
           "tokens and keys are never written there; they are kept in the system's keychain, or "
           "for this session only if there is none."),
        this);
    words->setWordWrap(true);
    auto *card = new Card(theme(), this);
    auto *path = new Label(theme(), Role::Text, TextStyle::Mono,
                           QDir::toNativeSeparators(m_settings.dataDir()), card);
    path->setObjectName(QStringLiteral("dataFolder"));
    path->setWordWrap(true);
    path->setSelectable(true);
    card->addInsetColumn()->addWidget(path);
    auto *open = new QPushButton(tr("Open the folder"), this);
    open->setObjectName(QStringLiteral("openDataFolder"));
    auto *copy = new QPushButton(tr("Copy the path"), this);
    copy->setObjectName(QStringLiteral("copyDataFolder"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton *button : {open, copy}) {
        button->setAccessibleName(button->text());
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    connect(open, &QPushButton::clicked, this, &SettingsDialog::openDataFolderRequested);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(QDir::toNativeSeparators(m_settings.dataDir()));
    });
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(title);
    column->addWidget(words);
    column->addWidget(card);
    column->addLayout(buttons);
    contentLayout()->addSpacing(4);
    contentLayout()->addLayout(column);
}

} // namespace relaybook
