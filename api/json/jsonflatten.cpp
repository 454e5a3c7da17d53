// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonflatten.h"

#include "api/json/jsonmask.h"
#include "api/json/jsonscanner.h"

namespace relaybook {
namespace {

/// Expects masked JSON, which is well-formed and of limited depth.
class Flattener
{
public:
    explicit Flattener(std::string_view json)
        : m_in(json)
    {
    }

    JsonFields run()
    {
        value(QString());
        return std::move(m_fields);
    }

private:
    /// Limits the output: a hostile document could have millions of fields with paths of megabytes.
    [[nodiscard]] bool isFull() const { return m_fields.size() >= mostFlatFields; }

    static QString step(const QString &name)
    {
        constexpr qsizetype longest = 200;
        return name.size() > longest ? QString(name.left(longest) + u'…') : name;
    }

    void value(const QString &path)
    {
        switch (m_in.peek()) {
        case '{':
            object(path);
            return;
        case '[':
            array(path);
            return;
        case '"':
            text(path);
            return;
        default:
            scalar(path);
        }
    }

    void object(const QString &path)
    {
        m_in.take('{');
        if (m_in.take('}')) {
            m_fields.push_back({path, QStringLiteral("{}"), false});
            return;
        }
        do {
            const auto key = m_in.string();
            m_in.take(':');
            const QString name =
                step(QString::fromUtf8(unescapedJson(key.value_or(std::string_view()))));
            value(path.isEmpty() ? name : QString(path + u'.' + name));
        } while (!isFull() && m_in.take(','));
        m_in.take('}');
    }

    void array(const QString &path)
    {
        m_in.take('[');
        if (m_in.take(']')) {
            m_fields.push_back({path, QStringLiteral("[]"), false});
            return;
        }
        int index = 0;
        do {
            value(path + u'[' + QString::number(index++) + u']');
        } while (!isFull() && m_in.take(','));
        m_in.take(']');
    }

    void text(const QString &path)
    {
        const auto inner = m_in.string().value_or(std::string_view());
        m_fields.push_back({path, QString::fromUtf8(unescapedJson(inner)), false});
    }

    void scalar(const QString &path)
    {
        const auto token = m_in.scalar().value_or(std::string_view());
        const bool isNull = token == "null";
        const auto written = QString::fromUtf8(token.data(), static_cast<qsizetype>(token.size()));
        m_fields.push_back({path, isNull ? QString() : written, isNull});
    }

    JsonScanner m_in;
    JsonFields m_fields;
};

} // namespace

JsonFields flattenJson(const QByteArray &json)
{
    const QByteArray masked = maskSecrets(json);
    if (masked.isEmpty()) {
        return {};
    }
    return Flattener(std::string_view(masked.constData(), static_cast<std::size_t>(masked.size())))
        .run();
}

} // namespace relaybook
