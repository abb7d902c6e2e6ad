/** @file Most tests read answers, so their pages do not ask for a guess first; `test/browser/guess.test.ts` has the page as a first visit does. */
import { nameInSite } from '../../src/core/platform/site-scope.ts';

const sites = new Set<string>();

/** Tells of a site that is served: whoever opens it in a context that is made from then on is asked for no guess. */
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
      .map(({ pathname }) => ({ name: nameInSite('guess-first', pathname), value: 'off' })),
  }));
  return { cookies: [], origins };
}
