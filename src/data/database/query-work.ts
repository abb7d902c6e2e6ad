/**
 * @file How much a program does with each row that it visits: a join of few tables may still compute thousands of terms, keep
 * a hundred sorted lists or slide a dozen windows.
 */

/** A line of `EXPLAIN`. */
export interface Operation {
  readonly opcode: string;
  readonly p2: number;
  readonly p3: number;
  readonly p4: string;
  readonly p5: number;
}

/** They are done once, wherever they stand. */
const CONSTANTS: ReadonlySet<string> = new Set('Integer Int64 Real String8 Null Blob'.split(' '));
/** They look into a sorted tree: sorting, DISTINCT, GROUP BY, and the frames of windows. */
const IN_TREE: ReadonlySet<string> = new Set(
  'Delete Found IdxDelete IdxInsert Insert NotFound SorterInsert'.split(' '),
);
/** An operation takes about 13 ns in WebAssembly, one of those half a microsecond. */
const CHEAP_IN_TREE = 40;

/** They lead back to where a loop begins. */
const LOOPS: ReadonlySet<string> = new Set(['Next', 'Prev', 'SorterNext']);

/** The addresses of lists such as `IN (1, 2, 3)`, which are built once: they follow `Once`, and have no loop in them. */
function builtOnce(operations: readonly Operation[]): ReadonlySet<number> {
  const addresses = new Set<number>();
  for (const [address, { opcode, p2 }] of operations.entries()) {
    if (opcode !== 'Once' || operations.slice(address, p2).some((within) => LOOPS.has(within.opcode))) continue;
    for (let at = address + 1; at < p2; at += 1) addresses.add(at);
  }
  return addresses;
}

/** What is done with a row at most, in cheap operations. */
export function workOf(operations: readonly Operation[]): number {
  const once = builtOnce(operations);
  let work = 0;
  for (const [address, { opcode }] of operations.entries()) {
    if (!CONSTANTS.has(opcode) && !once.has(address)) work += IN_TREE.has(opcode) ? CHEAP_IN_TREE : 1;
  }
  return work;
}
