// All messages of one language; a file of them for each part of the app.
import { joined } from './joined.ts';

export default joined(import.meta.glob<Record<string, string>>('./messages/ja/*.json', { eager: true, import: 'default' }));
