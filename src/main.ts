/** @file The page's entry: connects to the lab and mounts the interface, in one tab at a time. */
import { mount, unmount } from 'svelte';
import { connectLab } from './client/create-lab-client.ts';
import { embedded, tellWorkers } from './client/embedded.ts';
import { isErasing } from './client/kept-here.ts';
import { beginWork, takeOver } from './client/site-keeper.ts';
import { allowOwnScripts } from './core/platform/site-scope.ts';
import App from './ui/App.svelte';
import OpenElsewhere from './ui/OpenElsewhere.svelte';
import Erasing from './ui/parts/kept/Erasing.svelte';

// Before any worker is started.
allowOwnScripts();
tellWorkers();

function work(target: Element): void {
  if (!embedded && isErasing()) mount(Erasing, { target });
  else mount(App, { target, props: { client: connectLab() } });
}

const target = document.getElementById('app');
// A frame keeps nothing, so that it stands in nobody's way.
if (target !== null)
  void (embedded ? Promise.resolve(true) : beginWork()).then((isMine) => {
    if (isMine) return work(target);
    const screen = mount(OpenElsewhere, {
      target,
      props: {
        async ontake() {
          await takeOver();
          await unmount(screen);
          work(target);
        },
      },
    });
  });
