import { expose, proxy, wrap, type ProxyMarked, type Remote } from 'comlink';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { exposeService } from '../../src/rpc/expose-service.ts';
import '../../src/rpc/transfer-handlers.ts';

type Tell = (word: string) => void;

/** Tells words, then answers. */
class Teller {
  late: () => unknown = () => undefined;

  async say(words: readonly string[], tell: Tell): Promise<number> {
    for (const word of words) tell(word);
    this.late = () => tell('late');
    return Promise.resolve(words.length);
  }

  fail(tell: Tell): Promise<never> {
    tell('begun');
    return Promise.reject(new LabError('sql-refused', 'Only one statement may be run.'));
  }

  async spell(word: string, { onLetter, signal }: { onLetter: Tell; signal: AbortSignal }): Promise<boolean> {
    for (const letter of word) onLetter(letter);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return signal.aborted;
  }

  ask(question: (word: string) => number): Promise<number> {
    return Promise.resolve(question('one'));
  }

  tellLate(): Promise<string> {
    return Promise.resolve(String(this.late()));
  }
}

interface Service {
  readonly teller: Teller & ProxyMarked;
  say: Teller['say'];
}

describe('an exposed service', () => {
  const ports: MessagePort[] = [];
  afterEach(() => {
    for (const port of ports.splice(0)) port.close();
  });

  function connect(offer: (service: object, port: MessagePort) => void = exposeService): Remote<Service> {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    const teller = new Teller();
    offer({ teller: proxy(teller), say: teller.say.bind(teller) }, port1);
    return wrap<Service>(port2);
  }

  /** The words that were heard when the call was answered. */
  async function heardBy(call: (tell: Tell) => Promise<unknown>): Promise<readonly string[]> {
    const heard: string[] = [];
    await call(proxy((word: string) => void heard.push(word))).catch(() => undefined);
    return [...heard];
  }

  const WORDS = Array.from({ length: 200 }, (_, at) => String(at));

  test('answers after all that a call tells, where Comlink’s own answer comes first', async () => {
    expect(await heardBy((tell) => connect(expose).say(WORDS, tell))).not.toEqual(WORDS);
    expect(await heardBy((tell) => connect().say(WORDS, tell))).toEqual(WORDS);
    expect(await heardBy((tell) => connect().teller.say(WORDS, tell))).toEqual(WORDS);
  });

  test('hears and is stopped by callbacks and signals that come in an object', async () => {
    const heard: string[] = [];
    const controller = new AbortController();
    const word = 'a'.repeat(200);
    const onLetter = (letter: string): void => {
      heard.push(letter);
      if (heard.length === word.length) controller.abort();
    };
    expect(await connect().teller.spell(word, { onLetter, signal: controller.signal })).toBe(true);
    expect(heard.join('')).toBe(word);
  });

  test('fails after it too, with the error', async () => {
    const service = connect();
    expect(await heardBy((tell) => service.teller.fail(tell))).toEqual(['begun']);
    await expect(service.teller.fail(proxy(() => undefined))).rejects.toMatchObject({ code: 'sql-refused' });
  });
});

test('a worker whose entry is evaluated twice, as WebKit does, answers once', () => {
  const heard: string[] = [];
  vi.stubGlobal('addEventListener', (type: string) => void heard.push(type));
  try {
    exposeService({});
    exposeService({});
    expect(heard).toEqual(['message']);
  } finally {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, Symbol.for('espalier: this worker answers'));
  }
});
