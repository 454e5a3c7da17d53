// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowpalette.h"

#include "api/types/clock.h"
#include "models/accounts/accountsession.h"
#include "ui/base/settings.h"
#include "ui/base/viewonlytext.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/settingsdialog.h"
#include "ui/shell/sheetstack.h"
#include "ui/shell/windowactions.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace relaybook {

namespace {

QString withoutKeyMark(QString text)
{
    return text.remove(u'&');
}

} // namespace

WindowPalette::WindowPalette(const Theme &theme, Settings &settings, SheetStack &sheets,
                             WindowActions &actions, QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_sheets(sheets)
    , m_actions(actions)
{
    qApp->installEventFilter(this);
}

// In a field, Ctrl+K is a key of Qt that deletes the rest of the text: there too it is a shortcut.
bool WindowPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<const QKeyEvent *>(event);
        const auto *widget = qobject_cast<const QWidget *>(watched);
        if (widget != nullptr && widget->window() == &m_sheets.window() &&
            QKeySequence(key->keyCombination()) == m_actions.findAnything->shortcut()) {
            event->ignore();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

void WindowPalette::setAccount(const WindowAccount &account)
{
    m_account = account;
}

QAction *WindowPalette::action(const QString &name) const
{
    for (const QMenu *menu : m_actions.menus()) {
        for (QAction *each : menu->actions()) {
            if (each->objectName() == name) {
                return each;
            }
        }
    }
    return nullptr;
}

// Those that are possible now, with the menu and the keys by which they are found elsewhere.
std::vector<PaletteCommand> WindowPalette::commands() const
{
    std::vector<PaletteCommand> all;
    for (const QMenu *menu : m_actions.menus()) {
        for (const QAction *each : menu->actions()) {
            const bool isOffered = each->isEnabled() && each->isVisible() && !each->isSeparator() &&
                                   each->menu() == nullptr && !each->objectName().isEmpty() &&
                                   each != m_actions.findAnything;
            if (!isOffered) {
                continue;
            }
            const bool isPage = std::find(m_actions.pages.begin(), m_actions.pages.end(), each) !=
                                m_actions.pages.end();
            QStringList detail{withoutKeyMark(menu->title())};
            if (!each->shortcut().isEmpty()) {
                detail.append(each->shortcut().toString(QKeySequence::NativeText));
            }
            all.push_back({isPage ? PaletteResult::Kind::Page : PaletteResult::Kind::Command,
                           each->objectName(), withoutKeyMark(each->text()),
                           detail.join(QStringLiteral(" · "))});
        }
    }
    for (const SettingsPart &part : settingsParts()) {
        for (const SettingsSection::Entry &entry : part.entries) {
            all.push_back({PaletteResult::Kind::Setting, entry.field, entry.title,
                           entry.title == part.title ? QString() : part.title});
        }
    }
    return all;
}

void WindowPalette::open()
{
    if (m_sheets.top() != &m_sheets.window()) {
        return;
    }
    PaletteResults::Sources sources;
    AccountSession *account = m_account.account;
    if (account != nullptr) {
        sources = {&account->queries(), &account->rows(), account->orderEngines(),
                   account->summary().currency};
    }
    auto results = std::make_unique<PaletteResults>(
        std::move(sources), commands(), PaletteUses(m_settings.bytes(Setting::PaletteUses)),
        SystemClock().now());
    const bool canGive = account != nullptr && whyNoChange(*account, Area::SubUsers).isEmpty();
    auto *dialog = new PaletteDialog(m_theme, std::move(results), canGive, &m_sheets.window());
    connect(dialog, &PaletteDialog::chosen, this, &WindowPalette::choose);
    connect(dialog, &PaletteDialog::giveWanted, this, [this](const PaletteResult &subUser) {
        remember(subUser);
        Q_EMIT giveWanted(subUser);
    });
    SheetStack::open(dialog);
}

void WindowPalette::remember(const PaletteResult &result)
{
    PaletteUses uses(m_settings.bytes(Setting::PaletteUses));
    uses.add(result.id(), SystemClock().now());
    m_settings.setValue(Setting::PaletteUses, uses.stored());
}

void WindowPalette::choose(const PaletteResult &result)
{
    remember(result);
    if (result.kind != PaletteResult::Kind::Command && result.kind != PaletteResult::Kind::Page) {
        Q_EMIT resultChosen(result);
        return;
    }
    QAction *command = action(result.name);
    if (command != nullptr && command->isEnabled()) {
        // From the event loop: the command may close the palette's window while it handles a click.
        QMetaObject::invokeMethod(command, &QAction::trigger, Qt::QueuedConnection);
    }
}

} // namespace relaybook
