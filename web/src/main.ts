// Where the page begins: puts the app into the document.
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element "app"');

mount(App, { target });
