// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/colours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace relaybook {

namespace {

struct Entry
{
    Role role;
    QRgb light;
    QRgb dark;
};

// In the order of the enum, which the accessor relies on and a test checks. Where a value is not
// the designer's, the reason is given beside it.
constexpr std::array<Entry, roleCount> table{{
    {Role::Window, 0xFFF6F7F9, 0xFF14171D},
    {Role::SideBar, 0xFFEEF0F4, 0xFF101318},
    {Role::Surface, 0xFFFFFFFF, 0xFF1B1F27},
    {Role::AccentTint, 0xFFE8EFFE, 0xFF1E2B4A},
    {Role::GoodTint, 0xFFE3F5EC, 0xFF15352A},
    {Role::WarningTint, 0xFFFDF1D8, 0xFF3A2D12},
    {Role::BadTint, 0xFFFCE9EC, 0xFF42202A},
    {Role::NeutralTint, 0xFFE6E9EF, 0xFF2A303A}, // track of a bar: the same grey
    {Role::Hover, 0xFFF1F4F9, 0xFF222732},       // half way from Surface to NeutralTint
    {Role::Pressed, 0xFFE6E9EF, 0xFF2A303A},     // NeutralTint itself
    {Role::BarTrack, 0xFFE6E9EF, 0xFF2A303A},
    {Role::Line, 0xFFE1E5EB, 0xFF2C323D},
    {Role::StrongLine, 0xFF858E9D, 0xFF737D8F}, // contrast 3:1 with every background it is used on
    {Role::Text, 0xFF1A1F29, 0xFFE8EBF1},
    {Role::QuietText, 0xFF5D6778, 0xFFA3ACBB},
    {Role::DisabledText, 0xFF9AA2AF, 0xFF636D7D}, // readable, but clearly disabled
    {Role::Accent, 0xFF2A62E8, 0xFF7BA1FF},
    {Role::AccentHover, 0xFF2356D4, 0xFF90B0FF},   // one step towards the text colour
    {Role::AccentPressed, 0xFF1E4BBB, 0xFF6A93F8}, // one step away from hover
    {Role::OnAccent, 0xFFFFFFFF, 0xFF0E1420}, // dark text on the light accent of the dark theme
    {Role::Good, 0xFF0B7A53, 0xFF5CD0A0},
    {Role::Warning, 0xFF8F5B00, 0xFFF0BE5E},
    {Role::Bad, 0xFFB8263F, 0xFFFF8A9A},
    {Role::BarWarning, 0xFFD9932B, 0xFFD9932B},
    {Role::Scrim, 0x66000000, 0x80000000},
    {Role::Shadow, 0x33000000, 0x70000000},
}};

double linear(double channel)
{
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

} // namespace

QColor colourOf(Role role, bool dark)
{
    const Entry &entry = table.at(static_cast<size_t>(role));
    Q_ASSERT(entry.role == role);
    return QColor::fromRgba(dark ? entry.dark : entry.light);
}

QColor accountColour(int index, bool dark)
{
    // blue, teal, violet, amber, red, pink, green, grey
    constexpr std::array<QRgb, accountColourCount> forLight{0xFF2563EB, 0xFF0F766E, 0xFF7C3AED,
                                                            0xFFB45309, 0xFFBE123C, 0xFFA21CAF,
                                                            0xFF4D7C0F, 0xFF475569};
    constexpr std::array<QRgb, accountColourCount> forDark{0xFF60A5FA, 0xFF2DD4BF, 0xFFA78BFA,
                                                           0xFFFBBF24, 0xFFFB7185, 0xFFE879F9,
                                                           0xFFA3E635, 0xFF94A3B8};
    const auto place = static_cast<std::size_t>(index) % forLight.size();
    return QColor::fromRgb((dark ? forDark : forLight).at(place));
}

double contrastRatio(const QColor &one, const QColor &other)
{
    const auto [darker, lighter] = std::minmax({luminance(one), luminance(other)});
    return (lighter + 0.05) / (darker + 0.05);
}

QColor blended(const QColor &over, const QColor &ground)
{
    const float a = over.alphaF();
    return QColor::fromRgbF(over.redF() * a + ground.redF() * (1 - a),
                            over.greenF() * a + ground.greenF() * (1 - a),
                            over.blueF() * a + ground.blueF() * (1 - a));
}

} // namespace relaybook
