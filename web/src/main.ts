// Where the page begins: the styles, the reader's language, then the app.
import './styles/index.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { i18n } from './i18n/i18n.svelte.ts';
import { session } from './session.svelte.ts';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element "app"');

await i18n.load();
mount(App, { target });
void session.load();

// Keeping the app for later is not urgent: first let the page load.
const keep = (): void => void import('./pwa.ts').then(({ startPwa }) => startPwa());
if (document.readyState === 'complete') keep();
else window.addEventListener('load', keep, { once: true });
