// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/subusertablemodel.h"

#include "models/store/keepfile.h"
#include "models/store/textfold.h"
#include "models/tables/searchmeanings.h"
#include "models/tables/usage.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

namespace relaybook {
namespace {

/// The first line of the note; with an ellipsis if there are more.
QString firstLine(const std::optional<QString> &note)
{
    const QString text = note.value_or(QString()).trimmed();
    const QString first = text.section(u'\n', 0, 0).trimmed();
    return text.isEmpty()
               ? format::nothing()
               : privateText(first.size() < text.size() ? QString(first % u" …") : first);
}

QString leftText(const ListedSubUser &row)
{
    return row.trafficLeft ? SubUserTableModel::tr("%1 left").arg(format::traffic(*row.trafficLeft))
                           : format::nothing();
}

QString usedText(const ListedSubUser &row)
{
    return row.trafficUsed ? format::traffic(*row.trafficUsed) : format::nothing();
}

std::optional<TrafficAmount> given(const ListedSubUser &row)
{
    return row.trafficUsed && row.trafficLeft ? row.trafficUsed->plus(*row.trafficLeft)
                                              : std::nullopt;
}

/// The used share of the traffic that the sub-user was given.
std::optional<double> share(const ListedSubUser &row)
{
    return usedShare(row.trafficUsed, given(row));
}

std::optional<int> percentOf(const ListedSubUser &row)
{
    return usedPercent(row.trafficUsed, given(row));
}

QString serviceText(const ListedSubUser &row)
{
    return row.serviceType.isEmpty() ? format::nothing() : format::proxyType(row.serviceType);
}

Tone noteTone(const ListedSubUser &row)
{
    return row.note && !row.note->trimmed().isEmpty() ? Tone::Neutral : Tone::Quiet;
}

Tone leftTone(const ListedSubUser &row)
{
    const auto used = share(row);
    return used ? usageTone(*used) : Tone::Neutral;
}

QString exactOf(const std::optional<TrafficAmount> &amount)
{
    return amount ? format::trafficExact(*amount) : QString();
}

QString sentence(const ListedSubUser &row)
{
    const QString service = serviceText(row);
    const QString note = row.note.value_or(QString()).trimmed();
    if (note.isEmpty()) {
        return SubUserTableModel::tr("Sub-user %1, %2, %3, %4 used, no note.")
            .arg(isolated(format::subUserName(row)), isolated(service), leftText(row),
                 usedText(row));
    }
    return SubUserTableModel::tr("Sub-user %1, %2, %3, %4 used, note: %5.")
        .arg(isolated(format::subUserName(row)), isolated(service), leftText(row), usedText(row),
             isolated(firstLine(row.note)));
}

QString unsavedDraftText()
{
    return SubUserTableModel::tr("You have a draft of this note that is not saved.");
}

QString outdatedSubUserText()
{
    return SubUserTableModel::tr("The service now sends this sub-user in a form that cannot be "
                                 "read. The last readable values are shown.");
}

const std::vector<SearchMeaning> &unnamedMeanings()
{
    static const std::vector<SearchMeaning> meanings{
        {"username = '' AND local_name = ''", {}, foldedText(format::subUserName(SubUser()))}};
    return meanings;
}

const std::vector<SearchPhrase> &notePhrases()
{
    static const std::vector<SearchPhrase> phrases{
        {foldedText(SubUserTableModel::tr("No note")),
         "trim(coalesce(note, ''), char(32, 9, 10, 13)) = ''"
         " AND (length(raw) > 0 OR note_ms IS NOT NULL)"},
        {foldedText(SubUserTableModel::tr("As of %1").arg(QString())).trimmed(),
         "note_ms IS NOT NULL"}};
    return phrases;
}

const std::vector<SearchPhrase> &subUserPhrases()
{
    static const std::vector<SearchPhrase> phrases{
        {foldedText(SubUserTableModel::tr("Sub-user %1")), "id = ?"}};
    return phrases;
}

/// The used percentage of the traffic that the sub-user was given; NULL if it was given none.
constexpr auto givenPercentSql = "(CASE WHEN traffic_used + traffic_left > 0"
                                 " THEN 100.0 * traffic_used / (traffic_used + traffic_left) END)";

constexpr FileColumn subUserLeftInFile{"traffic_balance_gb", FileColumn::Kind::Traffic,
                                       "traffic_left"};
constexpr FileColumn subUserUsedInFile{"traffic_used_gb", FileColumn::Kind::Traffic,
                                       "traffic_used"};

std::optional<ListedSubUser> readListedSubUser(CacheReader &reader, qint64 key, const Clock &clock)
{
    const auto row = reader.subUser(key);
    if (!row) {
        return std::nullopt;
    }
    const auto test = reader.lastTest(testedSubUserPrefix + row->id.text());
    return ListedSubUser{*row, test ? std::optional(LastTest{*test, &clock}) : std::nullopt};
}

} // namespace

ColumnTable<ListedSubUser> SubUserTableModel::columnTable()
{
    using Kind = FileColumn::Kind;
    static constexpr TableColumn<ListedSubUser> columns[] = {
        {{.name = "username",
          .title = QT_TR_NOOP("User name"),
          .width = 130,
          .sort = {"username_sort", true},
          .search = {.meanings = unnamedMeanings},
          .inFile = {{"username", Kind::Text, "username"}}},
         {.text = [](const ListedSubUser &row) { return format::subUserName(row); },
          .value = [](const ListedSubUser &row) { return QVariant(row.username); }}},
        {{.name = "service",
          .title = QT_TR_NOOP("Service"),
          .kind = CellKind::Badge,
          .width = 150,
          .sort = {"service_type"},
          .search = {.meanings = serviceTypeMeanings,
                     .keyword = "service",
                     .value = "service_type"},
          .inFile = {{"service_type", Kind::Text, "service_type"}}},
         {.text = serviceText,
          .value = [](const ListedSubUser &row) { return QVariant(row.serviceType); },
          .tone = [](const ListedSubUser &row) { return proxyTypeTone(row.serviceType); }}},
        {{.name = "note",
          .title = QT_TR_NOOP("Note"),
          .width = 140, // all columns fit a window 800 pixels wide
          .stretches = true,
          .sort = {"coalesce(note, '') COLLATE NOCASE"},
          .search = {.time = "note_ms", // when it was saved
                     .phrases = notePhrases,
                     .keyword = "note",
                     .text = "note"},
          .inFile = {{"note", Kind::Text, "note"}}},
         {.text = [](const ListedSubUser &row) { return firstLine(row.note); },
          .value =
              [](const ListedSubUser &row) { return row.note ? QVariant(*row.note) : QVariant(); },
          .copied =
              [](const ListedSubUser &row) {
                  return row.note.value_or(QString()).trimmed().isEmpty() ? format::nothing()
                                                                          : *row.note;
              },
          .tone = noteTone,
          .toolTip =
              [](const ListedSubUser &row) { return privateText(row.note.value_or(QString())); }}},
        {{.name = "traffic-left",
          .title = QT_TR_NOOP("Traffic"),
          .kind = CellKind::UsageBar,
          .width = 180,
          .sort = {"coalesce(traffic_left, -1)"},
          .search = {.traffic = {"traffic_left"},
                     .around = [] { return SubUserTableModel::tr("%1 left").arg(QString()); },
                     .keyword = "left"},
          .inFile = {subUserLeftInFile}},
         {.text = leftText,
          .value = [](const ListedSubUser &row) { return toVariant(row.trafficLeft); },
          .tone = leftTone,
          .toolTip = [](const ListedSubUser &row) { return exactOf(row.trafficLeft); },
          .bar = share}},
        {{.name = "used",
          .title = QT_TR_NOOP("Used"),
          .kind = CellKind::Number,
          .width = 84,
          .sort = {"coalesce(traffic_used, -1)"},
          .search = {.traffic = {"traffic_used"},
                     .around = [] { return SubUserTableModel::tr("%1 used").arg(QString()); },
                     .keyword = "used"},
          .inFile = {subUserUsedInFile}},
         {.text = usedText,
          .value = [](const ListedSubUser &row) { return toVariant(row.trafficUsed); },
          .toolTip = [](const ListedSubUser &row) { return exactOf(row.trafficUsed); }}},
        {{.name = "used-percent",
          .title = QT_TR_NOOP("Used %"),
          .kind = CellKind::Number,
          .width = 76,
          .hidden = true,
          .sort = {givenPercentSql},
          .search = {.percent = givenPercentSql, .keyword = "used"},
          .inFile = {subUserUsedInFile, subUserLeftInFile}},
         {.text = [](const ListedSubUser &row) { return format::percent(percentOf(row)); },
          .value = [](const ListedSubUser &row) { return percentValue(percentOf(row)); },
          .tone = quiet}},
        {{.name = "id",
          .title = QT_TR_NOOP("Id"),
          .kind = CellKind::Number,
          .width = 90,
          .hidden = true,
          .sort = {"id", true},
          .search = {.phrases = subUserPhrases},
          .inFile = {{"id", Kind::Integer, "id"}}},
         {.text = [](const ListedSubUser &row) { return row.id.text(); },
          .value = [](const ListedSubUser &row) { return QVariant(row.id.value()); },
          .tone = quiet}},
        {{.name = "created",
          .title = QT_TR_NOOP("Created"),
          .kind = CellKind::Time,
          .width = 150,
          .hidden = true,
          .sort = {"coalesce(created_ms, -1)"},
          .search = {.time = "created_ms"},
          .inFile = {{"created_at", Kind::Time, "created_ms"}}},
         {.text = [](const ListedSubUser &row) { return format::dateTime(row.createdAt); },
          .value = [](const ListedSubUser &row) { return toVariant(row.createdAt); },
          .tone = quiet}},
        {{.name = "updated",
          .title = QT_TR_NOOP("Updated"),
          .kind = CellKind::Time,
          .width = 150,
          .hidden = true,
          .sort = {"coalesce(updated_ms, -1)"},
          .search = {.time = "updated_ms"},
          .inFile = {{"updated_at", Kind::Time, "updated_ms"}}},
         {.text = [](const ListedSubUser &row) { return format::dateTime(row.updatedAt); },
          .value = [](const ListedSubUser &row) { return toVariant(row.updatedAt); },
          .tone = quiet}},
        lastTestColumn<ListedSubUser>(QT_TR_NOOP("Last test"), subUserTestSql, subUserTestMeanings,
                                      true),
    };
    return columns;
}

SubUserTableModel::SubUserTableModel(AccountStore &store, QThreadPool &pool)
    : ListTableModel(store, pool,
                     {.table = StoreTable::SubUsers,
                      .columns = columnTable(),
                      .read = readListedSubUser,
                      .idText = [](const ListedSubUser &row) { return row.id.text(); },
                      .sentence = sentence,
                      .outdatedText = outdatedSubUserText})
{
    begin(column("username"), Qt::AscendingOrder);
}

void SubUserTableModel::setDrafts(const KeepFile &kept)
{
    m_kept = &kept;
    connect(&kept, &KeepFile::draftsChanged, this, [this](SubUserId id) {
        if (const int row = rowOf(id.value()); row >= 0) {
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
        }
    });
}

void SubUserTableModel::setAttention(std::function<CellRemark(SubUserId)> attention)
{
    m_attention = std::move(attention);
    noteAttentionChanged();
}

void SubUserTableModel::noteAttentionChanged()
{
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
    }
}

CellRemark SubUserTableModel::remarkOn(int column, const ListedSubUser &row) const
{
    if (column == 0 && m_attention) {
        return m_attention(row.id);
    }
    if (m_kept == nullptr || column != SubUserTableModel::column("note")) {
        return ListTableModel::remarkOn(column, row);
    }
    const auto draft = m_kept->draft(row.id);
    const bool isUnsaved = draft && draft->text != row.note.value_or(QString());
    return isUnsaved ? CellRemark{unsavedDraftText} : CellRemark();
}

} // namespace relaybook
