import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { generatePeople } from '../../../src/environments/people/generate-people.ts';
import { writePerson } from '../../../src/environments/people/write-person.ts';
import { scriptedModel } from '../../models/scripted-model.ts';

const [generated] = generatePeople(1, 'film', createRandom(1)) as [ReturnType<typeof generatePeople>[number]];
const { signal } = new AbortController();

function write(replies: readonly string[], choosesGenres: boolean) {
  const model = scriptedModel({ summarize: replies });
  const writing = { model, choosesGenres, random: createRandom(2), signal };
  return { model, written: writePerson(generated, 'film', writing) };
}

describe('a person', () => {
  test('is described in the model’s words, with the genres that were drawn', async () => {
    const { model, written } = write(['She dreams of ships. '], false);
    expect(await written).toEqual({
      person: { ...generated.person, description: 'She dreams of ships.' },
      taste: generated.taste,
      isDescribed: true,
      isCut: false,
      hasChosenGenres: false,
    });
    const [request] = model.requests;
    for (const fact of [String(generated.person.age), generated.person.job?.toUpperCase(), ...generated.taste.liked])
      expect(request?.messages[0]?.content).toContain(fact);
    expect(request?.messages[0]?.content).toContain(`Name: ${generated.person.name}, Age: `);
  });

  test.each(['no idea', '{"liked": "horror", "disliked": [', '{"liked": ["polka"], "disliked": []}', '{"liked": [1]}'])(
    'keeps what was drawn where the choice is %s',
    async (reply) => {
      expect(await write([reply, 'She dreams.'], true).written).toMatchObject({
        taste: generated.taste,
        hasChosenGenres: false,
      });
    },
  );

  test('has a template’s description of the chosen genres where the model writes nothing', async () => {
    const written = await write(['{"liked": ["documentary"], "disliked": []}', ' '], true).written;
    expect(written).toMatchObject({ isDescribed: false, hasChosenGenres: true });
    expect(written.person.description).toContain('documentary');
  });
});
