/** @file What an endpoint offers. */
import type { EndpointConnection } from './endpoint-options.ts';
import { LabError } from '../../core/errors.ts';
import { fieldsOf } from './endpoint-error.ts';
import { readJson, request } from './request.ts';

export interface ListedModel {
  readonly name: string;
  readonly contextLength: number | null;
  readonly server: string | null;
}

// What each kind of server writes as `owned_by`.
const SERVERS: Readonly<Record<string, string>> = {
  library: 'Ollama',
  organization_owner: 'LM Studio',
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
};

/** The models of an endpoint, in its order; null without a list. @throws LabError `endpoint-failed`, `aborted` */
export async function listModels(
  connection: EndpointConnection,
  signal: AbortSignal,
): Promise<readonly ListedModel[] | null> {
  const reply = await request(connection, '/models', null, signal).then(
    (watched) => readJson(watched, connection, signal),
    (thrown: unknown) => {
      const { status } = fieldsOf(thrown instanceof LabError ? thrown.details : null);
      if (status === 404 || status === 405) return undefined;
      throw thrown;
    },
  );
  if (reply === undefined) return null;
  const { data, models } = fieldsOf(reply);
  const list = [reply, data, models].find((one) => Array.isArray(one)) as readonly unknown[] | undefined;
  // Ollama writes null for an empty list.
  return list?.flatMap(readModel) ?? (data === null ? [] : null);
}

function readModel(entry: unknown): ListedModel[] {
  const fields = fieldsOf(entry);
  const name = [fields['id'], fields['model'], fields['name']].find((one) => typeof one === 'string' && one !== '');
  if (typeof name !== 'string') return [];
  const lengths = [fields['max_model_len'], fields['context_length'], fieldsOf(fields['meta'])['n_ctx']];
  const contextLength = lengths.find((length) => typeof length === 'number' && length > 0);
  const owner = String(fields['owned_by']);
  const server = Object.hasOwn(SERVERS, owner) ? SERVERS[owner] : undefined;
  return [{ name, contextLength: typeof contextLength === 'number' ? contextLength : null, server: server ?? null }];
}
