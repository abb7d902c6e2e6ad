import { afterEach, expect, test, vi } from 'vitest';
import { copyToClipboard } from '../../src/ui/browser.ts';

afterEach(() => vi.unstubAllGlobals());

test('copies a text', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: (text: string) => Promise.resolve(written.push(text)) } });
  await copyToClipboard('a link');
  expect(written).toEqual(['a link']);
});

test.each([
  ['there is no clipboard', {}],
  [
    'the browser refuses it',
    { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } },
  ],
])('says what to do where %s', async (_where, navigator) => {
  vi.stubGlobal('navigator', navigator);
  await expect(copyToClipboard('a link')).rejects.toMatchObject({
    code: 'device-missing',
    message: expect.stringContaining('copy it by hand') as string,
  });
});
