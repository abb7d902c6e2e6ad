import { describe, expect, test } from 'vitest';
import { DEFAULT_DIALS, DIALS, PRESETS, parseDials } from '../../src/reasoner/dials.ts';

describe('the dials', () => {
  test.each(PRESETS.map((preset) => [preset.title, preset] as const))(
    '%s sets every dial within its range',
    (_, { name, dials }) => {
      expect(Object.keys(dials).sort()).toEqual(DIALS.map((dial) => dial.name as string).sort());
      expect(parseDials(dials)).toEqual(dials);
      expect(parseDials({ preset: name })).toEqual(dials);
    },
  );

  test('depart from a preset where both are given', () => {
    expect(parseDials({ preset: 'clean-tools', contextSpan: 3 })).toEqual({
      ...DEFAULT_DIALS,
      slips: 0,
      contextSpan: 3,
    });
  });

  test.each([
    [{ slip: 0.1 }, /model\.options\.slip is not a dial/],
    [{ slips: 2 }, /model\.options\.slips must be a number from 0 to 0\.6/],
    [{ slips: 'many' }, /must be a number/],
    [{ contextSpan: 2.5 }, /must be a whole number/],
  ])('refuse %o', (options, message) => {
    expect(() => parseDials(options)).toThrow(
      expect.objectContaining({ code: 'spec-invalid', message: expect.stringMatching(message) as string }),
    );
  });
});
