import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/base/errors.ts';
import type { Pager } from '../../../../src/browse/lists/pager.ts';
import { ChangingList, pagerOn } from '../../lists/changingList.ts';

const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index);

const hasMore = ({ shown, list }: Pager<number>) => shown < (list?.length ?? 0);

describe('Pager', () => {
  it('loads the first items once, adds more until the list ends, and requests known ones only once', async () => {
    const { service, pager, shown } = pagerOn();
    await Promise.all([pager.load(), pager.load()]);
    await pager.load();
    assert.deepEqual([shown(), hasMore(pager)], [from(45, 10), true]);
    for (let step = 1; step <= 4; step++) await pager.more();
    assert.deepEqual([shown(), hasMore(pager)], [from(45, 45), false]);
    assert.deepEqual([pager.list?.total, pager.shown, service.asked], [45, 45, [1]]);
  });

  it('reads the displayed items again on refresh, also of a list that shrank', async () => {
    const { service, pager, shown } = pagerOn();
    await pager.load();
    await pager.more();
    service.rows.length = 12;
    await pager.refresh();
    assert.deepEqual([shown(), hasMore(pager)], [from(45, 12), false]);
  });

  it('keeps the displayed items when a change fails, names the change, and goes on after it', async () => {
    const { service, pager, shown } = pagerOn(new ChangingList(300));
    for (let step = 1; step <= 10; step++) await pager.more();
    service.fault = new ServiceError('unreachable', 'unreachable');
    await pager.more();
    assert.deepEqual([pager.hasFailedMore, shown().length], [true, 100]);
    await pager.refresh();
    assert.deepEqual([pager.hasFailedMore, shown().length], [false, 100]);
    service.fault = undefined;
    await pager.refresh();
    await pager.more();
    assert.deepEqual([pager.fault, shown()], [undefined, from(300, 110)]);
  });

  it('loads nothing again by itself after a failure', async () => {
    const { service, pager } = pagerOn();
    service.fault = new ServiceError('unreachable', 'unreachable');
    await pager.load();
    await pager.load();
    assert.deepEqual([service.asked, pager.items, pager.hasFailedMore], [[1], [], false]);
  });

  it('drops everything on reset, including what is being read, and a change that was superseded', async () => {
    const { pager, shown } = pagerOn();
    const loading = pager.load();
    pager.reset();
    await loading;
    assert.deepEqual([shown(), pager.fault, pager.isUsed], [[], undefined, false]);
    const more = pager.more();
    await pager.refresh();
    await more;
    assert.equal(shown().length, 10);
  });
});
