// SPDX-License-Identifier: GPL-3.0-or-later
// The note beside the title of a list page: how many rows there are, or for a few seconds a
// message.
#pragma once

#include <QObject>
#include <QTimer>

namespace relaybook {

class PageHeader;

class ListNote : public QObject
{
    Q_OBJECT

public:
    ListNote(PageHeader &header, QObject *parent);

    /// Sets the note that is shown while there is no message.
    void setUsual(const QString &text);
    /// Shows a message for a few seconds. An empty one removes the message that is shown.
    void say(const QString &message);
    /// Shows a message until the next say().
    void showProgress(const QString &message);

private:
    void show();

    PageHeader &m_header;
    QString m_usual;
    QString m_message;
    QTimer m_timer;
};

} // namespace relaybook
