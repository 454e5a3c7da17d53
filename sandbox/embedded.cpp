// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/embedded.h"

#include "sandbox/server.h"

#include <memory>
#include <utility>

#if defined(_WIN32)
#define SANDBOX_EXPORT __declspec(dllexport)
#else
#define SANDBOX_EXPORT __attribute__((visibility("default")))
#endif

namespace sandbox {

namespace {

Options serverOptions(const EmbeddedOptions &embedded)
{
    Options options;
    options.stateDir = embedded.stateDir;
    options.rateLimit = embedded.rateLimit;
    options.offer = embedded.offer;
    options.gateway = embedded.gateway;
    return options;
}

class EmbeddedServer : public Embedded
{
public:
    explicit EmbeddedServer(const EmbeddedOptions &options)
        : m_server(serverOptions(options))
    {
    }

    std::optional<std::string> start() override { return m_server.start(); }
    std::optional<std::string> reset() override { return m_server.reset(); }
    Access access() const override { return m_server.access(); }
    std::optional<std::string> setFault(std::string_view text) override
    {
        return m_server.faults().set(text);
    }
    std::optional<std::string> setOffer(const Offer &offer) override
    {
        return m_server.setOffer(offer);
    }
    std::vector<std::string> proxies() const override
    {
        std::vector<std::string> proxies;
        for (const std::string &id : m_server.proxyIds()) {
            if (auto proxy = m_server.proxy(id)) {
                proxies.push_back(std::move(*proxy));
            }
        }
        return proxies;
    }

private:
    Server m_server;
};

} // namespace

} // namespace sandbox

extern "C" SANDBOX_EXPORT sandbox::Embedded *
relaybookSandbox(const sandbox::EmbeddedOptions &options)
{
    return std::make_unique<sandbox::EmbeddedServer>(options).release();
}
