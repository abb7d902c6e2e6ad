import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DIALS } from '../../src/reasoner/dials.ts';
import { PLANNERS } from '../../src/planners/registry.ts';
import { GLOSSARY, isTerm, type GlossaryEntry } from '../../src/ui/parts/glossary/terms.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const document = readFileSync(resolve(ROOT, 'docs/glossary.md'), 'utf8');
const [, ofCode = ''] = document.split('\n## In the code\n');

/** The glossary as a document, in the order of the alphabet. */
function glossaryMarkdown(): string {
  const entries = Object.values<GlossaryEntry>(GLOSSARY).toSorted((a, b) => a.term.localeCompare(b.term, 'en'));
  const lines = entries.map(
    ({ term, explanation, source }) => `- **${term}.** ${explanation}${source === null ? '' : ` *(${source})*`}`,
  );
  return `# Glossary\n\nThe words that the page explains where they are dotted.\n\n${lines.join('\n')}\n`;
}

test('docs/glossary.md begins with what the page says (vitest -u writes it)', async () => {
  await expect(`${glossaryMarkdown()}\n## In the code\n${ofCode}`).toMatchFileSnapshot('../../docs/glossary.md');
});

test('its words of the code are where it says, and are sixty and more with those of the page', () => {
  const rows = ofCode.split('\n').filter((line) => /^(\| |- \*\*)[A-Z]/.test(line));
  const places = [...ofCode.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(places.filter((path) => !existsSync(resolve(ROOT, path)))).toEqual([]);
  expect(rows.length + Object.keys(GLOSSARY).length).toBeGreaterThanOrEqual(60);
});

test('every planner and every dial is explained', () => {
  const unexplained = [...PLANNERS, ...DIALS].map(({ name }) => name).filter((name) => !isTerm(name));
  expect(unexplained, 'give each an entry in src/ui/parts/glossary/terms.ts').toEqual([]);
  expect([isTerm('toString'), isTerm('slip')]).toEqual([false, true]);
});
