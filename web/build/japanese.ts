// Cuts the Japanese face down to what the app says: npm run japanese. The result is kept in git; a test tells when to run it again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

/** Debian's fonts-vlgothic: VL PGothic, of M+ and Sazanami, which may be changed and passed on (BSD-3-Clause and M+). */
const kFont = '/usr/share/fonts/truetype/vlgothic/VL-PGothic-Regular.ttf';
const messages = new URL('../src/i18n/messages/ja/', import.meta.url).pathname;
const styles = new URL('../src/styles/', import.meta.url).pathname;

/** Letters it has stay, and more may be named: work that is under way elsewhere may say them already. */
const before = readFileSync(`${styles}ordo-ja.txt`, 'utf8') + process.argv.slice(3).join('');
const said = before + readdirSync(messages).map((file) => readFileSync(messages + file, 'utf8')).join('') + '日本語年月日時分秒前後週間昨明今曜〜～、。「」・ー';
/** Latin letters and figures are those of the other face. */
const letters = [...new Set(said)].filter((letter) => letter.codePointAt(0)! > 0x2fff).sort().join('');
const font = await subsetFont(readFileSync(kFont), letters, { targetFormat: 'woff2' });
writeFileSync(`${styles}ordo-ja.woff2`, font);
writeFileSync(`${styles}ordo-ja.txt`, `${letters}\n`);
process.stdout.write(`${[...letters].length} letters, ${Math.round(font.length / 1000)} KB\n`);
