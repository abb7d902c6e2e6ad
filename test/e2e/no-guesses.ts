/** @file Most tests read answers and set up runs, so their pages ask for no guess and have the set-up open; `test/browser/guess.test.ts` and `first-sight.test.ts` have the page as a first visit does. */
import { nameInSite } from '../../src/core/platform/site-scope.ts';

const sites = new Set<string>();

/** Tells of a site that is served: whoever opens it in a context that is made from then on is asked for no guess, and finds the set-up open. */
export function asksForNoGuess(url: string): void {
  sites.add(url);
}

/** What the browser keeps of the sites before they are first opened. */
export function settingsWithoutGuesses(): {
  cookies: never[];
  origins: { origin: string; localStorage: { name: string; value: string }[] }[];
} {
  const urls = [...sites].map((site) => new URL(site));
  const origins = [...new Set(urls.map(({ origin }) => origin))].map((origin) => ({
    origin,
    localStorage: urls
      .filter((url) => url.origin === origin)
      .flatMap(({ pathname }) => [
        { name: nameInSite('guess-first', pathname), value: 'off' },
        { name: nameInSite('set-up', pathname), value: 'on' },
      ]),
  }));
  return { cookies: [], origins };
}
