/** @file Files that another worker has are files like any others. */
import { afterEach, describe } from 'vitest';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { borrowFiles, lendFiles } from '../../../src/lab/files/lent-files.ts';
import { installTransferHandlers } from '../../../src/rpc/transfer-handlers.ts';
import { fileStoreContract, fullFileStoreContract } from '../../data/store/file-store-contract.ts';
import { jsonLinesContract } from '../../data/store/json-lines-contract.ts';

installTransferHandlers();
const channels: MessageChannel[] = [];
afterEach(() => channels.splice(0).forEach(({ port1 }) => port1.close()));

function borrowed(quota?: number) {
  const channel = new MessageChannel();
  channels.push(channel);
  lendFiles(new MemoryFileStore(quota), channel.port1);
  return Promise.resolve(borrowFiles(channel.port2));
}

describe('files of another worker', () => {
  fileStoreContract(() => borrowed());
  jsonLinesContract(() => borrowed());
});

describe('files of another worker with a quota', () => {
  fullFileStoreContract(() => borrowed(300_000));
});
