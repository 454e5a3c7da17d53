// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/copycredentialsdialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/lists/credentialsbox.h"
#include "ui/lists/unclearlines.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStringBuilder>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int copySheetWidth = 560;

// One button of a group, which becomes its parent.
QRadioButton *radioButton(QButtonGroup &group, int id, const QString &text, const char *objectName)
{
    auto *button = new QRadioButton(text, qobject_cast<QWidget *>(group.parent()));
    button->setObjectName(QLatin1String(objectName));
    button->setAccessibleName(text);
    group.addButton(button, id);
    return button;
}

} // namespace

CopyCredentialsDialog::CopyCredentialsDialog(const Theme &theme, qint64 rows,
                                             const CredentialChoice &choice, Example example,
                                             QWidget *parent)
    : SheetDialog(theme, tr("Copy credentials"), parent)
    , m_example(std::move(example))
    , m_rows(rows)
{
    setObjectName(QStringLiteral("copyCredentialsDialog"));
    setSheetWidth(copySheetWidth);
    setSubmitText(tr("Copy credentials"), tr("Copying…"));
    setFooterNote(tr("The choice is remembered."));
    contentLayout()->setSpacing(12);
    buildFormats(choice.format);
    buildTemplate(choice);
    buildProtocols(choice.protocol);
    buildPreview();
    buildSave();
    showChoice();
    m_formats->checkedButton()->setFocus();
}

CopyCredentialsDialog::~CopyCredentialsDialog() = default;

void CopyCredentialsDialog::buildFormats(CredentialFormat chosen)
{
    m_formats = new QButtonGroup(this);
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Format"), this));
    const std::tuple<CredentialFormat, QString, const char *> formats[] = {
        {CredentialFormat::Url, tr("URL"), "formatUrl"},
        {CredentialFormat::HostPortUserPassword, tr("host:port:user:password"),
         "formatHostPortUserPassword"},
        {CredentialFormat::UserPasswordHostPort, tr("user:password@host:port"),
         "formatUserPasswordHostPort"},
        {CredentialFormat::HostPort, tr("host:port"), "formatHostPort"},
        {CredentialFormat::Curl, tr("curl (Linux, macOS)"), "formatCurl"},
        {CredentialFormat::CurlCmd, tr("curl (Windows cmd)"), "formatCurlCmd"},
        {CredentialFormat::CurlPowerShell, tr("curl (PowerShell)"), "formatCurlPowerShell"},
        {CredentialFormat::Own, tr("Own template"), "formatOwn"},
    };
    // In two columns, because one would not fit on a low screen together with the preview.
    constexpr int rows = (static_cast<int>(lastCredentialFormat) + 2) / 2;
    auto *grid = new QGridLayout;
    grid->setVerticalSpacing(8);
    grid->setHorizontalSpacing(20);
    grid->setColumnStretch(1, 1);
    int place = 0;
    for (const auto &[format, text, name] : formats) {
        grid->addWidget(radioButton(*m_formats, static_cast<int>(format), text, name), place % rows,
                        place / rows);
        ++place;
    }
    column->addLayout(grid);
    m_formats->button(static_cast<int>(chosen))->setChecked(true);
    connect(m_formats, &QButtonGroup::idToggled, this, &CopyCredentialsDialog::showChoice);
    contentLayout()->addLayout(column);
}

void CopyCredentialsDialog::buildTemplate(const CredentialChoice &choice)
{
    m_template = new QLineEdit(choice.ownTemplate, this);
    m_template->setObjectName(QStringLiteral("templateEdit"));
    m_templateRow = new FieldRow(theme(), tr("Template"), m_template, this);
    m_templateRow->setHint(tr("Placeholders: %1. Enter {{ or }} for a brace.")
                               .arg(CredentialTemplate::placeholders().join(QLatin1Char(' '))));
    connect(m_template, &QLineEdit::textChanged, this, &CopyCredentialsDialog::showChoice);
    contentLayout()->addWidget(m_templateRow);
    m_lines = new QLineEdit(QString::number(choice.ownLines), this);
    m_lines->setObjectName(QStringLiteral("linesEdit"));
    m_linesRow = new FieldRow(theme(), tr("Lines for each row"), m_lines, this);
    connect(m_lines, &QLineEdit::textChanged, this, &CopyCredentialsDialog::showChoice);
    contentLayout()->addWidget(m_linesRow);
}

void CopyCredentialsDialog::buildProtocols(ProxyProtocol chosen)
{
    m_protocols = new QButtonGroup(this);
    auto *row = new QHBoxLayout;
    row->setSpacing(20);
    const std::tuple<ProxyProtocol, QString, const char *> protocols[] = {
        {ProxyProtocol::Http, tr("HTTP"), "protocolHttp"},
        {ProxyProtocol::Socks5, tr("SOCKS5"), "protocolSocks5"},
    };
    for (const auto &[protocol, text, name] : protocols) {
        row->addWidget(radioButton(*m_protocols, static_cast<int>(protocol), text, name));
    }
    row->addStretch(1);
    m_protocols->button(static_cast<int>(chosen))->setChecked(true);
    connect(m_protocols, &QButtonGroup::idToggled, this, &CopyCredentialsDialog::showChoice);
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Protocol"), this));
    column->addLayout(row);
    contentLayout()->addLayout(column);
}

void CopyCredentialsDialog::buildPreview()
{
    m_preview = new QLineEdit(this);
    m_preview->setObjectName(QStringLiteral("formatPreview"));
    m_preview->setReadOnly(true);
    m_previewRow = new FieldRow(theme(), tr("Preview of the first row"), m_preview, this);
    contentLayout()->addWidget(m_previewRow);
    m_moreLines = new Label(theme(), Role::QuietText, TextStyle::Mono, this);
    m_moreLines->setObjectName(QStringLiteral("formatPreviewMore"));
    m_moreLines->setWordWrap(true);
    contentLayout()->addWidget(m_moreLines);
}

void CopyCredentialsDialog::buildSave()
{
    m_save = addFooterButton(tr("Save to a file…"), "saveCredentialsButton");
    m_save->setAccessibleName(tr("Save the credentials to a file"));
    connect(m_save, &QPushButton::clicked, this, [this] {
        const CredentialChoice now = choice();
        accept();
        Q_EMIT fileWanted(now);
    });
}

CredentialChoice CopyCredentialsDialog::choice() const
{
    CredentialChoice choice;
    choice.format = static_cast<CredentialFormat>(m_formats->checkedId());
    choice.protocol = static_cast<ProxyProtocol>(m_protocols->checkedId());
    choice.ownTemplate = m_template->text();
    choice.ownLines = typedLines().value_or(1);
    return choice;
}

void CopyCredentialsDialog::showChoice()
{
    if (m_preview == nullptr || m_formats->checkedId() < 0 || m_protocols->checkedId() < 0) {
        return; // not built yet, or between two choices
    }
    const CredentialChoice now = choice();
    const bool own = now.format == CredentialFormat::Own;
    const QString problem = problemOf(now.lineTemplate());
    m_templateRow->setVisible(own);
    m_templateRow->setError(problem);
    showLines(now);
    showPreview(now, problem.isEmpty());
    const bool isPossible = problem.isEmpty() && !m_linesRow->hasError();
    submitButton()->setEnabled(isPossible);
    m_save->setEnabled(isPossible);
    if (isVisible()) {
        // The template that is being edited, and its result.
        QWidget *changed = m_templateRow;
        if (!own) {
            changed = m_formats->checkedButton();
        }
        bringIntoSight({changed, m_previewRow});
    }
}

std::optional<int> CopyCredentialsDialog::typedLines() const
{
    bool isNumber = false;
    const int lines = m_lines->text().trimmed().toInt(&isNumber);
    return isNumber && lines >= 1 && lines <= CredentialChoice::mostLines ? std::optional(lines)
                                                                          : std::nullopt;
}

void CopyCredentialsDialog::showLines(const CredentialChoice &choice)
{
    const bool canRepeat =
        choice.format == CredentialFormat::Own && choice.lineTemplate().canRepeat();
    m_linesRow->setVisible(canRepeat);
    const qint64 all = m_rows * choice.lines();
    QString error;
    if (canRepeat && !typedLines()) {
        error = tr("Enter a number from 1 to %1.").arg(format::count(CredentialChoice::mostLines));
    } else if (canRepeat && all > CredentialChoice::mostInAll) {
        error = tr("These are %1 lines. At most %2 are possible: select fewer rows.")
                    .arg(format::count(all), format::count(CredentialChoice::mostInAll));
    }
    m_linesRow->setError(error);
    setSubtitle(
        choice.lines() == 1
            ? tr("%1 selected rows, one line for each", nullptr, static_cast<int>(m_rows))
                  .arg(format::count(m_rows))
            : tr("%1 selected rows, %2 lines for each: %3 lines", nullptr, static_cast<int>(m_rows))
                  .arg(format::count(m_rows), format::count(choice.lines()), format::count(all)));
}

// Random parts are made again for each line that is copied, so the preview has other ones.
void CopyCredentialsDialog::showPreview(const CredentialChoice &choice, bool isValid)
{
    constexpr int shownLines = 3;
    const CredentialTemplate line = choice.lineTemplate();
    const ProxyAccess access = m_example(choice.protocol);
    const CredentialTemplate::Line filled = line.fill(access);
    const bool isKnown = filled.state != CredentialTemplate::Line::NotKnown;
    const auto lineOf = [&](int i) {
        return isValid && isKnown ? privateText(line.masked(access, secretMaskText(), {i + 1, i}))
                                  : QString();
    };
    m_preview->setText(lineOf(0));
    m_preview->setCursorPosition(0);
    QStringList more;
    for (int i = 1; i < std::min(choice.lines(), shownLines); ++i) {
        more.append(lineOf(i));
    }
    if (choice.lines() > shownLines) {
        more.append(u"… " % lineOf(choice.lines() - 1));
    }
    m_moreLines->setText(more.join(u'\n'));
    m_moreLines->setVisible(isValid && isKnown && !more.isEmpty());
    m_previewRow->setHint(hintOf(isValid && !isKnown, filled.isUnclear));
}

QString CopyCredentialsDialog::hintOf(bool isUnknown, bool isUnclear)
{
    if (isUnknown) {
        return tr("The credentials of the first row are not known here.");
    }
    const QString hidden = tr("The password is hidden only in this preview.");
    return isUnclear ? QString(hidden % u' ' % unclearLineText()) : hidden;
}

QString CopyCredentialsDialog::problemOf(const CredentialTemplate &line) const
{
    switch (line.problem()) {
    case CredentialTemplate::Problem::NoPlaceholder:
        return tr("Enter at least one placeholder, for example {host}.");
    case CredentialTemplate::Problem::NotClosed:
        return tr("A { is not closed. Enter {{ for a brace.");
    case CredentialTemplate::Problem::Unknown:
        return tr("%1 placeholders are unknown: %2", nullptr,
                  static_cast<int>(line.unknown().size()))
            .arg(format::count(line.unknown().size()))
            .arg(line.unknown().join(QLatin1Char(' ')));
    case CredentialTemplate::Problem::OutOfRange:
        return tr("%1: the length of {random:8} is from 1 to %2, and {port:10000-10049} has ports "
                  "from 1 to 65535, the lower one first.")
            .arg(line.unknown().join(QLatin1Char(' ')))
            .arg(CredentialTemplate::longestRandom);
    case CredentialTemplate::Problem::None:
        break;
    }
    return {};
}

void CopyCredentialsDialog::startSubmit()
{
    const CredentialChoice now = choice();
    succeed(); // before the rest, so that the window is in front again
    Q_EMIT chosen(now);
}

} // namespace relaybook
