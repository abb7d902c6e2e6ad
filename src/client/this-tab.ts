/** @file What a tab has once: the other tabs as it sees them, and where it keeps files. */
import { createTabStorage, type TabStorage } from './tab-storage.ts';
import { createTabs, type Tabs } from './tabs.ts';

/** What all parts of the page share. */
export interface ThisTab {
  readonly tabs: Tabs;
  readonly storage: TabStorage;
}

/** Opens both: what a person makes has the browser asked to keep it, and what is in memory alone is nothing to other tabs. */
export function openThisTab(): ThisTab {
  const [tabs, storage] = [createTabs(), createTabStorage()];
  tabs.listenOwn(({ what }) => what !== 'removed' && storage.made());
  storage.listen(({ place }) => place === 'tab' && tabs.leave());
  return { tabs, storage };
}
