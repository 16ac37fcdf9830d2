import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ListPlaces } from '../../../src/table/listPlaces.ts';

interface Item {
  readonly id: string;
}

const PER_PAGE = 10;

/** A service's list that grows at its top; page by page, as the service answers. */
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

function placesOf(mostPages = 50, mostUnits = 1e9) {
  return new ListPlaces<Item>({ idOf: ({ id }) => id, sizeOf: () => 1, mostPages, mostUnits }, PER_PAGE);
}

const read = (places: ListPlaces<Item>, list: GrowingList, page: number, eye = 0) => {
  const answer = list.page(page);
  return places.add(answer, answer.total, eye);
};

describe('ListPlaces', () => {
  it('keeps items at their places and tells which pages hold the others', () => {
    const [list, places] = [new GrowingList(95), placesOf()];
    read(places, list, 1);
    assert.equal(places.length, 95);
    assert.deepEqual(places.pagesOf(5, 35), [2, 3, 4]);
    read(places, list, 10, 90);
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
    assert.deepEqual(places.pagesOf(10, 20), [3]);
  });

  it('places a page far from the others by the growth of the total', () => {
    const [list, places] = [new GrowingList(1_000), placesOf()];
    read(places, list, 1);
    list.grow(25);
    read(places, list, 50, 490);
    assert.deepEqual(places.at(490 - 25), { id: 'old 465' });
    assert.equal(places.newer, 25);
  });

  it('notes newer items without taking them in', () => {
    const [list, places] = [new GrowingList(100), placesOf()];
    read(places, list, 1);
    list.grow(4);
    const top = list.page(1);
    places.noteTop(top, top.total);
    assert.equal(places.newer, 4);
    assert.deepEqual(places.at(0), { id: 'old 0' });
    assert.equal(places.length, 100);
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
            const [page] = places.pagesOf(chunk * 10, chunk * 10 + 10);
            if (page !== undefined) read(places, list, page, chunk * 10);
          }
          assert.deepEqual(places.pagesOf(chunk * 10, chunk * 10 + 10), []);
        }
        for (const [place, { id }] of places.entries()) assert.equal(id, `old ${place}`);
        assert.equal(places.length, 200);
      }),
    );
  });

  it('lets go of the pages farthest from the eye', () => {
    const [list, places] = [new GrowingList(1_000), placesOf(5)];
    for (let page = 1; page <= 20; page++) {
      const { dropped } = read(places, list, page, page * 10);
      assert.ok(places.size <= 50);
      if (page > 5) assert.deepEqual(dropped.length, 10);
    }
    assert.equal(places.at(0), undefined);
    assert.deepEqual(places.at(199), { id: 'old 199' });
  });

  it('keeps what is in sight, whatever its size', () => {
    const [list, places] = [new GrowingList(100), placesOf(5, 1)];
    read(places, list, 1, 0);
    read(places, list, 2, 9);
    assert.equal(places.size, 20);
  });

  it('ends where pages end when the total says more, and finds that end in a few steps', () => {
    const [list, places] = [new GrowingList(33), placesOf()];
    const answer = (page: number) => ({ ...list.page(page), total: 1_000_000 });
    places.add(answer(1), 1_000_000, 0);
    assert.equal(places.length, 1_000_000);
    places.add(answer(50_000), 1_000_000, 499_990);
    assert.equal(places.length, 10);
    let asked = 0;
    for (let page = places.probe; page !== undefined; page = places.probe) {
      places.add(answer(page), 1_000_000, 0);
      asked++;
    }
    assert.ok(asked < 25, String(asked));
    for (const page of places.pagesOf(0, places.length)) places.add(answer(page), 1_000_000, 0);
    for (const page of places.pagesOf(0, places.length)) places.add(answer(page), 1_000_000, 0);
    assert.equal(places.size, 33);
  });

  it('reads on when more came than the total says', () => {
    const [list, places] = [new GrowingList(33), placesOf()];
    const add = (page: number) => places.add(list.page(page), 5, 0);
    add(1);
    assert.deepEqual(places.pagesOf(0, places.length), [2]);
    add(2);
    add(3);
    add(4);
    assert.equal(places.length, 33);
    assert.equal(places.isEndKnown, true);
  });

  it('reads on page by page when there is no total', () => {
    const [list, places] = [new GrowingList(30), placesOf()];
    const add = (page: number) => places.add(list.page(page), undefined, 0);
    for (let page = 1; page <= 3; page++) {
      add(page);
      assert.equal(places.length, page * 10 + 1);
    }
    add(4);
    assert.equal(places.length, 30);
    assert.equal(places.total, undefined);
  });

  it('ends after the items of a service that ignores paging', () => {
    const [list, places] = [new GrowingList(40), placesOf()];
    const first = list.page(1);
    places.add(first, 40, 0);
    places.add({ ...first, page: 2 }, 40, 10);
    assert.equal(places.ignoresPaging, true);
    assert.equal(places.length, 10);
    assert.equal(places.size, 10);
  });

  it('takes the number of items a page that the service applies', () => {
    const [list, places] = [new GrowingList(100), placesOf()];
    places.add(list.page(1, 4), 100, 0);
    assert.deepEqual(places.pagesOf(0, 12), [2, 3]);
  });

  it('does not ask again for places that a short page left empty', () => {
    const places = placesOf();
    places.add({ items: [{ id: 'a' }], total: 30, page: 1, perPage: PER_PAGE }, 30, 0);
    assert.deepEqual(places.pagesOf(0, 30), [2, 3]);
    assert.equal(places.length, 30);
  });

  it('shows an item once that a page holds twice', () => {
    const places = placesOf();
    places.add({ items: [{ id: 'a' }, { id: 'a' }, { id: 'b' }], total: 3, page: 1, perPage: 10 }, 3, 0);
    assert.deepEqual(places.entries(), [
      [0, { id: 'a' }],
      [2, { id: 'b' }],
    ]);
    assert.deepEqual(places.pagesOf(0, 3), []);
  });

  it('keeps the places of rows that could not be read, and does not ask for them again', () => {
    const [list, places] = [new GrowingList(25), placesOf()];
    const withGap = (page: number) => {
      const answer = list.page(page);
      return { ...answer, items: answer.items.filter(({ id }) => id !== 'old 3'), unreadable: [3] };
    };
    const change = places.add(withGap(1), 25, 0);
    assert.deepEqual(change.unreadable, [3]);
    assert.deepEqual(places.unreadable, [3]);
    assert.deepEqual([places.at(2)?.id, places.at(3), places.at(4)?.id], ['old 2', undefined, 'old 4']);
    assert.deepEqual([places.length, places.pagesOf(0, 10)], [25, []]);
    read(places, list, 2);
    assert.deepEqual([places.at(10)?.id, places.newer], ['old 10', 0]);
    list.grow(1);
    const top = list.page(1);
    const items = top.items.filter(({ id }) => id !== 'old 3');
    places.noteTop({ items, unreadable: [4] }, 26);
    assert.equal(places.newer, 1);
    read(places, list, 1);
    assert.deepEqual([places.at(3)?.id, places.unreadable], ['old 3', []]);
  });

  it('is empty when the service has nothing', () => {
    const places = placesOf();
    places.add({ items: [], total: 0, page: 1, perPage: 10 }, 0, 0);
    assert.equal(places.length, 0);
    assert.deepEqual(places.pagesOf(0, 10), []);
  });
});
