// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that belong to no other section: the page that tests of proxies load.
#pragma once

#include "ui/settings/settingssection.h"

#include <QUrl>

#include <optional>

class QLineEdit;
class QPushButton;

namespace relaybook {

class FieldRow;
class Label;

class GeneralSettings final : public SettingsSection
{
    Q_OBJECT

public:
    GeneralSettings(const SettingsContext &context, QWidget *parent);
    [[nodiscard]] static QString title();
    [[nodiscard]] static std::vector<Entry> entries();

private:
    [[nodiscard]] std::optional<QUrl> checkedPage();
    void buildCards();
    void chooseLogo();
    void showLogo();

    QLineEdit *m_page;
    FieldRow *m_pageRow;
    Label *m_logo = nullptr;
    QPushButton *m_removeLogo = nullptr;
};

} // namespace relaybook
