import { expect, test } from 'vitest';
import { isOwnScript } from '../../../src/core/platform/site-scope.ts';

const SITE = 'https://owner.example/lab/';

test.each([
  'https://owner.example/lab/assets/lab.worker-1.js',
  'https://owner.example/lab/assets/ort-wasm-simd-threaded-1.mjs',
  'https://owner.example/lab/service-worker.js',
])('a script of the site may be a worker: %s', (address) => expect(isOwnScript(address, SITE)).toBe(true));

test.each([
  'https://owner.example/course/assets/lab.worker-1.js',
  'https://owner.example/lab/../course/assets/a.js',
  'https://attacker.example/lab/assets/a.js',
  'https://owner.example@attacker.example/lab/assets/a.js',
  'blob:https://owner.example/lab/assets/a.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  '',
])('anything else may not: %s', (address) => expect(isOwnScript(address, SITE)).toBe(false));
