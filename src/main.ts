/** @file The page's entry: connects to the lab and mounts the interface. */
import { mount } from 'svelte';
import { connectLab } from './client/connect-lab.ts';
import { embedded, tellWorkers } from './client/embedded.ts';
import { isErasing } from './client/kept-here.ts';
import { allowOwnScripts } from './core/platform/own-scripts.ts';
import App from './ui/App.svelte';
import Erasing from './ui/parts/kept/Erasing.svelte';

// Before any worker is started.
allowOwnScripts();
tellWorkers();

const target = document.getElementById('app');
// A frame does not erase what is kept.
if (target && !embedded && isErasing()) mount(Erasing, { target });
else if (target) mount(App, { target, props: { client: connectLab() } });
