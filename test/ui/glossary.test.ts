import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DIALS } from '../../src/models/reasoner/dials.ts';
import { PLANNERS } from '../../src/planners/registry.ts';
import { GLOSSARY, glossaryMarkdown, isTerm, type GlossaryEntry } from '../../src/ui/glossary/terms.ts';

test('docs/glossary.md is what the page says', () => {
  const file = resolve(import.meta.dirname, '../../docs/glossary.md');
  expect(readFileSync(file, 'utf8')).toBe(glossaryMarkdown());
});

test('every planner and every dial is explained', () => {
  expect([...PLANNERS, ...DIALS].map(({ name }) => name).filter((name) => !isTerm(name))).toEqual([]);
  expect([isTerm('toString'), isTerm('slip')]).toEqual([false, true]);
});

test('an explanation is one or two plain sentences', () => {
  for (const { explanation } of Object.values<GlossaryEntry>(GLOSSARY)) {
    expect(explanation).toMatch(/^[A-Z].*[.?]$/s);
    expect(explanation.length, explanation).toBeLessThan(330);
  }
});
