// SPDX-License-Identifier: GPL-3.0-or-later
// What a test of proxies asks for: the protocol, and the page that is loaded. The page is a
// setting, unless the service has a test page of its own.
#pragma once

#include "models/text/credentialformat.h"
#include "ui/base/page.h"

#include <QUrl>
#include <QWidget>

#include <optional>

class QButtonGroup;
class QLineEdit;

namespace relaybook {

class FieldRow;

class ProxyTestForm : public QWidget
{
    Q_OBJECT
public:
    ProxyTestForm(const PageContext &context, QWidget *parent);

    [[nodiscard]] ProxyProtocol protocol() const;
    /// Nothing if what was typed cannot be used; the form says so.
    [[nodiscard]] std::optional<QUrl> page() const;
    /// Stores the page for the next test.
    void storePage();
    void setLocked(bool locked); ///< while a test runs

Q_SIGNALS:
    void changed();

private:
    void buildProtocols();
    void buildPage();
    void whenTyped();

    PageContext m_context;
    QUrl m_ownPage; ///< of the sandbox
    QButtonGroup *m_protocols = nullptr;
    QLineEdit *m_page = nullptr;
    FieldRow *m_pageRow = nullptr;
};

} // namespace relaybook
