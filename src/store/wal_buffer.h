// Fewer system calls for SQLite's write-ahead log.
#pragma once

namespace ordo::store {

/// The name of a VFS, for sqlite3_open_v2: the system's, except that what is written to the write-ahead log
/// is handed to the system in large pieces. SQLite writes every page of a commit with two calls, then syncs
/// once. Safe only with synchronous=FULL, where nobody looks at the pages of a commit before that sync.
[[nodiscard]] const char* buffered_wal_vfs();

}  // namespace ordo::store
