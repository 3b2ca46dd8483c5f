#include "app/toolkit/x_server.h"

#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace heedmap {

namespace {

// An address that begins with a zero byte is an abstract one.
bool canConnect(const std::string& address) {
    sockaddr_un target{};
    target.sun_family = AF_UNIX;
    if (address.size() >= sizeof target.sun_path)
        return false;
    std::memcpy(target.sun_path, address.data(), address.size());
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return false;
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address.size());
    const bool connected = ::connect(descriptor, reinterpret_cast<const sockaddr*>(&target), size) == 0;
    ::close(descriptor);
    return connected;
}

} // namespace

bool xServerAnswers(const std::string& display) {
    const std::size_t colon = display.rfind(':');
    if (colon == std::string::npos)
        return display.find('/') != std::string::npos; // a path of a socket is left to the toolkit
    const std::string host = display.substr(0, colon);
    if (!host.empty() && host != "unix")
        return true;
    const std::string number = display.substr(colon + 1, display.find('.', colon) - colon - 1);
    const std::string path = "/tmp/.X11-unix/X" + number;
    return canConnect(path) || canConnect(std::string(1, '\0') + path);
}

} // namespace heedmap
