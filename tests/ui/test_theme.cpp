// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accountvalues.h"
#include "models/cellroles.h"
#include "ui/theme/colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/highlight.h"
#include "ui/widgets/label.h"
#include "ui/widgets/usagebar.h"

#include <QApplication>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>

using namespace relaybook;

class TestTheme : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tableIsComplete();
    void contrast_data();
    void contrast();
    void accountColoursCanBeSeenAndReadOn();
    void highContrastIsAAA();
    void highContrastSwitchesLive();
    void lessMotionStopsAll();
    void rowsFollowDensityAndFont();
    void zoomIsRelativeToTheFont();
    void zoomSteps();
    void contrastOfKnownPairs();
    void switchesLive();
    void systemIsReadFromThePlatform();
    void survivesAThemeChangeOfTheSystem();
    void everyIconIsThere();
    void iconsFollowTheTheme();
    void iconsAreSharpAtAnyScale();
    void iconOutlivesTheTheme();
    void fontsAreRelative();
    void chosenItemStaysReadable();
};

namespace {

QString nameOf(Role role)
{
    return QString::number(static_cast<int>(role));
}

// The colour of the opaque pixels in the picture; invalid if there is more than one.
QColor onlyColour(const QPixmap &pixmap)
{
    const QImage image = pixmap.toImage().convertToFormat(QImage::Format_ARGB32);
    QColor found;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor here = image.pixelColor(x, y);
            if (here.alpha() < 255) {
                continue;
            }
            if (found.isValid() && found.rgb() != here.rgb()) {
                return {};
            }
            found = here;
        }
    }
    return found;
}

} // namespace

void TestTheme::tableIsComplete()
{
    for (int i = 0; i < roleCount; ++i) {
        for (const bool dark : {false, true}) {
            const auto role = static_cast<Role>(i);
            QVERIFY2(colourOf(role, dark).isValid(), qPrintable(nameOf(role)));
        }
    }
    // The designer's own values, written out.
    QCOMPARE(colourOf(Role::Window, false).name(), QStringLiteral("#f6f7f9"));
    QCOMPARE(colourOf(Role::Window, true).name(), QStringLiteral("#14171d"));
    QCOMPARE(colourOf(Role::Accent, false).name(), QStringLiteral("#2a62e8"));
    QCOMPARE(colourOf(Role::Accent, true).name(), QStringLiteral("#7ba1ff"));
    QCOMPARE(colourOf(Role::Bad, false).name(), QStringLiteral("#b8263f"));
    QCOMPARE(colourOf(Role::BarTrack, true).name(), QStringLiteral("#2a303a"));
}

void TestTheme::contrast_data()
{
    QTest::addColumn<Role>("text");
    QTest::addColumn<Role>("ground");
    const auto row = [](const QByteArray &what, Role text, Role ground) {
        QTest::newRow(what.constData()) << text << ground;
    };
    for (const Role ground : {Role::Window, Role::SideBar, Role::Surface, Role::Hover,
                              Role::AccentTint, Role::Pressed}) {
        const QByteArray on = " on " + nameOf(ground).toLatin1();
        row("text" + on, Role::Text, ground);
        row("quiet" + on, Role::QuietText, ground);
    }
    // The texts of a table row: normal, under the mouse, and selected.
    for (const Role ground : {Role::Surface, Role::Window, Role::Hover, Role::AccentTint}) {
        for (const Tone tone : {Tone::Accent, Tone::Good, Tone::Warning, Tone::Bad}) {
            row("tone " + QByteArray::number(static_cast<int>(tone)) + " on " +
                    nameOf(ground).toLatin1(),
                textRole(tone), ground);
        }
    }
    // Badges and banners: a tone on its own tint.
    for (const Tone tone : {Tone::Accent, Tone::Good, Tone::Warning, Tone::Bad}) {
        row("tint of " + QByteArray::number(static_cast<int>(tone)), textRole(tone),
            tintRole(tone));
    }
    row("neutral badge", Role::QuietText, Role::NeutralTint);
    row("primary button", Role::OnAccent, Role::Accent);
    row("primary button, hovered", Role::OnAccent, Role::AccentHover);
    row("primary button, pressed", Role::OnAccent, Role::AccentPressed);
    row("current page", Role::Accent, Role::AccentTint);
    row("badge of the account", Role::OnAccent, Role::Accent);
}

void TestTheme::contrast()
{
    QFETCH(Role, text);
    QFETCH(Role, ground);
    for (const bool dark : {false, true}) {
        const double ratio = contrastRatio(colourOf(text, dark), colourOf(ground, dark));
        QVERIFY2(ratio >= 4.5,
                 qPrintable(QStringLiteral("%1 in %2")
                                .arg(ratio)
                                .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))));
    }
    // Outlines that carry meaning need 3:1.
    for (const bool dark : {false, true}) {
        QVERIFY(contrastRatio(colourOf(Role::StrongLine, dark), colourOf(Role::Surface, dark)) >=
                3);
    }
}

/// WCAG AAA: 7:1 for every text that may be read, and 3:1 for lines and bars.
void TestTheme::highContrastIsAAA()
{
    const auto ratio = [](Role one, Role other, bool dark) {
        return contrastRatio(colourOf(one, dark, true), colourOf(other, dark, true));
    };
    const Role grounds[] = {Role::Window, Role::SideBar,    Role::Surface,
                            Role::Hover,  Role::AccentTint, Role::Pressed};
    const Role rows[] = {Role::Surface, Role::Window, Role::Hover, Role::AccentTint};
    const Tone tones[] = {Tone::Accent, Tone::Good, Tone::Warning, Tone::Bad};
    for (const bool dark : {false, true}) {
        const auto check = [&](Role text, Role ground, double least) {
            QVERIFY2(ratio(text, ground, dark) >= least,
                     qPrintable(QStringLiteral("%1 on %2: %3, %4")
                                    .arg(nameOf(text), nameOf(ground))
                                    .arg(ratio(text, ground, dark))
                                    .arg(dark)));
        };
        for (const Role ground : grounds) {
            check(Role::Text, ground, 7);
            check(Role::QuietText, ground, 7);
            check(Role::StrongLine, ground, 3);
            check(Role::Line, ground, 3);
        }
        for (const Role ground : rows) {
            for (const Tone tone : tones) {
                check(textRole(tone), ground, 7);
            }
            check(Role::DisabledText, ground, 4.5);
        }
        for (const Tone tone : tones) {
            check(textRole(tone), tintRole(tone), 7);
            check(Role::Text, tintRole(tone), 7);
        }
        check(Role::QuietText, Role::NeutralTint, 7);
        for (const Role fill : {Role::Accent, Role::AccentHover, Role::AccentPressed}) {
            check(Role::OnAccent, fill, 7);
        }
        for (const Role bar : {Role::Accent, Role::BarWarning}) {
            check(bar, Role::BarTrack, 3);
        }
        for (int i = 0; i < accountColourCount; ++i) {
            const QColor colour = accountColour(i, dark, true);
            QVERIFY(contrastRatio(colourOf(Role::OnAccent, dark, true), colour) >= 7);
            for (int other = 0; other < i; ++other) {
                QVERIFY(colour != accountColour(other, dark, true));
            }
        }
    }
}

void TestTheme::highContrastSwitchesLive()
{
    Theme theme;
    theme.apply(*qApp);
    theme.setMode(Theme::Mode::Light);
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setHighContrast(true);
    QCOMPARE(changed.size(), 1);
    QVERIFY(theme.isStrong());
    QCOMPARE(QApplication::palette().color(QPalette::WindowText),
             colourOf(Role::Text, false, true));
    QPushButton button(QStringLiteral("Button"));
    button.show();
    const QImage picture = button.grab().toImage();
    // The outline is drawn by the style.
    QCOMPARE(picture.pixelColor(picture.width() / 2, 0), colourOf(Role::Line, false, true));
    theme.setMode(Theme::Mode::Dark);
    QCOMPARE(theme.colour(Role::Text), colourOf(Role::Text, true, true));
    theme.setHighContrast(false);
    QVERIFY(!theme.isStrong());
    QCOMPARE(theme.colour(Role::Text), colourOf(Role::Text, true));
    theme.setMode(Theme::Mode::System);
}

void TestTheme::lessMotionStopsAll()
{
    Theme theme;
    theme.apply(*qApp);
    QApplication::setCursorFlashTime(900);
    QWidget host;
    host.show();
    Highlight highlight(&host);
    theme.setLessMotion(true);
    QCOMPARE(host.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &host), 0);
    QCOMPARE(host.style()->styleHint(QStyle::SH_Widget_Animate, nullptr, &host), 0);
    QCOMPARE(QApplication::cursorFlashTime(), 0);
    QVERIFY(!QApplication::isEffectEnabled(Qt::UI_AnimateMenu));
    QVERIFY(!QApplication::isEffectEnabled(Qt::UI_AnimateCombo));
    highlight.flash();
    QCOMPARE(highlight.strength(), 0.0);
    theme.setMode(Theme::Mode::Dark); // another change keeps it
    QCOMPARE(QApplication::cursorFlashTime(), 0);
    theme.setLessMotion(false);
    QCOMPARE(QApplication::cursorFlashTime(), 900);
    theme.setMode(Theme::Mode::System);
}

void TestTheme::rowsFollowDensityAndFont()
{
    Theme theme;
    theme.apply(*qApp);
    QCOMPARE(theme.rowHeight(), 32);
    const int padding = theme.cellPadding();
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setCompact(true);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(theme.rowHeight(), 24);
    QVERIFY(theme.cellPadding() < padding);
    // A line of text fits in every row.
    for (const int zoom : relaybook::zoomSteps) {
        theme.setZoom(zoom);
        for (const bool compact : {false, true}) {
            theme.setCompact(compact);
            QVERIFY(theme.rowHeight() > QFontMetrics(theme.font(TextStyle::Body)).height());
        }
    }
    theme.setZoom(usualZoom);
}

void TestTheme::zoomIsRelativeToTheFont()
{
    Theme theme;
    theme.apply(*qApp);
    const QFont before = QApplication::font();
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setZoom(150);
    QVERIFY(changed.size() > 0);
    QVERIFY(qAbs(QApplication::font().pointSizeF() - before.pointSizeF() * 1.5) < 0.01);
    theme.setZoom(80); // of the system's font, not of the font before
    QVERIFY(qAbs(QApplication::font().pointSizeF() - before.pointSizeF() * 0.8) < 0.01);
    theme.setZoom(100);
    QCOMPARE(QApplication::font().pointSizeF(), before.pointSizeF());
    theme.setZoom(100000); // no window could show it
    QCOMPARE(theme.zoom(), 200);
    theme.setZoom(100);
}

void TestTheme::zoomSteps()
{
    int zoom = relaybook::zoomSteps.front();
    int steps = 0;
    while (zoomedIn(zoom) != zoom) {
        QCOMPARE(zoomedOut(zoomedIn(zoom)), zoom);
        zoom = zoomedIn(zoom);
        ++steps;
    }
    QCOMPARE(steps, int(relaybook::zoomSteps.size()) - 1);
    QCOMPARE(zoomedIn(104), 110); // that somebody wrote into the file
    QCOMPARE(zoomedOut(104), 100);
    QCOMPARE(zoomedOut(relaybook::zoomSteps.front()), relaybook::zoomSteps.front());
}

void TestTheme::accountColoursCanBeSeenAndReadOn()
{
    static_assert(accountColourCount == accountColours);
    for (const bool dark : {false, true}) {
        for (int i = 0; i < accountColourCount; ++i) {
            const QColor colour = accountColour(i, dark);
            const QByteArray name = QByteArray::number(i) + (dark ? " dark" : " light");
            QVERIFY2(contrastRatio(colourOf(Role::OnAccent, dark), colour) >= 4.5,
                     name.constData());
            for (const Role ground : {Role::SideBar, Role::Surface, Role::Hover, Role::AccentTint,
                                      Role::WarningTint, Role::BadTint, Role::GoodTint}) {
                QVERIFY2(contrastRatio(colourOf(ground, dark), colour) >= 3, name.constData());
            }
            for (int other = 0; other < i; ++other) {
                QVERIFY(colour != accountColour(other, dark));
            }
        }
    }
}

void TestTheme::contrastOfKnownPairs()
{
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
    // #777777 on white is the usual example that just fails.
    QVERIFY(qAbs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
}

void TestTheme::switchesLive()
{
    Theme theme;
    theme.apply(*qApp);
    theme.setMode(Theme::Mode::Light);
    Label label(theme, Role::QuietText, TextStyle::Body, QStringLiteral("text"));
    QPushButton button(QStringLiteral("Button"));
    label.show();
    button.show();
    QSignalSpy changed(&theme, &Theme::changed);
    QCOMPARE(QApplication::palette().color(QPalette::Window), colourOf(Role::Window, false));

    theme.setMode(Theme::Mode::Dark);
    QCOMPARE(changed.size(), 1);
    QVERIFY(theme.isDark());
    QCOMPARE(QApplication::palette().color(QPalette::Window), colourOf(Role::Window, true));
    QCOMPARE(label.palette().color(QPalette::WindowText), colourOf(Role::QuietText, true));
    const QImage dark = button.grab().toImage();
    QCOMPARE(dark.pixelColor(dark.width() / 2, 4), colourOf(Role::Surface, true));

    theme.setMode(Theme::Mode::Dark);
    QCOMPARE(changed.size(), 1); // nothing changed, so no signal
    theme.setMode(Theme::Mode::Light);
    QCOMPARE(changed.size(), 2);
    const QImage light = button.grab().toImage();
    QCOMPARE(light.pixelColor(light.width() / 2, 4), colourOf(Role::Surface, false));
}

void TestTheme::systemIsReadFromThePlatform()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    QSKIP("Since Qt 6.5 the style hints answer, and a test can't change what they say.");
#endif
    const QPalette before = QApplication::palette();
    QApplication::setPalette(QPalette(Qt::white, Qt::black));
    const Theme dark;
    QVERIFY(dark.systemIsDark());
    QVERIFY(dark.isDark());
    QApplication::setPalette(QPalette(Qt::black, Qt::white));
    const Theme light;
    QVERIFY(!light.systemIsDark());
    QApplication::setPalette(before);
}

void TestTheme::survivesAThemeChangeOfTheSystem()
{
    Theme theme;
    theme.apply(*qApp);
    theme.setMode(Theme::Mode::Dark);
    QWidget window;
    window.show();
    QEvent event(QEvent::ThemeChange);
    QCoreApplication::sendEvent(&window, &event);
    QCoreApplication::processEvents();
    // Whatever the platform reports: the user chose dark and gets dark.
    QCOMPARE(QApplication::palette().color(QPalette::Window), colourOf(Role::Window, true));
    theme.setMode(Theme::Mode::System);
    QCOMPARE(theme.isDark(), theme.systemIsDark());
    QCOMPARE(QApplication::palette().color(QPalette::Window),
             colourOf(Role::Window, theme.isDark()));
}

void TestTheme::everyIconIsThere()
{
    const Theme theme;
    for (int i = 0; i < iconCount; ++i) {
        const auto icon = static_cast<Icon>(i);
        const QPixmap pixmap = theme.iconPixels(icon, Role::Text, 32);
        QVERIFY2(onlyColour(pixmap).isValid(), qPrintable(iconPath(icon)));
    }
}

void TestTheme::iconsFollowTheTheme()
{
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    const QIcon icon = theme.icon(Icon::Close, Role::Bad);
    QCOMPARE(onlyColour(icon.pixmap(64)), colourOf(Role::Bad, false));
    theme.setMode(Theme::Mode::Dark);
    QCOMPARE(onlyColour(icon.pixmap(64)), colourOf(Role::Bad, true));
    QCOMPARE(onlyColour(icon.pixmap(64, QIcon::Disabled)), colourOf(Role::DisabledText, true));
}

void TestTheme::iconsAreSharpAtAnyScale()
{
    const Theme theme;
    const QIcon icon = theme.icon(Icon::Search);
    for (const qreal ratio : {1.0, 1.25, 1.5, 2.0, 3.0}) {
        const QPixmap pixmap = icon.pixmap(QSize(16, 16), ratio);
        QCOMPARE(pixmap.width(), qRound(16 * ratio)); // real pixels, none stretched
        QCOMPARE(pixmap.devicePixelRatio(), ratio);
    }
}

void TestTheme::iconOutlivesTheTheme()
{
    auto theme = std::make_unique<Theme>();
    const QIcon icon = theme->icon(Icon::Search);
    QVERIFY(!icon.isNull());
    theme.reset();
    QVERIFY(icon.isNull());
    QVERIFY(icon.pixmap(16).isNull());
}

void TestTheme::fontsAreRelative()
{
    const Theme theme;
    const auto size = [&theme](TextStyle style) {
        return QFontInfo(theme.font(style)).pointSizeF();
    };
    const qreal body = size(TextStyle::Body);
    QVERIFY(size(TextStyle::Small) < size(TextStyle::Caption));
    QVERIFY(size(TextStyle::Caption) < body);
    QVERIFY(size(TextStyle::Title) > body);
    QVERIFY(size(TextStyle::PageTitle) > size(TextStyle::Title));
    QVERIFY(size(TextStyle::Figure) > size(TextStyle::PageTitle));
    QVERIFY(theme.font(TextStyle::Figure).bold());
    const QFont before = QApplication::font();
    QFont larger = before;
    larger.setPointSizeF(before.pointSizeF() * 2);
    QApplication::setFont(larger);
    QVERIFY(size(TextStyle::Body) > body * 1.8);
    QApplication::setFont(before);
}

void TestTheme::chosenItemStaysReadable()
{
    Theme theme;
    theme.apply(*qApp);
    QListWidget list;
    list.addItem(QStringLiteral("MMMMMMMM"));
    list.setCurrentRow(0);
    list.resize(200, 100);
    list.show();
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme.setMode(mode);
        const QRect row = list.visualItemRect(list.item(0));
        const QImage picture = list.viewport()->grab(row).toImage();
        double best = 0;
        for (int x = 0; x < picture.width(); ++x) {
            for (int y = 0; y < picture.height(); ++y) {
                best = qMax(
                    best, contrastRatio(picture.pixelColor(x, y), theme.colour(Role::AccentTint)));
            }
        }
        QCOMPARE(picture.pixelColor(picture.width() / 2, 3), theme.colour(Role::AccentTint));
        QVERIFY(best >= 4.5);
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestTheme)
#include "test_theme.moc"
