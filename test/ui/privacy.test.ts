/** @file Who gets what, in one sentence: nobody, the models in this tab, or an address, which is named. */
import { describe, expect, test } from 'vitest';
import { privacyOf } from '../../src/ui/pages/privacy/privacy.ts';

const RULES = { name: 'built-in/reasoner', options: {} };
const SMALL = { name: 'transformers/SmolLM2', options: {} };
const at = (baseUrl: string, name = 'llama') => ({ name: `endpoint/${name}`, options: { baseUrl } });
const LOCAL = at('http://localhost:11434/v1');
const AWAY = at('https://api.example.com/v1', 'gpt');
const titleOf = (name: string): string => name.slice(name.indexOf('/') + 1);

describe('who gets what', () => {
  test.each([
    ['nobody, where rules are used', [RULES, RULES], null, [], true],
    ['a model in this tab', [SMALL, RULES], null, ['SmolLM2 in this tab'], true],
    ['an address', [LOCAL], null, ['localhost:11434'], false],
    ['two and a model here', [LOCAL, AWAY, SMALL], null, ['localhost:11434', 'api.example.com', 'SmolLM2'], false],
    ['Wikipedia', [RULES], 'en.wikipedia.org', ['No language model', 'en.wikipedia.org'], false],
  ])('%s', (_, models, searches, named, isReproducible) => {
    const privacy = privacyOf(models, titleOf, searches);
    for (const one of named) expect(privacy.sentence).toContain(one);
    expect(privacy.isReproducible).toBe(isReproducible);
    const isSent = models.some(({ name }) => name.startsWith('endpoint/')) || searches !== null;
    expect(privacy.isSent).toBe(isSent);
    // Never both: that something is sent, and that nothing is.
    expect(/Nothing|stays/u.test(privacy.sentence)).toBe(!isSent);
  });

  test('an endpoint whose address cannot be read is an endpoint all the same', () =>
    expect(privacyOf([{ name: 'endpoint/x', options: {} }], titleOf).isSent).toBe(true));
});
