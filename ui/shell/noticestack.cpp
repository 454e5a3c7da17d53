// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/noticestack.h"

#include "models/accounts/accountsession.h"
#include "ui/base/errortext.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

namespace relaybook {

NoticeStack::NoticeStack(const Theme &theme)
    : m_theme(theme)
{
    setContentsMargins(20, 12, 20, 0);
    setSpacing(8);
}

void NoticeStack::setAccount(AccountSession *account)
{
    if (m_account != nullptr) {
        m_account->notices().disconnect(this);
    }
    if (m_account != account) {
        dropNoticesOfAccount();
    }
    m_account = account;
    if (m_account == nullptr) {
        return;
    }
    const AccountNotices &notices = m_account->notices();
    connect(&notices, &AccountNotices::added, this,
            [this](const QString &message) { showNotice(Tone::Warning, message); });
    for (const QString &message : notices.all()) {
        showNotice(Tone::Warning, message);
    }
    if (const auto problem = notices.keepProblem()) {
        offerToSetKeepFileAside(*problem);
    }
}

void NoticeStack::dropNoticesOfAccount()
{
    for (const QPointer<Banner> &banner : std::as_const(m_ofAccount)) {
        delete banner.data();
    }
    m_ofAccount.clear();
}

void NoticeStack::showProblem(const QString &sentence)
{
    showLasting(Tone::Bad, sentence);
}

Banner *NoticeStack::showNotice(Tone tone, const QString &sentence)
{
    Banner *banner = showLasting(tone, sentence);
    m_ofAccount.removeAll(nullptr);
    if (!m_ofAccount.contains(banner)) {
        m_ofAccount.append(banner);
    }
    return banner;
}

Banner *NoticeStack::showLasting(Tone tone, const QString &sentence)
{
    for (int i = 0; i < count(); ++i) {
        auto *said = qobject_cast<Banner *>(itemAt(i)->widget());
        if (said != nullptr && said->lead() == sentence && !said->isHidden()) {
            return said; // already shown, and not dismissed
        }
    }
    auto *banner = new Banner(m_theme, Banner::Shape::Inline, parentWidget());
    banner->setObjectName(QStringLiteral("notice%1").arg(++m_count));
    banner->setMessage(tone, sentence);
    banner->setDismissible(true);
    connect(banner, &Banner::dismissed, banner, &QObject::deleteLater);
    addWidget(banner);
    banner->show();
    return banner;
}

void NoticeStack::offerToSetKeepFileAside(const QString &problem)
{
    Banner *banner = showNotice(Tone::Warning, problem);
    banner->clearLinks();
    auto *aside = banner->addLink(tr("Rename the file and start a new one"),
                                  QStringLiteral("setKeepFileAside"));
    connect(aside, &QPushButton::clicked, this, [this, banner] {
        const auto old = m_account->notices().setKeepFileAside();
        banner->deleteLater();
        if (old) {
            showNotice(Tone::Good, tr("The old file is now %1.").arg(*old));
        } else {
            showNotice(Tone::Bad, errorText(old.error()).title);
        }
    });
}

} // namespace relaybook
