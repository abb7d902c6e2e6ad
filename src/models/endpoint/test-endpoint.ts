/** @file A trial of an endpoint, as the form asks for it: its models, one word, a schema. What fails is thrown, in the server's own words. */
import { now } from '../../core/clock.ts';
import { LabError } from '../../core/errors.ts';
import type { EndpointQuestion, EndpointTrial } from '../service/endpoint.ts';
import { EndpointAsker } from './ask-endpoint.ts';
import { connectionTo } from './endpoint-connection.ts';
import { readEndpointOptions } from './endpoint-options.ts';
import { asTyped, findModel, patientList } from './list-models.ts';
import { probeSchema } from './schema-probe.ts';

const ONE_WORD = {
  messages: [{ role: 'user', content: 'Reply with the one word ready.' }],
  seed: 1,
  temperature: 0,
  // Enough for a model that thinks first.
  maxTokens: 400,
} as const;

/**
 * Tries an endpoint.
 * @param key is sent to the endpoint and to nobody else
 * @throws LabError what is wrong: `spec-invalid`, `endpoint-failed`, `model-missing`, `aborted`
 */
export async function testEndpoint(
  { options: given, model: name }: EndpointQuestion,
  key: string | null,
  signal: AbortSignal,
): Promise<EndpointTrial> {
  const options = readEndpointOptions(given);
  const connection = connectionTo(options, key);
  const listed = await patientList(connection, signal);
  const models = (listed ?? []).map((model) => model.name);
  const wanted = name === '' && models.length === 1 ? (models[0] ?? '') : name;
  if (wanted === '') return { models, hasList: listed !== null, reply: null };
  const model = listed === null ? asTyped(wanted) : findModel(listed, wanted);
  if (model === undefined) {
    const offer = models.length === 0 ? 'It lists none.' : `It lists ${models.slice(0, 20).join(', ')}.`;
    throw new LabError('model-missing', `There is no model ${wanted}. ${offer}`, { model: wanted, names: models });
  }
  const { thinkingTokens } = options;
  const asker = new EndpointAsker(model.name, thinkingTokens === null ? null : thinkingTokens > 0);
  const start = now();
  let text = '';
  for await (const piece of asker.ask(connection, ONE_WORD, signal)) if (piece.type === 'text') text += piece.text;
  const seconds = (now() - start) / 1000;
  const { outcome } = await probeSchema(connection, asker, signal);
  return { models, hasList: listed !== null, reply: { text: text.trim().slice(0, 200), seconds, schemas: outcome } };
}
