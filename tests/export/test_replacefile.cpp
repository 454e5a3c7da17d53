// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what can go wrong when a file is replaced: each time there is an error sentence, the old
// file is unchanged, and no temporary file is left.
#include "models/export/exporttext.h"
#include "models/export/replacefile.h"
#include "tests/export/exportfixture.h"
#include "tests/support/smalldisk.h"

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace relaybook;
using relaybook::testing::ExportFixture;
#ifdef Q_OS_UNIX
using relaybook::testing::SmallDisk;
#endif

namespace {

#ifdef Q_OS_UNIX
/// Permissions do not apply to root: while this exists, a root process runs as another user.
class NotRoot
{
public:
    NotRoot()
        : m_root(geteuid() == 0)
    {
        constexpr uid_t nobody = 65'534;
        m_changed = m_root && setresuid(nobody, nobody, 0) == 0;
    }
    NotRoot(const NotRoot &) = delete;
    NotRoot &operator=(const NotRoot &) = delete;
    ~NotRoot()
    {
        if (m_changed && setresuid(0, 0, 0) != 0) {
            qFatal("root does not come back");
        }
    }
    [[nodiscard]] bool holds() const { return m_changed || !m_root; }

private:
    bool m_root;
    bool m_changed = false;
};
#endif

} // namespace

class TestReplaceFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_desk.reset(); }

    void takesItsPlace();
    void isGoneWhereItWasNotWanted();
    void aReaderKeepsTheOldFile();
    void aLinkStaysALink();
    void permissionsStay();
    void targetsThatCannotBe();
    void writeProtected();
    void folderWithoutPermission();
    void fullDisk_data();
    void fullDisk();
    void fullDiskOnlyForTheProvenance();
    void storeThatCannotBeRead();

private:
    void expectRefused(const ExportRequest &request, const QString &says);

    std::unique_ptr<ExportFixture> m_desk;
    QStringList m_before;
};

void TestReplaceFile::initTestCase()
{
    QCOMPARE(needsApostrophe("=1"), true);
    QCOMPARE(needsApostrophe("1="), false);
    QCOMPARE(needsApostrophe(""), false);
}

void TestReplaceFile::init()
{
    m_desk = std::make_unique<ExportFixture>();
    m_desk->put(testing::ledgerPage(1, 3000).items);
}

void TestReplaceFile::expectRefused(const ExportRequest &request, const QString &says)
{
    const QStringList before = m_desk->filesHere();
    const auto outcome = ExportFixture::run(request);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, ErrorKind::Local);
    QVERIFY2(outcome.error().message.contains(says), qPrintable(outcome.error().message));
    QVERIFY(outcome.error().message.endsWith(QLatin1Char('.')));
    QCOMPARE(outcome.error().fields.size(), size_t(1));
    QCOMPARE(outcome.error().fields[0].field, QStringLiteral("path"));
    QCOMPARE(m_desk->filesHere(), before);
}

void TestReplaceFile::takesItsPlace()
{
    const QString path = m_desk->file(QStringLiteral("a"));
    ExportFixture::fill(path, "old");
    ReplaceFile file;
    QVERIFY(file.open(path));
    QVERIFY(file.write("new"));
    QCOMPARE(ExportFixture::contentOf(path), QByteArray("old"));
    QVERIFY(file.commit());
    QCOMPARE(ExportFixture::contentOf(path), QByteArray("new"));
    QCOMPARE(m_desk->filesHere(), QStringList{QStringLiteral("a")});
}

void TestReplaceFile::isGoneWhereItWasNotWanted()
{
    const QString path = m_desk->file(QStringLiteral("a"));
    {
        ReplaceFile file;
        QVERIFY(file.open(path));
        QVERIFY(file.write("new"));
        QCOMPARE(m_desk->filesHere().size(), 1);
    }
    QCOMPARE(m_desk->filesHere(), QStringList());
}

// The file is open elsewhere: on this system a reader keeps the file that it opened, and never sees
// a mix of both.
void TestReplaceFile::aReaderKeepsTheOldFile()
{
    const ExportRequest request = m_desk->request(ExportFormat::Csv, QStringLiteral("a.csv"));
    ExportFixture::fill(request.path, "the old file");
    QFile reader(request.path);
    QVERIFY(reader.open(QIODevice::ReadOnly));
#ifdef Q_OS_WIN
    expectRefused(request, QStringLiteral("open in another program"));
#else
    QVERIFY(ExportFixture::run(request));
    QCOMPARE(reader.readAll(), QByteArray("the old file"));
    QVERIFY(ExportFixture::contentOf(request.path).startsWith("id,created_at"));
#endif
}

void TestReplaceFile::aLinkStaysALink()
{
#ifdef Q_OS_WIN
    QSKIP("There QFile::link() makes a shortcut, not a link.");
#endif
    const QString real = m_desk->file(QStringLiteral("real.csv"));
    const QString link = m_desk->file(QStringLiteral("link.csv"));
    ExportFixture::fill(real, "old");
    if (!QFile::link(real, link)) {
        QSKIP("No links on this system.");
    }
    QVERIFY(ExportFixture::run(m_desk->request(ExportFormat::Csv, QStringLiteral("link.csv"))));
    QVERIFY(QFileInfo(link).isSymLink());
    QVERIFY(ExportFixture::contentOf(real).startsWith("id,"));
}

void TestReplaceFile::permissionsStay()
{
#ifdef Q_OS_WIN
    QSKIP("There permissions are lists, which Qt neither reads nor sets without being told to.");
#endif
    const ExportRequest request = m_desk->request(ExportFormat::Csv, QStringLiteral("a.csv"));
    ExportFixture::fill(request.path, "old");
    const auto mine = QFile::ReadOwner | QFile::WriteOwner;
    QVERIFY(QFile::setPermissions(request.path, mine));
    QVERIFY(ExportFixture::run(request));
    constexpr auto others = QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(request.path) & others));
}

void TestReplaceFile::targetsThatCannotBe()
{
    ExportRequest request = m_desk->request(ExportFormat::Csv, QStringLiteral("missing/a.csv"));
    expectRefused(request, QStringLiteral("does not exist"));
    request.path = QFileInfo(m_desk->file(QStringLiteral("x"))).absolutePath();
    expectRefused(request, QStringLiteral("is a folder"));
    ExportFixture::fill(m_desk->file(QStringLiteral("plain")), "old");
    request.path = m_desk->file(QStringLiteral("plain/a.csv"));
    expectRefused(request, QStringLiteral("is a file, not a folder"));
#ifdef Q_OS_UNIX
    request.path = QStringLiteral("/dev/full");
    expectRefused(request, QStringLiteral("not a regular file"));
#endif
    // The file beside it counts too.
    QVERIFY(QDir().mkpath(m_desk->file(QStringLiteral("b.csv.provenance.json"))));
    request.path = m_desk->file(QStringLiteral("b.csv"));
    expectRefused(request, QStringLiteral("b.csv.provenance.json"));
}

void TestReplaceFile::writeProtected()
{
#ifdef Q_OS_UNIX
    const ExportRequest request = m_desk->request(ExportFormat::Csv, QStringLiteral("a.csv"));
    ExportFixture::fill(request.path, "the old file");
    QVERIFY(QFile::setPermissions(request.path, QFile::ReadOwner | QFile::ReadOther));
    // Everybody may write to the folder, but not to the file.
    const QByteArray folder = QFile::encodeName(QFileInfo(request.path).absolutePath());
    QCOMPARE(chmod(folder.constData(), 0777), 0);
    const NotRoot somebody;
    if (!somebody.holds()) {
        QSKIP("Root cannot become somebody else here.");
    }
    ReplaceFile file;
    const auto opened = file.open(request.path);
    QVERIFY(!opened);
    QVERIFY2(opened.error().message.contains(QStringLiteral("write-protected")),
             qPrintable(opened.error().message));
#else
    QSKIP("Needs Unix permissions.");
#endif
}

void TestReplaceFile::folderWithoutPermission()
{
#ifdef Q_OS_UNIX
    const QString folder = m_desk->file(QStringLiteral("closed"));
    QVERIFY(QDir().mkpath(folder));
    const QByteArray above = QFile::encodeName(QFileInfo(folder).absolutePath());
    QCOMPARE(chmod(above.constData(), 0755), 0);
    QCOMPARE(chmod(QFile::encodeName(folder).constData(), 0555), 0);
    const NotRoot somebody;
    if (!somebody.holds()) {
        QSKIP("Root cannot become somebody else here.");
    }
    ReplaceFile file;
    const auto opened = file.open(folder + QStringLiteral("/a.csv"));
    QVERIFY(!opened);
    QVERIFY2(opened.error().message.contains(QStringLiteral("cannot be written to")),
             qPrintable(opened.error().message));
#else
    QSKIP("Needs Unix permissions.");
#endif
}

void TestReplaceFile::fullDisk_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("bytes");
    for (const ExportFormat format : allExportFormats) {
        for (const int bytes : {0, 1000, 40'000, 90'000, 300'000}) {
            // A packed sheet is small: with the last limits, there is enough room for the file, but
            // not for the temporary files that it is made from.
            QTest::addRow("%s %d", qPrintable(exportFormatName(format)), bytes)
                << int(format) << bytes;
        }
    }
}

void TestReplaceFile::fullDisk()
{
#ifdef Q_OS_UNIX
    QFETCH(int, format);
    QFETCH(int, bytes);
    const ExportRequest request =
        m_desk->request(static_cast<ExportFormat>(format), QStringLiteral("a.out"));
    ExportFixture::fill(request.path, "the old file");
    const SmallDisk disk(static_cast<rlim_t>(bytes));
    expectRefused(request, QStringLiteral("not enough space"));
    QCOMPARE(ExportFixture::contentOf(request.path), QByteArray("the old file"));
#else
    QSKIP("Needs Unix limits.");
#endif
}

void TestReplaceFile::fullDiskOnlyForTheProvenance()
{
#ifdef Q_OS_UNIX
    ExportRequest request = m_desk->request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.columns = {QStringLiteral("id")};
    request.text = QStringLiteral("matches nothing at all");
    ExportFixture::fill(request.path, "the old file");
    ExportFixture::fill(request.path + QStringLiteral(".provenance.json"), "its old companion");
    const SmallDisk disk(100); // enough for the head of the table
    expectRefused(request, QStringLiteral("not enough space"));
    QCOMPARE(ExportFixture::contentOf(request.path), QByteArray("the old file"));
    QCOMPARE(ExportFixture::contentOf(request.path + QStringLiteral(".provenance.json")),
             QByteArray("its old companion"));
#else
    QSKIP("Needs Unix limits.");
#endif
}

void TestReplaceFile::storeThatCannotBeRead()
{
    ExportRequest request = m_desk->request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.storeFile = m_desk->file(QStringLiteral("none.sqlite"));
    ExportFixture::fill(request.path, "the old file");
    const auto outcome = ExportFixture::run(request);
    QVERIFY(!outcome);
    QVERIFY(outcome.error().message.contains(QStringLiteral("cannot be read")));
    QCOMPARE(ExportFixture::contentOf(request.path), QByteArray("the old file"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestReplaceFile)
#include "test_replacefile.moc"
