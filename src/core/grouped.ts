/** @file Large numbers in texts that runs keep: written the same on every machine, whatever its language. */

/** `1,234,567`: a whole number, 0 or more, with its digits in threes. */
export function grouped(value: number): string {
  const digits = String(Math.trunc(value));
  const threes: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) threes.unshift(digits.slice(Math.max(0, end - 3), end));
  return threes.join(',');
}
