/** Units of results that may be there or under way, about. */
const MOST_UNITS = 16 * 1024 * 1024;

/**
 * Runs `task` on each item, at most `concurrent` at once, and gives the results in the order of the items. It runs ahead
 * of its consumer by so many items and no more, and by fewer while results are large, which bounds the memory. Rejects
 * with the first failure in that order.
 *
 * @param expected how large the first result is taken to be, by `unitsOf`; as large as can be unless given
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
    units = Math.max(unitsOf(result), units / 2);
    return result;
  };
  for await (const item of items) {
    const done: Result[] = [];
    while (!mayBegin()) {
      yield* done.splice(0);
      done.push((await begun.shift()) as Result);
    }
    const result = measured(item);
    result.catch(() => {}); // It is told when its turn comes.
    begun.push(result);
    yield* done;
  }
  for (const result of begun) yield await result;
}

/** How much memory a value of JSON takes, about, in UTF-16 units: its texts, and a few units for each value in it. */
export function unitsOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  let units = 8;
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) units += unitsOf(part);
  }
  return units;
}
