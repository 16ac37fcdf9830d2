/**
 * Runs `task` on each item, at most `concurrent` at once, and gives the results in the order of the items. It runs ahead
 * of its consumer by so many items and no more, which bounds the memory. Rejects with the first failure in that order.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrent: number,
  task: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  for await (const item of items) {
    const oldest = begun.length === concurrent ? { result: await begun.shift() } : undefined;
    const result = task(item);
    result.catch(() => {}); // It is told when its turn comes.
    begun.push(result);
    if (oldest) yield oldest.result as Result;
  }
  for (const result of begun) yield await result;
}
