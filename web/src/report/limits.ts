// How deeply a report looks.

/** As `ordo analyze --nodes 100000 --hash 16` does: one thread and nothing remembered, so both find the same. */
export const reportNodes = 100_000;
/** Megabytes. */
export const reportHash = 16;
