/** @file The connection check against a double that misbehaves in each way; what only browsers do is in test/browser. */
import { afterEach, describe, expect, test } from 'vitest';
import type { EndpointDiagnosis, EndpointStep } from '../../../src/models/service/endpoint.ts';
import { diagnoseEndpoint } from '../../../src/models/endpoint/diagnose-endpoint.ts';
import { startDouble, unusedPort, type Behaviour, type EndpointDouble } from './double.ts';

const NEVER = new AbortController().signal;
const doubles: EndpointDouble[] = [];
afterEach(async () => {
  await Promise.all(doubles.splice(0).map((double) => double.close()));
});

async function start(behaviour: Behaviour = {}): Promise<EndpointDouble> {
  const double = await startDouble(behaviour);
  doubles.push(double);
  return double;
}

interface Asking {
  readonly model?: string;
  readonly key?: string;
  readonly path?: string;
  readonly timeoutSeconds?: number;
}

async function diagnose(behaviour: Behaviour, { model = 'tiny', key, path, timeoutSeconds }: Asking = {}) {
  const { baseUrl } = await start(behaviour);
  const options = {
    baseUrl: path === undefined ? baseUrl : baseUrl.replace('/v1', path),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  };
  return diagnoseEndpoint({ options, model }, key ?? null, NEVER);
}

const findings = ({ steps }: EndpointDiagnosis): string[] => steps.map(({ check, finding }) => `${check} ${finding}`);
const stepThat = ({ steps }: EndpointDiagnosis, status: EndpointStep['status']): EndpointStep => {
  const found = steps.filter((step) => step.status === status);
  expect(found).toHaveLength(1);
  return found[0] as EndpointStep;
};
const commands = ({ fixes }: EndpointStep): (string | undefined)[] => fixes.map(({ command }) => command);

describe('all well', () => {
  test('passes every check, tells of each as it is done, and measures', async () => {
    const { baseUrl } = await start({ pause: 20 });
    const told: EndpointStep[] = [];
    const diagnosis = await diagnoseEndpoint({ options: { baseUrl }, model: 'tiny' }, null, NEVER, (step) =>
      told.push(step),
    );
    expect(findings(diagnosis)).toEqual([
      'connection passed',
      'models passed',
      'model passed',
      'streaming passed',
      'schema passed',
    ]);
    expect(told).toEqual(diagnosis.steps);
    expect(diagnosis).toMatchObject({ works: true, models: ['tiny:latest', 'small'], server: 'Ollama' });
    // Five tokens counted, so four pauses of 20 ms between the first piece and the last.
    expect(diagnosis.speed?.estimated).toBe(false);
    expect(diagnosis.speed?.tokensPerSecond).toBeGreaterThan(1);
    // A first piece that is read late takes at most one of the four pauses away.
    expect(diagnosis.speed?.tokensPerSecond).toBeLessThan(70);
    expect(diagnosis.steps[3]?.message).toContain('tokens per second.');
  });

  test('says where the speed is an estimate', async () => {
    const diagnosis = await diagnose({ usage: null });
    expect(diagnosis.speed?.estimated).toBe(true);
    expect(diagnosis.steps[3]?.message).toContain('estimated');
  });

  test('asks two short replies at most', async () => {
    const { baseUrl, chats } = await start();
    await diagnoseEndpoint({ options: { baseUrl }, model: 'tiny' }, null, NEVER);
    expect(chats().map(({ body }) => Number(body['max_tokens']) <= 400)).toEqual([true, true]);
  });
});

describe('what does not work', () => {
  test('nothing listens: says how to start the server of that port', async () => {
    const port = await unusedPort();
    const options = { baseUrl: `http://127.0.0.1:${port}/v1` };
    const diagnosis = await diagnoseEndpoint({ options, model: 'tiny' }, null, NEVER);
    expect(findings(diagnosis)).toEqual([
      'connection nothing-listening',
      'models not-reached',
      'model not-reached',
      'streaming not-reached',
      'schema not-reached',
    ]);
    expect(diagnosis.works).toBe(false);
    const step = stepThat(diagnosis, 'failed');
    expect(step.message).toBe(`Nothing listens at 127.0.0.1:${port} (ECONNREFUSED).`);
    expect(commands(step)).toContain('ollama serve');
    expect(commands(step)).toContain('lms server start');
  });

  test('a host that does not exist', async () => {
    const options = { baseUrl: 'http://no-such-host.invalid:11434/v1' };
    const step = stepThat(await diagnoseEndpoint({ options, model: 'tiny' }, null, NEVER), 'failed');
    expect(step).toMatchObject({ check: 'connection', finding: 'nothing-listening' });
    expect(commands(step)).toEqual(['ollama serve', undefined]);
  });

  test('connected, and then silence', async () => {
    const step = stepThat(await diagnose({ silent: 'headers' }, { timeoutSeconds: 1 }), 'failed');
    expect(step).toMatchObject({ check: 'connection', finding: 'silent' });
  });

  test.each(['html', '404'] as const)('a wrong path that answers with %s: finds the right one', async (elsewhere) => {
    const diagnosis = await diagnose({ elsewhere }, { path: '/api' });
    const step = stepThat(diagnosis, 'failed');
    expect(step).toMatchObject({ check: 'models', finding: 'not-compatible' });
    expect(commands(step)[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(findings(diagnosis)[0]).toBe('connection passed');
  });

  test('something else than an endpoint', async () => {
    const step = stepThat(await diagnose({ path: '/nowhere', elsewhere: 'html' }), 'failed');
    expect(step.finding).toBe('not-compatible');
    expect(step.fixes).toEqual([{ text: expect.stringContaining('up to and with the version') as string }]);
  });

  test('a redirect', async () => {
    const { baseUrl } = await start();
    const step = stepThat(await diagnose({ redirect: baseUrl }), 'failed');
    expect(step).toMatchObject({ check: 'models', finding: 'redirected' });
  });

  test.each([
    [undefined, 'wants a key and got none (401)'],
    ['wrong', 'does not accept the key (401)'],
  ])('the key %s', async (key, said) => {
    const step = stepThat(await diagnose({ key: 'right' }, { ...(key !== undefined && { key }) }), 'failed');
    expect(step).toMatchObject({ check: 'models', finding: 'key-refused' });
    expect(step.message).toContain(said);
    expect(step.message).not.toContain('wrong');
  });

  test('the right key', async () => {
    expect((await diagnose({ key: 'right' }, { key: 'right' })).works).toBe(true);
  });

  test('a model that is not there: lists those that are, and how to get it', async () => {
    const diagnosis = await diagnose({}, { model: 'llama9' });
    const step = stepThat(diagnosis, 'failed');
    expect(step).toMatchObject({ check: 'model', finding: 'model-absent', message: 'It has no model llama9.' });
    expect(step.fixes[0]?.text).toContain('tiny:latest, small');
    expect(commands(step)).toContain('ollama pull llama9');
    expect(diagnosis.models).toEqual(['tiny:latest', 'small']);
  });

  test('a hostile name of a model gets into no command', async () => {
    const step = stepThat(await diagnose({}, { model: 'x; rm -rf ~' }), 'failed');
    expect(commands(step).join()).not.toContain('rm');
  });

  test('no model chosen', async () => {
    expect(stepThat(await diagnose({}, { model: '' }), 'failed').message).toBe('No model was chosen.');
  });

  test('half a reply and then nothing', async () => {
    const step = stepThat(await diagnose({ half: 'hang' }, { timeoutSeconds: 1 }), 'failed');
    expect(step).toMatchObject({ check: 'streaming', finding: 'reply-hung' });
    expect(step.message).toContain('“Three and a”');
  });

  test('half a reply and a closed connection', async () => {
    const step = stepThat(await diagnose({ half: 'close' }), 'failed');
    expect(step).toMatchObject({ check: 'streaming', finding: 'reply-broken-off' });
  });

  test('a server that fails', async () => {
    const step = stepThat(await diagnose({ refuse: { status: 500, body: '{"error":"no GPU"}' } }), 'failed');
    expect(step).toMatchObject({ check: 'streaming', finding: 'server-error' });
    expect(step.message).toContain('“no GPU”');
  });

  test('a stop', async () => {
    const { baseUrl } = await start({ pause: 50 });
    const controller = new AbortController();
    const examining = diagnoseEndpoint({ options: { baseUrl }, model: 'tiny' }, null, controller.signal, () =>
      controller.abort(),
    );
    await expect(examining).rejects.toMatchObject({ code: 'aborted' });
  });

  test('options that are none', async () => {
    const examining = diagnoseEndpoint({ options: { baseUrl: 'ftp://x' }, model: 'tiny' }, null, NEVER);
    await expect(examining).rejects.toMatchObject({ code: 'spec-invalid' });
  });
});

describe('what works with a limit', () => {
  test('a schema that is ignored: shows the reply', async () => {
    const diagnosis = await diagnose({ schema: 'ignored', reply: ['spar', 'row'] });
    const step = stepThat(diagnosis, 'warned');
    expect(step).toMatchObject({ check: 'schema', finding: 'schema-ignored' });
    expect(step.message).toContain('“sparrow”');
    expect(diagnosis.works).toBe(true);
  });

  test('a reply that is JSON but not of the schema', async () => {
    expect(stepThat(await diagnose({ reply: ['{"bird": "sparrow"}'] }), 'warned').finding).toBe('schema-ignored');
  });

  test('a schema that is refused: quotes the reason', async () => {
    const step = stepThat(await diagnose({ schema: 'refused' }), 'warned');
    expect(step).toMatchObject({ check: 'schema', finding: 'schema-refused' });
    expect(step.message).toContain('“response_format json_schema is not supported”');
  });

  test('whole replies only', async () => {
    const diagnosis = await diagnose({ whole: true });
    expect(stepThat(diagnosis, 'warned')).toMatchObject({ check: 'streaming', finding: 'not-streamed' });
    expect(diagnosis.works).toBe(true);
  });
});
