// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the sections of the settings dialog: a title and the controls below it. A section
// reads and stores its settings itself; a change takes effect at once.
#pragma once

#include <QVariant>
#include <QWidget>

#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QVBoxLayout;

namespace relaybook {

class Label;
class Settings;
class Theme;
class WarningCentre;
enum class Setting;

/// What a section asks the window to do.
enum class SettingsAction {
    OpenDataFolder,
    SwitchPrivacy,
    LoadAgain,     ///< the data of the account that is shown; asks first
    RemoveAccount, ///< with its stored data; asks first
};

/// Everything that the sections need.
struct SettingsContext
{
    const Theme &theme;
    Settings &settings;
    WarningCentre *warnings = nullptr; ///< null: there is no webhook, and no notifications
};

class SettingsSection : public QWidget
{
    Q_OBJECT

public:
    /// What can be set, for the search: the object name of its control, and its title.
    struct Entry
    {
        QString field;
        QString title;
    };

    SettingsSection(const SettingsContext &context, const QString &title, QWidget *parent);

    /// The label above the controls.
    [[nodiscard]] QWidget &titleLabel() const;
    /// The control that gets the keyboard when the section is opened; null if there is none.
    [[nodiscard]] QWidget *firstControl() const;

Q_SIGNALS:
    /// `account` is the key of the account that the action is about; empty for the others.
    void wanted(relaybook::SettingsAction action, const QString &account);

protected:
    struct Choice
    {
        QVariant value;
        QString text;
        QString name; ///< object name, of a radio button
    };

    [[nodiscard]] const Theme &theme() const { return m_context.theme; }
    [[nodiscard]] Settings &settings() const { return m_context.settings; }
    [[nodiscard]] WarningCentre *warnings() const { return m_context.warnings; }
    [[nodiscard]] QVBoxLayout &column() const { return *m_column; }

    /// A bold line above the controls that follow.
    Label *addHeading(const QString &text);
    /// An explanation below a control.
    Label *addWords(const QString &text);
    /// A check box that stores a setting of type bool, with an explanation if there is one.
    QCheckBox *addSwitch(Setting setting, const QString &text, const char *name,
                         const QString &words = {});
    /// One radio button for each choice. `now` is the chosen value.
    void addRadios(Setting setting, const QVariant &now, const std::vector<Choice> &choices);
    /// A list to choose from, named like `heading`.
    QComboBox *addBox(Setting setting, const QVariant &now, const QString &heading,
                      const char *name, const std::vector<Choice> &choices);
    /// Fills a list to choose from, which stores the setting.
    void fillBox(QComboBox &box, Setting setting, const QVariant &now,
                 const std::vector<Choice> &choices);

private:
    const SettingsContext m_context;
    QVBoxLayout *m_column;
    Label *m_title;
};

} // namespace relaybook
