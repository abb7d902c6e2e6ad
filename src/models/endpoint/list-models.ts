/**
 * @file What an endpoint offers.
 */
import type { EndpointConnection } from './endpoint-connection.ts';
import { endpointError } from './endpoint-error.ts';
import { readJson, request } from './request.ts';

/** A model that a server offers. */
export interface ListedModel {
  readonly name: string;
  /** In tokens; null where the server does not say. */
  readonly contextLength: number | null;
  /** The kind of server, as far as its list shows it. */
  readonly server: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

// What each kind of server writes as `owned_by`.
const SERVERS: Readonly<Record<string, string>> = {
  library: 'Ollama',
  organization_owner: 'LM Studio',
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
};

/**
 * The models of an endpoint, in its order.
 * @throws LabError `endpoint-failed`, `aborted`
 */
export async function listModels(connection: EndpointConnection, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const reply = await readJson(await request(connection, '/models', null, signal), connection, signal);
  const { data } = (reply ?? {}) as Fields;
  if (Array.isArray(data)) return data.flatMap(readModel);
  // Ollama writes null for an empty list.
  if (data === null) return [];
  const message = `What answers at ${connection.baseUrl} has no list of models. Check the path: it usually ends with /v1.`;
  throw endpointError('not-compatible', message, connection);
}

/** The model of a name: as the server writes it, and by Ollama's rule that `llama3.2` is `llama3.2:latest`. */
export function findModel(models: readonly ListedModel[], name: string): ListedModel | undefined {
  return models.find((model) => model.name === name) ?? models.find((model) => model.name === `${name}:latest`);
}

function readModel(entry: unknown): ListedModel[] {
  const { id, owned_by: owner, max_model_len: ofVllm, meta } = (entry ?? {}) as Fields;
  if (typeof id !== 'string' || id === '') return [];
  const { n_ctx: ofLlamaCpp } = (meta ?? {}) as Fields;
  const contextLength = [ofVllm, ofLlamaCpp].find((length) => typeof length === 'number' && length > 0);
  const server = typeof owner === 'string' && Object.hasOwn(SERVERS, owner) ? SERVERS[owner] : undefined;
  return [
    { name: id, contextLength: typeof contextLength === 'number' ? contextLength : null, server: server ?? null },
  ];
}
