// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/qrcode.h"

#include <qrencode.h>

#include <memory>

namespace relaybook {

QImage qrCode(const QByteArray &text)
{
    constexpr int margin = 4; // modules, as the standard wants
    if (text.isEmpty()) {
        return {};
    }
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
        QRcode_encodeData(static_cast<int>(text.size()),
                          reinterpret_cast<const unsigned char *>(text.constData()), 0,
                          QR_ECLEVEL_M),
        &QRcode_free);
    if (!code) {
        return {};
    }
    const int width = code->width;
    QImage image(width + 2 * margin, width + 2 * margin, QImage::Format_RGB32);
    image.fill(Qt::white);
    for (int y = 0; y < width; ++y) {
        for (int x = 0; x < width; ++x) {
            const bool isDark = (code->data[y * width + x] & 1U) != 0;
            if (isDark) {
                image.setPixelColor(x + margin, y + margin, Qt::black);
            }
        }
    }
    return image;
}

} // namespace relaybook
