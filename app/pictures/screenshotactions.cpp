// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of a user in a scene of Screenshots: click, type, choose, wait.
#include "app/pictures/findvisible.h"
#include "app/pictures/screenshots.h"

#include <QAbstractButton>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>

namespace relaybook {

Screenshots::UserAction Screenshots::pasteIds(bool ofProxies, int rows)
{
    return [this, ofProxies, rows] {
        auto *edit = findVisible<QPlainTextEdit>(m_program->window(), "idsEdit");
        if (edit == nullptr) {
            return false;
        }
        const auto all = ofProxies ? m_sandbox->service().proxies() : std::vector<std::string>();
        QStringList lines;
        for (int i = 0; i < rows; ++i) {
            lines.append(ofProxies ? QJsonDocument::fromJson(
                                         QByteArray::fromStdString(all.at(std::size_t(i))))[u"id"]
                                         .toString()
                                   : QStringLiteral("%1 Office %1").arg(i + 1));
        }
        if (rows > 2) {
            lines.append(
                QStringLiteral("not-an-id")); // moves the selection to a line with another result
        }
        edit->setPlainText(lines.join(u'\n'));
        return true;
    };
}

Screenshots::UserAction Screenshots::click(const char *name) const
{
    return [this, name] {
        auto *button = findVisible<QAbstractButton>(m_program->window(), name);
        const bool ready = button != nullptr && button->isEnabled();
        if (ready) {
            button->click();
        }
        return ready;
    };
}

Screenshots::UserAction Screenshots::type(const char *name, const QString &text) const
{
    return [this, name, text] {
        auto *field = findVisible<QLineEdit>(m_program->window(), name);
        if (field != nullptr) {
            field->setText(text);
        }
        return field != nullptr;
    };
}

Screenshots::UserAction Screenshots::paste(const char *name, const QString &text) const
{
    return [this, name, text] {
        auto *field = findVisible<QPlainTextEdit>(m_program->window(), name);
        if (field != nullptr) {
            field->setPlainText(text);
        }
        return field != nullptr;
    };
}

Screenshots::UserAction Screenshots::choose(const char *menu, const char *action) const
{
    return [this, menu, action] {
        auto *found = m_program->window().findChild<QMenu *>(QLatin1String(menu));
        if (found != nullptr) {
            Q_EMIT found->aboutToShow(); // the menu is filled when it opens
        }
        auto *entry =
            found != nullptr ? found->findChild<QAction *>(QLatin1String(action)) : nullptr;
        if (entry != nullptr) {
            entry->trigger();
        }
        return entry != nullptr;
    };
}

Screenshots::UserAction Screenshots::wait(const char *name) const
{
    return [this, name] { return findVisible<QWidget>(m_program->window(), name) != nullptr; };
}

Screenshots::UserAction Screenshots::waitEnabled(const char *name) const
{
    return [this, name] {
        const auto *found = findVisible<QWidget>(m_program->window(), name);
        return found != nullptr && found->isEnabled();
    };
}

Screenshots::UserAction Screenshots::setFault(const char *fault)
{
    return [this, fault] {
        if (m_sandbox->service().setFault(fault)) {
            fail(tr("The sandbox has no fault “%1”.").arg(QLatin1String(fault)));
        }
        return true;
    };
}

} // namespace relaybook
