/** @file Replies of a real model (Qwen2.5-Coder-1.5B) to requests with a schema: how many are read, and that none of those that were cut is made up. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { readReply } from '../../../src/core/reply/read-reply.ts';
import { sharedFile, testWithShared } from '../../shared.ts';

const REPLIES = 'data/real-model-replies/replies.jsonl.gz';

interface Asked {
  readonly reply: string;
  readonly request: { readonly response_format?: { readonly json_schema?: { readonly schema?: Json } } };
}

const isWhole = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

testWithShared('277 of 339 are read, as many as by the readers of crippled forms that were', [REPLIES], () => {
  const lines = gunzipSync(readFileSync(sharedFile(REPLIES)))
    .toString('utf8')
    .trim()
    .split('\n');
  const asked = lines.map((line) => JSON.parse(line) as Asked);
  const read = asked.flatMap(({ reply, request }) => {
    const schema = request.response_format?.json_schema?.schema;
    return schema === undefined ? [] : [{ reply, isRead: readReply(reply, schema).ok }];
  });
  expect(read).toHaveLength(339);
  expect(read.filter(({ isRead }) => isRead).length).toBeGreaterThanOrEqual(277);
  // A reply that does not end its object was cut or broke off: nothing of it is believed.
  expect(read.filter(({ reply, isRead }) => isRead && !isWhole(reply))).toEqual([]);
});
