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

// The same roles with high contrast: a test checks 7:1 for texts and 3:1 for lines.
constexpr std::array<Entry, roleCount> strongTable{{
    {Role::Window, 0xFFFFFFFF, 0xFF000000},        {Role::SideBar, 0xFFF4F5F8, 0xFF000000},
    {Role::Surface, 0xFFFFFFFF, 0xFF0B0E13},       {Role::AccentTint, 0xFFDCE7FF, 0xFF14254F},
    {Role::GoodTint, 0xFFDDF5E8, 0xFF0A2A1F},      {Role::WarningTint, 0xFFFFEFC7, 0xFF2E2206},
    {Role::BadTint, 0xFFFFE3E7, 0xFF38131C},       {Role::NeutralTint, 0xFFE6E9EF, 0xFF20262F},
    {Role::Hover, 0xFFEEF2F9, 0xFF171C25},         {Role::Pressed, 0xFFDFE4EC, 0xFF242B36},
    {Role::BarTrack, 0xFFDFE4EC, 0xFF242B36},      {Role::Line, 0xFF6B7484, 0xFF8A94A4},
    {Role::StrongLine, 0xFF3F4754, 0xFFB4BDCB},    {Role::Text, 0xFF000000, 0xFFFFFFFF},
    {Role::QuietText, 0xFF2E3541, 0xFFD5DBE5},     {Role::DisabledText, 0xFF5F6877, 0xFF949EAE},
    {Role::Accent, 0xFF0F3BA8, 0xFFA9C3FF},        {Role::AccentHover, 0xFF0C318C, 0xFFBFD3FF},
    {Role::AccentPressed, 0xFF092872, 0xFF9AB7FB}, {Role::OnAccent, 0xFFFFFFFF, 0xFF000000},
    {Role::Good, 0xFF00492E, 0xFF7DE8BB},          {Role::Warning, 0xFF553600, 0xFFFFD27A},
    {Role::Bad, 0xFF850C23, 0xFFFFB3BE},           {Role::BarWarning, 0xFF8A5A00, 0xFFE9A544},
    {Role::Scrim, 0x99000000, 0xB3000000},         {Role::Shadow, 0x33000000, 0x70000000},
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

QColor colourOf(Role role, bool dark, bool strong)
{
    const Entry &entry = (strong ? strongTable : table).at(static_cast<size_t>(role));
    Q_ASSERT(entry.role == role);
    return QColor::fromRgba(dark ? entry.dark : entry.light);
}

QColor accountColour(int index, bool dark, bool strong)
{
    // blue, teal, violet, amber, red, pink, green, grey
    constexpr std::array<QRgb, accountColourCount> forLight{0xFF2563EB, 0xFF0F766E, 0xFF7C3AED,
                                                            0xFFB45309, 0xFFBE123C, 0xFFA21CAF,
                                                            0xFF4D7C0F, 0xFF475569};
    constexpr std::array<QRgb, accountColourCount> forDark{0xFF60A5FA, 0xFF2DD4BF, 0xFFA78BFA,
                                                           0xFFFBBF24, 0xFFFB7185, 0xFFE879F9,
                                                           0xFFA3E635, 0xFF94A3B8};
    constexpr std::array<QRgb, accountColourCount> strongForLight{
        0xFF1E3FAE, 0xFF0B534D, 0xFF5B21B6, 0xFF7A3506,
        0xFF8E0D2F, 0xFF7A1584, 0xFF355708, 0xFF334155};
    constexpr std::array<QRgb, accountColourCount> strongForDark{0xFF93C5FD, 0xFF5EEAD4, 0xFFC4B5FD,
                                                                 0xFFFCD34D, 0xFFFDA4AF, 0xFFF0ABFC,
                                                                 0xFFBEF264, 0xFFCBD5E1};
    const auto place = static_cast<std::size_t>(index) % forLight.size();
    const auto &colours =
        strong ? (dark ? strongForDark : strongForLight) : (dark ? forDark : forLight);
    return QColor::fromRgb(colours.at(place));
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
