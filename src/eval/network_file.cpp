// Reading a file of which nothing is known.
#include "eval/network_file.h"

#ifndef __EMSCRIPTEN__
#include <fstream>
#include <iterator>
#endif

namespace ordo::eval {

util::Result<Network, std::string> read_network_file(const std::string& path) {
#ifdef __EMSCRIPTEN__
  return util::failure("no file can be read here: " + path);
#else
  std::ifstream in(path, std::ios::binary);
  if (!in) return util::failure("cannot read " + path);
  std::vector<std::uint8_t> bytes(Network::kFileBytes + 1);  // one more tells a file that is too long
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  auto network = Network::read(bytes);
  if (!network) return util::failure(path + ": " + network.error());
  return *std::move(network);
#endif
}

}  // namespace ordo::eval
