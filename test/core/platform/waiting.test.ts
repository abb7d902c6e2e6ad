import { expect, test } from 'vitest';
import { onceUnlocked } from '../../../src/core/platform/waiting.ts';

const refusing = (times: number, name: string) => {
  let tries = 0;
  return {
    tries: () => tries,
    work: async () => {
      tries += 1;
      return tries > times ? Promise.resolve('done') : Promise.reject(new DOMException('no', name));
    },
  };
};

test.each(['NoModificationAllowedError', 'InvalidStateError', 'InvalidModificationError'])(
  'what is refused with %s is tried until it is not',
  async (name) => {
    const { work, tries } = refusing(3, name);
    expect(await onceUnlocked(work)).toBe('done');
    expect(tries()).toBe(4);
  },
);

test('what is refused for another reason is not', async () => {
  const { work, tries } = refusing(1, 'QuotaExceededError');
  await expect(onceUnlocked(work)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(tries()).toBe(1);
});
