import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from '../../src/cli/datasets.ts';
import { peopleCommand } from '../../src/cli/people-command.ts';
import { runOf } from './command.ts';
import { startDouble, type EndpointDouble } from '../models/endpoint/double.ts';

let folder: string;
let endpoint: EndpointDouble;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-people-'));
  endpoint = await startDouble({
    reply: ({ response_format }) =>
      response_format === undefined
        ? ['Loves "quiet" films,\nand the sea.']
        : ['{"liked": ["horror"], "disliked": ["comedy"]}'],
  });
});
afterAll(async () => {
  await endpoint.close();
  rmSync(folder, { recursive: true, force: true });
});

const signal = new AbortController().signal;
function people(spec: object, ...args: readonly string[]) {
  return peopleCommand(runOf({ kind: 'people', ...spec }, ...args), () => undefined);
}

test('a language model describes them and chooses their genres, and the file says which', async () => {
  const out = join(folder, 'written.csv');
  const model = 'endpoint/tiny';
  const place = ['--endpoint', endpoint.baseUrl];
  const summary = await people({ of: 'books', people: 2, out, model }, ...place);
  expect(summary).toMatchObject({ describedBy: 'endpoint/tiny', described: 2, chosenGenres: 0 });
  const films = await people({ of: 'films', people: 2, out, choosesGenres: true, model }, ...place);
  expect(films).toMatchObject({ described: 2, chosenGenres: 2 });
  const { manifest, users } = await importFile(out, { signal });
  expect(manifest.description).toContain('described by endpoint/tiny');
  expect(users[0]?.attributes).toMatchObject({
    description: 'Loves "quiet" films, and the sea.',
    genres_liked: ['horror'],
    genres_disliked: ['comedy'],
  });
});
