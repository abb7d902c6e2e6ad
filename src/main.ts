/** @file The page's entry: connects to the lab and mounts the interface. */
import { mount } from 'svelte';
import { connectLab } from './client/connect-lab.ts';
import App from './ui/App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target, props: { client: connectLab() } });
