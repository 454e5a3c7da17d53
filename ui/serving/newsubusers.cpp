// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/newsubusers.h"

#include "models/text/delimitedtext.h"
#include "models/text/format.h"
#include "models/text/secretname.h"
#include "models/text/showntext.h"
#include "ui/serving/servingtext.h"
#include "ui/widgets/typednumber.h"

#include <QCoreApplication>

#include <algorithm>

namespace relaybook {

namespace {

struct NewSubUsersText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::NewSubUsersText)
};

constexpr qsizetype longestNewName = 255;

/// The places of the columns in a row; -1: there is no such column.
struct NewSubUserColumns
{
    qsizetype name = 0;
    qsizetype amount = 1;
    qsizetype service = 2;
    qsizetype note = 3;
};

/// A column's title as it is compared: "Traffic (GB)" as "traffic". Another unit stays in it: it is
/// no known title then.
QString titleKey(QString title)
{
    title = title.toLower().remove(QStringLiteral("(gb)"));
    title.removeIf([](QChar each) { return !each.isLetterOrNumber(); });
    return title;
}

/// Most amounts are whole, or have one or two decimals after a point: they can be read in one way
/// only, and quickly. Nothing for all others.
std::optional<TrafficAmount> plainAmount(const QString &typed)
{
    constexpr qsizetype longest = 9;
    const qsizetype point = typed.indexOf(u'.');
    const bool isPlain = !typed.isEmpty() && typed.size() <= longest && point != 0 &&
                         (point < 0 || (typed.size() - point > 1 && typed.size() - point <= 3)) &&
                         std::all_of(typed.begin(), typed.end(), [](QChar each) {
                             return (each >= u'0' && each <= u'9') || each == u'.';
                         });
    const auto amount = isPlain ? TrafficAmount::parseGb(typed) : std::nullopt;
    return amount && *amount >= leastTraffic() ? amount : std::nullopt;
}

const QStringList &amountTitles()
{
    static const QStringList titles{
        QStringLiteral("traffic"),    QStringLiteral("gb"),
        QStringLiteral("trafficgb"),  QStringLiteral("trafficingb"),
        QStringLiteral("amount"),     QStringLiteral("amountgb"),
        QStringLiteral("amountingb"), QStringLiteral("trafficallocationgb")};
    return titles;
}

/// A title such as "Traffic (MB)"; empty if there is none.
QString titleInOtherUnit(const QStringList &titles)
{
    for (const QString &title : titles) {
        const bool isAmount = amountTitles().contains(titleKey(title.section(u'(', 0, 0)));
        if (isAmount && !amountTitles().contains(titleKey(title))) {
            return title;
        }
    }
    return {};
}

/// Nothing if the row is no line of titles.
std::optional<NewSubUserColumns> columnsOf(const QStringList &titles)
{
    const auto placeOf = [&titles](const QStringList &names) {
        const auto found =
            std::find_if(titles.begin(), titles.end(), [&names](const QString &title) {
                return names.contains(titleKey(title));
            });
        return found == titles.end() ? -1 : found - titles.begin();
    };
    const qsizetype name = placeOf({QStringLiteral("username"), QStringLiteral("user"),
                                    QStringLiteral("name"), QStringLiteral("login")});
    // A word may also be somebody's name or note: a line with an amount is no line of titles.
    const bool hasAmount = std::any_of(titles.begin(), titles.end(), [](const QString &title) {
        const QString text = title.trimmed();
        const bool isFigure = !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
            return c.isDigit() || c == u'.' || c == u',' || c.isSpace();
        });
        return isFigure || plainAmount(text).has_value();
    });
    if (name < 0 || hasAmount) {
        return std::nullopt;
    }
    return NewSubUserColumns{
        name, placeOf(amountTitles()),
        placeOf({QStringLiteral("service"), QStringLiteral("servicetype"), QStringLiteral("type")}),
        placeOf({QStringLiteral("note"), QStringLiteral("notes"), QStringLiteral("comment")})};
}

/// A title of no column in `columns`, or of a second one with the same meaning; empty if there is
/// none.
QString titleWithoutColumn(const QStringList &titles, const NewSubUserColumns &columns)
{
    for (qsizetype place = 0; place < titles.size(); ++place) {
        const bool isUsed = place == columns.name || place == columns.amount ||
                            place == columns.service || place == columns.note;
        if (!isUsed && !titles.at(place).trimmed().isEmpty()) {
            return titles.at(place).trimmed();
        }
    }
    return {};
}

/// The service's own word for a service that was written as people read it.
QString serviceOf(const QString &typed, const QStringList &known)
{
    for (const QString &each : known) {
        if (typed.compare(each, Qt::CaseInsensitive) == 0 ||
            typed.compare(format::proxyType(each), Qt::CaseInsensitive) == 0) {
            return each;
        }
    }
    return {};
}

class LineReader
{
public:
    /// `titles`: how many there are; 0 if there is no line of titles.
    LineReader(const NewSubUserDefaults &defaults, NewSubUserColumns columns, qsizetype titles)
        : m_defaults(defaults)
        , m_columns(columns)
        , m_titles(titles)
    {
    }

    NewSubUserLine read(const DelimitedRow &row)
    {
        NewSubUserLine line;
        line.number = row.number;
        line.request.kind = ServingKind::Create;
        line.request.username = properName(row.fields.value(m_columns.name));
        const QString note = row.fields.value(m_columns.note);
        if (!note.isEmpty()) {
            line.request.note = note;
        }
        line.problem = problemOfName(line.request.username);
        const QString ofAmount = readAmount(row.fields.value(m_columns.amount), line.request);
        const QString ofService = readService(row.fields.value(m_columns.service), line.request);
        for (const QString &each : {problemOfFields(row.fields), ofAmount, ofService}) {
            if (line.problem.isEmpty()) {
                line.problem = each;
            }
        }
        return line;
    }

private:
    /// "joe,12,5" below "user name,traffic" may mean 12.5, of which 12 would be read.
    [[nodiscard]] QString problemOfFields(const QStringList &fields) const
    {
        constexpr qsizetype known = 4;
        const qsizetype most = m_titles > 0 ? m_titles : known;
        const bool hasMore =
            std::any_of(fields.begin() + std::min(most, fields.size()), fields.end(),
                        [](const QString &field) { return !field.trimmed().isEmpty(); });
        if (!hasMore) {
            return {};
        }
        return m_titles > 0
                   ? NewSubUsersText::tr("This line has more columns than the titles. Put an "
                                         "amount with a comma in quotation marks.")
                   : NewSubUsersText::tr("This line has more than four columns: user name, "
                                         "traffic, service, note. Put a note with a comma in "
                                         "quotation marks.");
    }
    QString problemOfName(const QString &name)
    {
        if (name.isEmpty()) {
            return verdictText(RequestVerdict::NameEmpty);
        }
        if (name.size() > longestNewName) {
            return verdictText(RequestVerdict::NameTooLong);
        }
        if (isNameLikeSecret(name)) {
            return verdictText(RequestVerdict::NameIsSecret);
        }
        const QString key = nameKey(name);
        if (m_names.contains(key)) {
            return verdictText(RequestVerdict::NameTwice);
        }
        if (m_defaults.takenNames.contains(key)) {
            return verdictText(RequestVerdict::NameTaken);
        }
        m_names.insert(key);
        return {};
    }
    QString readAmount(const QString &typed, SubUserRequest &request) const
    {
        if (const auto plain = plainAmount(typed)) {
            request.amount = *plain;
            return {};
        }
        const auto read = readGivenAmount(typed);
        const auto amount = read.value || !typed.isEmpty() ? read.value : m_defaults.amount;
        if (amount) {
            request.amount = *amount;
            return {};
        }
        return read.problem.isEmpty() ? NewSubUsersText::tr("The traffic is missing.")
                                      : read.problem;
    }
    QString readService(const QString &typed, SubUserRequest &request) const
    {
        if (typed.isEmpty()) {
            request.serviceType = m_defaults.serviceType;
            return {};
        }
        request.serviceType = serviceOf(typed, m_defaults.serviceTypes);
        return request.serviceType.isEmpty()
                   ? NewSubUsersText::tr("You have no traffic of the service “%1”.").arg(typed)
                   : QString();
    }

    const NewSubUserDefaults &m_defaults;
    const NewSubUserColumns m_columns;
    const qsizetype m_titles;
    QSet<QString> m_names;
};

/// With three decimals, one more: a point before three digits may separate thousands.
QString amountField(TrafficAmount amount)
{
    constexpr qsizetype ofThousands = 3;
    const QString text = amount.gbText();
    const qsizetype point = text.indexOf(u'.');
    return point >= 0 && text.size() - point - 1 == ofThousands ? QString(text % u'0') : text;
}

QString quotedField(QString field)
{
    const bool needsQuotes = std::any_of(field.begin(), field.end(), [](QChar each) {
        return each == u'"' || each == u',' || each == u';' || each == u'\t' || each == u'\n' ||
               each == u'\r';
    });
    if (!needsQuotes) {
        return field;
    }
    field.replace(u'"', QStringLiteral("\"\""));
    return u'"' % field % u'"';
}

} // namespace

std::vector<SubUserRequest> NewSubUserTable::fineRequests() const
{
    std::vector<SubUserRequest> requests;
    for (const NewSubUserLine &line : lines) {
        if (line.problem.isEmpty()) {
            requests.push_back(line.request);
        }
    }
    return requests;
}

bool NewSubUserTable::isFine() const
{
    return problem.isEmpty() && !lines.empty() &&
           std::all_of(lines.begin(), lines.end(),
                       [](const NewSubUserLine &line) { return line.problem.isEmpty(); });
}

NewSubUserTable readNewSubUsers(const QString &text, const NewSubUserDefaults &defaults)
{
    DelimitedTable read = readDelimited(text, mostNewSubUsers + 1); // and a line of titles
    NewSubUserTable table;
    if (read.isQuoteOpen) {
        table.problem = NewSubUsersText::tr("A quotation mark is not closed on line %1. The lines "
                                            "after it cannot be told apart.")
                            .arg(read.rows.empty() ? 1 : read.rows.back().number);
    }
    NewSubUserColumns columns;
    qsizetype titles = 0;
    if (!read.rows.empty()) {
        if (const auto named = columnsOf(read.rows.front().fields)) {
            columns = *named;
            titles = read.rows.front().fields.size();
            table.titles = read.rows.front().fields.join(QStringLiteral(", "));
            const QString other = titleInOtherUnit(read.rows.front().fields);
            if (!other.isEmpty()) {
                table.problem = NewSubUsersText::tr("Traffic has to be in GB, but a column is "
                                                    "called “%1”.")
                                    .arg(other);
            } else if (const QString unknown =
                           titleWithoutColumn(read.rows.front().fields, columns);
                       !unknown.isEmpty()) {
                constexpr qsizetype longest = 40;
                table.problem =
                    NewSubUsersText::tr("It is not clear what the column “%1” is. Call it user "
                                        "name, traffic, service or note, each once, or delete it.")
                        .arg(isolated(format::shortened(unknown, longest)));
            }
            read.rows.erase(read.rows.begin());
        }
    }
    table.isCut = read.isCut || read.rows.size() > std::size_t(mostNewSubUsers);
    if (table.isCut) {
        table.problem = NewSubUsersText::tr("At most %1 sub-users can be created at once.")
                            .arg(format::count(mostNewSubUsers));
    }
    LineReader reader(defaults, columns, titles);
    table.lines.reserve(read.rows.size());
    for (const DelimitedRow &row : read.rows) {
        table.lines.push_back(reader.read(row));
    }
    return table;
}

QString newSubUsersText(const std::vector<SubUserRequest> &requests)
{
    // With titles, so that no name is taken for one.
    QStringList lines{QStringLiteral("user name,traffic,service,note")};
    for (const SubUserRequest &each : requests) {
        lines.append(QStringList{quotedField(each.username), amountField(each.amount),
                                 quotedField(each.serviceType),
                                 quotedField(each.note.value_or(QString()))}
                         .join(u','));
    }
    return lines.join(u'\n');
}

} // namespace relaybook
