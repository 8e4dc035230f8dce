// The messages of one language, a file of them for each part of the app, but for those of lessons.ts.
import { joined } from './joined.ts';

export default joined(import.meta.glob<Record<string, string>>(['./messages/de/*.json', '!**/learn.json', '!**/rules.json'], { eager: true, import: 'default' }));
