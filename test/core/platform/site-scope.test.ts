import { expect, test } from 'vitest';
import { nameInSite, siteFolder, sitePath, type Realm } from '../../../src/core/platform/site-scope.ts';

const page = (href: string): Realm => ({ href, isDedicatedWorker: false });
const worker = (href: string): Realm => ({ href, isDedicatedWorker: true });

test.each([
  [page('https://owner.example/lab/?embed#plan'), '/lab/'],
  [page('https://owner.example/lab/service-worker.js'), '/lab/'],
  [worker('https://owner.example/lab/assets/lab.worker-1.js'), '/lab/'],
  [worker('http://127.0.0.1:5173/workers/lab.worker.ts?worker_file&type=module'), '/'],
])('the page, its workers and its service worker agree on the site: %o', (realm, path) => {
  expect(sitePath(realm)).toBe(path);
});

test('names of one site are no other’s, also where one lies in the other', () => {
  const sites = ['/', '/lab/', '/lab/course/', '/lab:theme/', '/lab%23theme/'];
  for (const own of sites) {
    for (const other of sites.filter((site) => site !== own)) {
      expect(nameInSite('theme', other).startsWith(nameInSite('', own))).toBe(false);
      expect(siteFolder(other)).not.toBe(siteFolder(own));
    }
  }
  expect(nameInSite('theme', '/lab/')).toBe('espalier:/lab/#theme');
});
