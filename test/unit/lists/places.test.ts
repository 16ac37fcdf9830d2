import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MOST_PLACES, Places } from '../../../src/lists/places.ts';

interface Item {
  readonly id: string;
}

const PER_PAGE = 10;

/** A service's list that grows at the top, returned page by page as the service does. */
class GrowingList {
  ids: string[];
  #next = 0;

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => `old ${index}`);
  }

  grow(count: number): void {
    for (let added = 0; added < count; added++) this.ids.unshift(`new ${this.#next++}`);
  }

  page(page: number, perPage = PER_PAGE) {
    const items = this.ids.slice((page - 1) * perPage, page * perPage).map((id) => ({ id }));
    return { items, total: this.ids.length, page, perPage };
  }
}

function placesOf(mostPlaces = MOST_PLACES, mostUnits = 1e9) {
  return new Places<Item>({ idOf: ({ id }) => id, sizeOf: () => 1, mostPlaces, mostUnits });
}

const read = (places: Places<Item>, list: GrowingList, page: number, perPage = PER_PAGE) =>
  places.add(list.page(page, perPage));

/** Returns the pages to read for the places from `first` up to but not including `end`. */
const pagesOf = (places: Places<Item>, first: number, end: number, perPage = PER_PAGE) => [
  ...new Set(places.unknown({ first, end }).map((place) => places.pageOf(place, perPage))),
];

describe('Places', () => {
  it('keeps items at their places and tells which pages hold the others', () => {
    const [list, places] = [new GrowingList(95), placesOf()];
    read(places, list, 1);
    assert.equal(places.length, 95);
    assert.deepEqual(pagesOf(places, 5, 35), [2, 3, 4]);
    read(places, list, 10);
    assert.deepEqual(places.at(94), { id: 'old 94' });
    assert.equal(places.length, 95);
    assert.equal(places.isEndKnown, true);
  });

  it('places items by what it knows already when the list has grown meanwhile', () => {
    const [list, places] = [new GrowingList(100), placesOf()];
    read(places, list, 1);
    list.grow(3);
    read(places, list, 2);
    assert.equal(places.newer, 3);
    assert.deepEqual(places.at(9), { id: 'old 9' });
    assert.deepEqual(places.at(10), { id: 'old 10' });
    assert.deepEqual(places.at(16), { id: 'old 16' });
    assert.equal(places.length, 100);
    assert.deepEqual(pagesOf(places, 10, 20), [3]);
    assert.equal(places.total, 100);
    assert.deepEqual(places.placesOf(3, PER_PAGE), { first: 17, end: 27 });
    assert.deepEqual([places.placeOf('old 16'), places.placeOf('old 17')], [16, undefined]);
  });

  it('finds the shift that most of the items of a page suggest, even if others suggest another one before', () => {
    const [list, places] = [new GrowingList(1_000), placesOf()];
    for (const page of [1, 2, 11]) read(places, list, page);
    list.grow(8);
    const { items, ...page } = list.page(2);
    const others = [109, 107, 105, 103].map((at) => ({ id: `old ${at}` }));
    places.add({ ...page, items: [...others, ...items.slice(4)], total: 1_000 });
    assert.equal(places.newer, 8);
  });

  it('places a page far from the others by the growth of the total', () => {
    const [list, places] = [new GrowingList(1_000), placesOf()];
    read(places, list, 1);
    list.grow(25);
    read(places, list, 50);
    assert.deepEqual(places.at(490 - 25), { id: 'old 465' });
    assert.equal(places.newer, 25);
  });

  it('notes newer items without taking them in', () => {
    const [list, places] = [new GrowingList(100), placesOf()];
    read(places, list, 1);
    list.grow(4);
    const top = list.page(1);
    places.noteTop(top);
    assert.equal(places.newer, 4);
    assert.deepEqual(places.at(0), { id: 'old 0' });
    assert.equal(places.length, 100);
  });

  it('notes items that are gone from the top', () => {
    const [list, places] = [new GrowingList(100), placesOf()];
    read(places, list, 1);
    list.ids = list.ids.slice(4);
    places.noteTop(list.page(1));
    assert.equal(places.newer, 0);
    assert.deepEqual(places.placesOf(2, PER_PAGE), { first: 14, end: 24 });
  });

  it('counts a page of newer items where the service does not, if the first item is known', () => {
    for (const [firstPage, newer] of [
      [1, PER_PAGE],
      [5, 0],
    ] as const) {
      const [list, places] = [new GrowingList(100), placesOf()];
      places.add({ ...list.page(firstPage), isTotalKnown: false });
      list.grow(PER_PAGE);
      const { items, ...top } = list.page(1);
      const rest = { ...top, items: items.slice(1), unreadable: [0] };
      places.noteTop({ ...rest, isTotalKnown: false });
      assert.equal(places.newer, newer);
      places.noteTop(rest);
      assert.equal(places.newer, newer);
    }
  });

  it('lists items in order, whatever the order of the pages', () => {
    for (const perPage of [PER_PAGE, 100]) {
      const [list, places] = [new GrowingList(5 * perPage), placesOf()];
      for (const page of [4, 2, 5, 1, 3]) read(places, list, page, perPage);
      assert.deepEqual(
        places.entries().map(([, { id }]) => id),
        list.ids,
      );
    }
  });

  it('shows no item twice and skips none, however the list grows while it is read', () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 14 })), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (reads) => {
        const [list, places] = [new GrowingList(200), placesOf()];
        read(places, list, 1);
        for (const [chunk, growth] of reads) {
          list.grow(growth);
          for (let tries = 0; tries < 4; tries++) {
            const [page] = pagesOf(places, chunk * 10, chunk * 10 + 10);
            if (page !== undefined) read(places, list, page);
          }
          assert.deepEqual(pagesOf(places, chunk * 10, chunk * 10 + 10), []);
        }
        for (const [place, { id }] of places.entries()) assert.equal(id, `old ${place}`);
        assert.equal(places.length, 200);
      }),
    );
  });

  it('drops the places farthest from those in sight', () => {
    const [list, places] = [new GrowingList(10_000), placesOf(500)];
    const sight = { first: 0, end: 100 };
    places.sights.add(sight);
    for (let page = 1; page <= 20; page++) {
      [sight.first, sight.end] = [(page - 1) * 100, page * 100];
      const { dropped } = read(places, list, page, 100);
      assert.ok(places.size <= 500);
      if (page > 5) assert.equal(dropped.length, 100);
    }
    assert.equal(places.at(0), undefined);
    assert.deepEqual(places.at(1_999), { id: 'old 1999' });
  });

  it('drops the last of those that are equally far', () => {
    const [list, places] = [new GrowingList(1_000), placesOf(200)];
    places.sights.add({ first: 100, end: 200 });
    for (const page of [1, 2, 3]) read(places, list, page, 100);
    assert.deepEqual([places.at(0)?.id, places.at(199)?.id, places.at(200)], ['old 0', 'old 199', undefined]);
  });

  it('keeps items up to a size, counting those once that are read again', () => {
    const [list, places] = [new GrowingList(1_000), placesOf(500, 100)];
    for (const page of [1, 1]) read(places, list, page, 100);
    assert.equal(places.size, 100);
    read(places, list, 2, 100);
    assert.deepEqual([places.size, places.at(0)?.id, places.at(100)], [100, 'old 0', undefined]);
  });

  it('keeps what is in sight, whatever its size', () => {
    const [list, places] = [new GrowingList(1_000), placesOf(500, 1)];
    places.sights.add({ first: 0, end: 500 });
    const dropped = [1, 2, 3, 4, 5, 6].map((page) => read(places, list, page, 100).dropped.length);
    assert.deepEqual(dropped, [0, 0, 0, 0, 0, 100]);
    assert.deepEqual(places.unknown({ first: 0, end: 500 }), []);
  });

  it('keeps the places of several sights, and those of the last one only as far as there is room', () => {
    const [list, places] = [new GrowingList(10_000), placesOf(500)];
    for (const sight of [
      { first: 9_000, end: 9_100 },
      { first: 0, end: 500 },
    ])
      places.sights.add(sight);
    for (const page of [91, 1, 2, 3, 4, 5]) read(places, list, page, 100);
    assert.deepEqual([places.at(9_000)?.id, places.at(399)?.id], ['old 9000', 'old 399']);
    assert.deepEqual([places.at(400), places.size], [undefined, 500]);
  });

  it('keeps at most 5 000 places of one answer, and none of them twice, however many a page says it has', () => {
    for (const items of [1, 10_000]) {
      const places = placesOf();
      places.sights.add({ first: 0, end: 40 });
      const answer = {
        items: Array.from({ length: items }, (_, index) => ({ id: `${index}` })),
        ...{ total: 100_000, page: 1, perPage: 10_000 },
      };
      const { placed } = places.add(answer);
      assert.equal(placed.length, Math.min(items, 5_000));
      assert.equal(places.size, Math.min(items, 5_000));
      assert.deepEqual(places.unknown({ first: 0, end: 5_000 }), []);
      assert.equal(places.unknown({ first: 0, end: 10_000 }).length, 5_000);
    }
  });

  it('believes an unchanged total more than one item that is listed twice', () => {
    const [list, places] = [new GrowingList(10_000), placesOf()];
    read(places, list, 1, 100);
    list.ids[5_000] = 'old 2';
    read(places, list, 51, 100);
    assert.equal(places.newer, 0);
    assert.deepEqual([places.at(2)?.id, places.at(5_000)], ['old 2', undefined]);
    assert.deepEqual(places.at(5_001), { id: 'old 5001' });
    for (const page of [2, 3, 4, 5]) read(places, list, page, 100);
    for (const [place, { id }] of places.entries()) assert.equal(id, `old ${place}`);
    assert.deepEqual(pagesOf(places, 0, 500, 100), []);
    assert.deepEqual(pagesOf(places, 5_000, 5_100, 100), []);
  });

  it('believes a changed total more than one item that is listed twice', () => {
    const [list, places] = [new GrowingList(1_000), placesOf()];
    for (const page of [1, 50]) read(places, list, page);
    list.grow(25);
    list.ids[470] = 'old 9';
    read(places, list, 48);
    assert.deepEqual([places.newer, places.at(446)?.id], [25, 'old 446']);
  });

  it('places pages where the service counts the items only at times', () => {
    const [list, places] = [new GrowingList(100), placesOf()];
    read(places, list, 1);
    places.add({ ...list.page(5), isTotalKnown: false });
    assert.deepEqual(places.entries().at(-1), [49, { id: 'old 49' }]);
  });

  it('takes one item that is listed again for a shift where the service does not count the items', () => {
    const [list, places] = [new GrowingList(100), placesOf()];
    places.add({ ...list.page(1), isTotalKnown: false });
    list.grow(1);
    places.add({ ...list.page(2), isTotalKnown: false });
    assert.deepEqual([places.newer, places.at(10)?.id], [1, 'old 10']);
  });

  it('takes two items of the first places on a page far behind for a shift, and one for listed twice', () => {
    for (const [count, at, newer] of [
      [1, 99, 0],
      [2, 98, 5_098],
      // The other items of the page would be at places of others.
      [2, 0, 0],
    ] as const) {
      const [list, places] = [new GrowingList(10_000), placesOf()];
      read(places, list, 1, 100);
      const again = Array.from({ length: count }, (_, index) => `old ${index}`);
      list.ids.splice(5_000 + at, count, ...again);
      read(places, list, 51, 100);
      assert.equal(places.newer, newer);
    }
  });

  it('compares a page with few shifts, even if each of its items suggests another one', () => {
    let compared = 0;
    const idOf = ({ id }: Item) => {
      compared++;
      return id;
    };
    const places = new Places<Item>({ idOf, sizeOf: () => 1, mostPlaces: MOST_PLACES, mostUnits: 1e9 });
    const list = new GrowingList(1_000);
    read(places, list, 1, 1_000);
    compared = 0;
    list.ids.reverse();
    read(places, list, 1, 1_000);
    assert.ok(compared < 10_000, String(compared));
  });

  it('places pages of different sizes in one list', () => {
    const [list, places] = [new GrowingList(1_000), placesOf()];
    read(places, list, 1, 20);
    list.grow(7);
    read(places, list, 1, 100);
    read(places, list, 6, 20);
    for (const [place, { id }] of places.entries()) assert.equal(id, `old ${place}`);
    assert.deepEqual([places.newer, places.length], [7, 1_000]);
    assert.deepEqual(pagesOf(places, 0, 120, 100), [2]);
  });

  it('ends where pages end when the total says more, and finds that end in a few steps', () => {
    const [list, places] = [new GrowingList(33), placesOf()];
    const answer = (page: number) => ({ ...list.page(page), total: 1_000_000 });
    places.add(answer(1));
    assert.equal(places.length, 1_000_000);
    places.add(answer(50_000));
    assert.deepEqual([places.length, places.gap], [10, 499_980]);
    let asked = 0;
    for (let { probe } = places; probe !== undefined; { probe } = places) {
      places.add(answer(places.pageOf(probe, PER_PAGE)));
      asked++;
    }
    assert.ok(asked < 25, String(asked));
    for (const page of pagesOf(places, 0, places.length)) places.add(answer(page));
    for (const page of pagesOf(places, 0, places.length)) places.add(answer(page));
    assert.equal(places.size, 33);
    places.add(answer(1));
    assert.deepEqual([places.length, places.isEndKnown], [33, true]);
  });

  it('goes on after an end beyond which there are items', () => {
    const [list, places] = [new GrowingList(12), placesOf()];
    for (const page of [1, 2]) read(places, list, page);
    assert.deepEqual([places.length, places.isEndKnown], [12, true]);
    list.ids.push(...Array.from({ length: 28 }, (_, at) => `old ${at + 12}`));
    places.add({ ...list.page(3), total: 12 });
    assert.deepEqual([places.length, places.isEndKnown], [31, false]);
  });

  it('reads the positions after the last item again if its page was filled after the next one was empty', () => {
    const [list, places] = [new GrowingList(13), placesOf()];
    const answer = (page: number, perPage = PER_PAGE) => ({
      ...list.page(page, perPage),
      isTotalKnown: false as const,
    });
    for (const page of [1, 2, 3]) places.add(answer(page));
    assert.deepEqual([places.length, places.isEndKnown], [13, true]);
    list.ids.push(...Array.from({ length: 7 }, (_, at) => `old ${at + 13}`));
    places.add(answer(2));
    assert.deepEqual(pagesOf(places, 0, places.length), [3]);
    places.add(answer(3));
    assert.deepEqual([places.length, places.isEndKnown, places.size], [20, true, 20]);
  });

  it('ends after the last item if its page is not full and the next one is empty, in any order', () => {
    for (const pages of [
      [[1], [2], [3]],
      [[1], [3], [2]],
      [[2], [1, 13], [3]],
    ] as const) {
      const [list, places] = [new GrowingList(13), placesOf()];
      for (const [page, perPage] of pages) places.add({ ...list.page(page, perPage), total: 1_000 });
      assert.deepEqual([places.length, places.isEndKnown], [13, true]);
    }
  });

  it('knows the end of a list within the page after the last one it read', () => {
    const [list, places] = [new GrowingList(20), placesOf()];
    for (const page of [1, 2, 4]) places.add({ ...list.page(page), total: 1_000 });
    assert.deepEqual([places.isEndKnown, places.gap, places.probe], [true, 0, undefined]);
  });

  it('ends after a last page that has fewer items than the total says', () => {
    for (const total of [20, 21]) {
      const [list, places] = [new GrowingList(19), placesOf()];
      for (const page of [1, 2]) places.add({ ...list.page(page), total });
      assert.deepEqual([places.length, places.isEndKnown], total === 20 ? [19, true] : [21, false]);
    }
  });

  it('reads on when more came than the total says', () => {
    const [list, places] = [new GrowingList(33), placesOf()];
    const add = (page: number) => places.add({ ...list.page(page), total: 5 });
    add(1);
    assert.deepEqual(pagesOf(places, 0, places.length), [2]);
    add(2);
    add(3);
    add(4);
    assert.equal(places.length, 33);
    assert.equal(places.isEndKnown, true);
  });

  it('reads on page by page when there is no total', () => {
    for (const count of [30, 35]) {
      const [list, places] = [new GrowingList(count), placesOf()];
      const add = (page: number) => places.add({ ...list.page(page), isTotalKnown: false });
      for (let page = 1; page <= 3; page++) {
        add(page);
        assert.equal(places.length, page * 10 + 1);
      }
      add(4);
      assert.equal(places.length, count);
      assert.equal(places.total, undefined);
    }
  });

  it('ends after the items of a service that ignores paging', () => {
    const [list, places] = [new GrowingList(40), placesOf()];
    const first = list.page(1);
    places.add(first);
    assert.deepEqual(places.add({ ...first, page: 2 }), { placed: [], dropped: [], unreadable: [] });
    assert.equal(places.ignoresPaging, true);
    assert.equal(places.length, 10);
    assert.equal(places.size, 10);
  });

  it('does not take a page that is read again, or moved, for one that the service repeats', () => {
    const [list, places] = [new GrowingList(80), placesOf()];
    for (const page of [1, 2, 3, 3]) read(places, list, page);
    list.grow(10);
    for (const page of [1, 2]) read(places, list, page);
    list.ids.splice(0, 10);
    read(places, list, 1);
    const newest = list.ids.splice(0, 20);
    read(places, list, 1);
    assert.deepEqual(places.placesOf(1, PER_PAGE), { first: 20, end: 30 });
    list.ids = [...newest, ...list.ids.slice(0, 40)];
    read(places, list, 1);
    assert.equal(places.ignoresPaging, false);
  });

  it('takes the number of items a page that the service applies', () => {
    const [list, places] = [new GrowingList(100), placesOf()];
    places.add(list.page(1, 4));
    assert.deepEqual(pagesOf(places, 0, 12, 4), [2, 3]);
  });

  it('does not ask again for places that a short page left empty', () => {
    const places = placesOf();
    places.add({ items: [{ id: 'a' }], total: 30, page: 1, perPage: PER_PAGE });
    assert.deepEqual(pagesOf(places, 0, 30), [2, 3]);
    assert.equal(places.length, 30);
    assert.deepEqual(places.unreadable(), []);
  });

  it('shows an item once that a page holds twice', () => {
    const places = placesOf();
    places.add({ items: [{ id: 'a' }, { id: 'a' }, { id: 'b' }], total: 3, page: 1, perPage: 10 });
    assert.deepEqual(places.entries(), [
      [0, { id: 'a' }],
      [2, { id: 'b' }],
    ]);
    assert.deepEqual([pagesOf(places, 0, 3), places.unreadable()], [[], []]);
  });

  it('keeps an item that cannot be read when its page is read again', () => {
    const [list, places] = [new GrowingList(25), placesOf()];
    for (const page of [1, 2]) read(places, list, page);
    const { items, ...rest } = list.page(2);
    places.add({ ...rest, items: items.slice(1), unreadable: [0] });
    assert.equal(places.at(10)?.id, 'old 10');
    assert.deepEqual(
      places.entries({ first: 9, end: 11 }).map(([place]) => place),
      [9, 10],
    );
  });

  it('keeps the places of rows that could not be read, and does not ask for them again', () => {
    const [list, places] = [new GrowingList(25), placesOf()];
    const withGap = (page: number) => {
      const answer = list.page(page);
      return { ...answer, items: answer.items.filter(({ id }) => id !== 'old 3'), unreadable: [3] };
    };
    const change = places.add(withGap(1));
    assert.deepEqual(change.unreadable, [3]);
    assert.deepEqual(places.unreadable(), [3]);
    assert.deepEqual(
      places.entries().map(([place]) => place),
      [0, 1, 2, 4, 5, 6, 7, 8, 9],
    );
    assert.equal(places.at(9)?.id, 'old 9');
    assert.deepEqual([places.length, pagesOf(places, 0, 10)], [25, []]);
    read(places, list, 2);
    assert.deepEqual([places.at(10)?.id, places.newer], ['old 10', 0]);
    list.grow(1);
    const top = list.page(1);
    const items = top.items.filter(({ id }) => id !== 'old 3');
    places.noteTop({ ...top, items, unreadable: [4] });
    assert.equal(places.newer, 1);
    read(places, list, 1);
    assert.deepEqual([places.at(3)?.id, places.unreadable()], ['old 3', []]);
  });

  it('is empty when the service has nothing', () => {
    const places = placesOf();
    places.add({ items: [], total: 0, page: 1, perPage: 10 });
    assert.equal(places.length, 0);
    assert.deepEqual(pagesOf(places, 0, 10), []);
  });
});
