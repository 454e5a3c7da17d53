// SPDX-License-Identifier: GPL-3.0-or-later
// Uses the program's window as a user does, in a process that a test started: by the names of its
// controls. A step that does not succeed ends the process with a sentence on standard error.

#pragma once

#include "api/types/trafficamount.h"
#include "app/program.h"
#include "models/export/exportrun.h"

#include <QString>

#include <functional>

class QAbstractItemView;
class QWidget;

namespace relaybook::testing {

/// What is typed into the sign-in dialog; what is empty is left out.
struct TypedSignIn
{
    QString address;
    QString personalToken;
    QString email;
    QString password;
    QString resellerKey;
    NetworkSettings network;
};

class WindowDriver
{
public:
    /// The process ends with this code if a step fails.
    static constexpr int failed = 71;

    explicit WindowDriver(Program &program)
        : m_program(program)
    {
    }

    void waitFor(const std::function<bool()> &condition, const QString &what);
    void signIn(const TypedSignIn &typed);
    /// Waits until everything of the account that is shown is loaded.
    void waitUntilLoaded();
    void trigger(const char *action);
    void editFirstNote(const QString &note);
    void renameFirstProxy(const QString &name);
    /// Shows and copies all passwords that the pages have a button for.
    void revealSecrets();
    void buy(const QString &proxyType, TrafficAmount amount);
    /// Checks the connection step by step, and copies the report. Returns it.
    [[nodiscard]] QString copyConnectionReport();
    /// Writes files of all rows in all formats.
    void exportEverything(const QString &folder);

private:
    [[nodiscard]] QWidget *visibleDialog(const char *name) const;
    [[nodiscard]] QWidget *waitForDialog(const char *name);
    void type(QWidget *dialog, const char *field, const QString &text);
    void typeNetwork(QWidget *dialog, const NetworkSettings &network);
    void click(QWidget *dialog, const char *button);
    QAbstractItemView *firstRowOf(const char *action, const char *page);
    void exportOne(const ExportRequest &request);
    void submit(QWidget *dialog);

    Program &m_program;
};

} // namespace relaybook::testing
