/** @file The page's entry: connects to the lab and mounts the interface; one tab works at a time. */
import { mount } from 'svelte';
import { connectLab } from './client/create-lab-client.ts';
import { isErasing } from './client/kept-here.ts';
import { beginWork } from './client/site-keeper.ts';
import { allowOwnScripts } from './core/platform/site-scope.ts';
import App from './ui/App.svelte';
import Erasing from './ui/parts/kept/Erasing.svelte';

// Before any worker is started.
allowOwnScripts();

/** In the page of a stranger a click could be led to something else, and a host without headers does not forbid it. */
function isFramedByOthers(): boolean {
  try {
    return window.top !== window.self && window.top?.location.origin !== location.origin;
  } catch {
    return true;
  }
}

/** All that a frame shows. */
function wayOut(): HTMLAnchorElement {
  const text = 'Open Espalier in a tab of its own';
  return Object.assign(document.createElement('a'), { href: location.href, target: '_blank', rel: 'noopener', text });
}

function work(target: Element, isElsewhere: boolean): void {
  if (isErasing()) mount(Erasing, { target });
  else mount(App, { target, props: { client: connectLab(isElsewhere) } });
}

const target = document.getElementById('app');
if (target !== null && isFramedByOthers()) target.append(wayOut());
else if (target !== null) void beginWork().then((isMine) => work(target, !isMine));
