// Puts the message files of a language together.

export function joined(files: Readonly<Record<string, Record<string, string>>>): Record<string, string> {
  return Object.assign({}, ...Object.values(files)) as Record<string, string>;
}
