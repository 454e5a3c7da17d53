// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subusers/pastedids.h"

#include <QRegularExpression>
#include <QSet>
#include <QUuid>

namespace relaybook {
namespace {

/// Removes brackets, quotes and separators around a value.
QString bareValue(const QString &text)
{
    static const QString around = QStringLiteral("\"'`{}()[]<>,;");
    qsizetype begin = 0;
    qsizetype end = text.size();
    const auto isAround = [&](QChar letter) { return letter.isSpace() || around.contains(letter); };
    while (begin < end && isAround(text.at(begin))) {
        ++begin;
    }
    while (end > begin && isAround(text.at(end - 1))) {
        --end;
    }
    return text.mid(begin, end - begin);
}

std::optional<QString> uuidIn(const QString &text)
{
    static const QRegularExpression form(QStringLiteral(
        "\\A[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}\\z"));
    const QString bare = bareValue(text);
    if (!form.match(bare).hasMatch()) {
        return std::nullopt;
    }
    QString digits = bare.toLower();
    digits.remove(u'-');
    constexpr int hyphens[] = {8, 13, 18, 23};
    for (const int at : hyphens) {
        digits.insert(at, u'-');
    }
    return digits;
}

bool isNumber(const QString &text)
{
    bool isOne = false;
    bareValue(text).toLongLong(&isOne);
    return isOne;
}

/// Calls `take` with each line that is not empty.
template <class Take>
void forEachLine(const QString &text, Take take)
{
    // Line ends of all systems, and the separators of word processors.
    static const QRegularExpression ends(QStringLiteral("\r\n|[\n\r\v\f\u2028\u2029]"));
    const QStringList lines = text.split(ends);
    for (int i = 0; i < lines.size(); ++i) {
        QString line = lines.at(i);
        line.remove(QChar::ByteOrderMark);
        line = line.trimmed();
        if (!line.isEmpty()) {
            take(PastedLine{i + 1, line, PastedLine::Verdict::Good});
        }
    }
}

template <class Id>
class LineJudge
{
public:
    explicit LineJudge(std::function<bool(const Id &)> isKnown)
        : m_isKnown(std::move(isKnown))
    {
    }
    PastedLine::Verdict judge(const Id &id)
    {
        if (m_seen.contains(id)) {
            return PastedLine::Verdict::Repeated;
        }
        m_seen.insert(id);
        if (m_isKnown(id)) {
            return PastedLine::Verdict::Known;
        }
        return ++m_good > mostPastedIds ? PastedLine::Verdict::BeyondLimit
                                        : PastedLine::Verdict::Good;
    }

private:
    std::function<bool(const Id &)> m_isKnown;
    QSet<Id> m_seen;
    int m_good = 0;
};

} // namespace

std::vector<PastedProxy> readPastedProxies(const QString &text,
                                           const std::function<bool(const ProxyId &)> &isKnown)
{
    std::vector<PastedProxy> read;
    LineJudge<ProxyId> judge(isKnown);
    forEachLine(text, [&](PastedLine line) {
        PastedProxy proxy{std::move(line), {}};
        if (const auto uuid = uuidIn(proxy.line.text)) {
            proxy.id = ProxyId(*uuid);
            proxy.line.verdict = judge.judge(proxy.id);
        } else {
            proxy.line.verdict = isNumber(proxy.line.text) ? PastedLine::Verdict::WrongKind
                                                           : PastedLine::Verdict::NoUuid;
        }
        read.push_back(std::move(proxy));
    });
    return read;
}

std::vector<PastedSubUser> readPastedSubUsers(const QString &text,
                                              const std::function<bool(SubUserId)> &isKnown)
{
    static const QRegularExpression form(
        QStringLiteral("\\A[\"'#]*([0-9]{1,19})[\"']*(?:[\\s,;:]+(.*))?\\z"));
    std::vector<PastedSubUser> read;
    LineJudge<SubUserId> judge(isKnown);
    forEachLine(text, [&](PastedLine line) {
        PastedSubUser subUser{std::move(line), {}, {}};
        const auto match = form.match(subUser.line.text);
        bool fits = false;
        const qint64 number = match.captured(1).toLongLong(&fits);
        subUser.name = bareValue(match.captured(2));
        if (!match.hasMatch() || !fits || number < 1) {
            subUser.line.verdict = uuidIn(subUser.line.text) ? PastedLine::Verdict::WrongKind
                                                             : PastedLine::Verdict::NoNumber;
        } else if (subUser.name.toUcs4().size() > longestLocalName) {
            subUser.line.verdict = PastedLine::Verdict::LongName;
        } else {
            subUser.id = SubUserId(number);
            subUser.line.verdict = judge.judge(subUser.id);
        }
        read.push_back(std::move(subUser));
    });
    return read;
}

} // namespace relaybook
