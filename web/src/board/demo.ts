// Shows the board with positions played by the real rules; open board_demo.html?scene=start&theme=paper while developing.

import { mount } from 'svelte';
import { loadRules } from '../rules/rules.ts';
import '../styles/index.css';
import Demo from './Demo.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('board_demo.html has no element "app"');
const query = new URLSearchParams(location.search);
const scheme = query.get('scheme');
if (scheme !== null) document.documentElement.dataset['theme'] = scheme;
mount(Demo, { target, props: { rules: await loadRules(), scene: query.get('scene') ?? 'start', theme: query.get('theme') ?? 'paper' } });
