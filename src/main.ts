/** @file The page's entry: connects to the lab and mounts the interface. */
import { mount } from 'svelte';
import { adoptKept } from './client/adopt-kept.ts';
import { connectLab } from './client/connect-lab.ts';
import { isErasing } from './client/kept-here.ts';
import App from './ui/App.svelte';
import Erasing from './ui/kept/Erasing.svelte';

const target = document.getElementById('app');
void adoptKept().then(() => {
  if (target && isErasing()) mount(Erasing, { target });
  else if (target) mount(App, { target, props: { client: connectLab() } });
});
