/**
 * @file What is slow to make and the same for all who ask for it.
 */
import { toLabError } from '../../core/errors.ts';

/**
 * A value that is made for the first who asks, and that everybody else waits for. What failed is made anew when it is next asked
 * for, and what its asker stopped by whoever else waits for it.
 * @param make is given what the asker said of the making
 */
export function madeOnce<Value, Context extends { readonly signal: AbortSignal }>(
  make: (context: Context) => Promise<Value>,
): (context: Context) => Promise<Value> {
  let made: Promise<Value> | null = null;
  return async (context) => {
    for (;;) {
      const isOwn = made === null;
      made ??= make(context).catch((thrown: unknown) => {
        made = null;
        throw thrown;
      });
      try {
        return await made;
      } catch (thrown) {
        if (isOwn || context.signal.aborted || toLabError(thrown).code !== 'aborted') throw thrown;
      }
    }
  };
}
