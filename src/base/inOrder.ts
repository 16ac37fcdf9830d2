import { UNITS_PER_VALUE, valueSize } from './values.ts';

/** Approximate maximum total size, in UTF-16 units, of the results that are buffered or in progress. */
const MOST_UNITS = 16 * 1024 * 1024;

/**
 * Runs `task` on each item, at most `concurrent` at a time, and yields the results in item order. It starts at most
 * that many items ahead of the consumer, and fewer if the results are large, to limit memory use. Rejects with the
 * first failure in item order.
 * @param expected assumed size of the first result, as measured by `valueSize`; defaults to the maximum
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrent: number,
  task: (item: Item) => Promise<Result>,
  expected = MOST_UNITS,
): AsyncGenerator<Result, void, undefined> {
  let units = expected;
  const begun: Promise<Result>[] = [];
  const mayBegin = () => begun.length === 0 || begun.length < Math.min(concurrent, MOST_UNITS / units);
  const measured = async (item: Item) => {
    const result = await task(item);
    units = Math.max(valueSize(result, MOST_UNITS, UNITS_PER_VALUE), units / 2);
    return result;
  };
  for await (const item of items) {
    const done: Result[] = [];
    while (!mayBegin()) {
      yield* done.splice(0);
      done.push((await begun.shift()) as Result);
    }
    const result = measured(item);
    result.catch(() => {}); // The rejection is reported later, in item order.
    begun.push(result);
    yield* done;
  }
  for (const result of begun) yield await result;
}
