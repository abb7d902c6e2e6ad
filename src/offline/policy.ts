/** @file The site's security policy: the page carries it, and its server or the service worker sends it. */
import type { Site } from './site.ts';

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'connect-src': "'self' https://*.wikipedia.org",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'manifest-src': "'self'",
  // Text becomes markup or a script's address only through these: src/core/platform/own-scripts.ts, Svelte's and DOMPurify's.
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default svelte-trusted-html dompurify',
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

// Browsers ignore these in a <meta> tag and log an error for each.
const HEADER_ONLY = new Set(['frame-ancestors']);

const written = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([directive, sources]) => `${directive} ${sources}`).join('; ');

export const META_POLICY = written(Object.entries(POLICY).filter(([name]) => !HEADER_ONLY.has(name)));

/** Headers of an isolated page: SharedArrayBuffer, and with it threads in wasm, exists on no other. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export const SITE_HEADERS: Omit<Site, 'files'> = {
  headers: {
    ...ISOLATION,
    'Content-Security-Policy': written(Object.entries(POLICY)),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  },
  exceptions: [
    {
      // The page asks nobody but its own origin and, once switched on, Wikipedia. Models come from where the person says, so
      // their worker, and no other code, may ask any host over https, and this machine over http.
      path: /(^|\/)assets\/model\.worker-[^/]*\.js$/.source,
      headers: {
        'Content-Security-Policy': written(
          Object.entries({ ...POLICY, 'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*" }),
        ),
      },
    },
  ],
};
