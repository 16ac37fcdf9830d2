/**
 * Tests every fault in docs/faults.md in every place that reads: the fault is shown, nothing waits longer than its
 * limits, the next request works, and memory is released. PARTNER_LOGS_PROOFS=all tries every fault in every place;
 * otherwise, each fault is tried in a few places.
 */
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ServiceError } from '../../../src/base/errors.ts';
import { faults } from '../../../src/service/faultTable.ts';
import { isPassing } from '../../../src/service/network/retry.ts';
import { english } from '../../../src/text/l10n.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { isWhole } from '../../proofs.ts';
import { until } from '../../until.ts';
import { FaultyService } from './faultyService.ts';
import { dropAll, limited, type ProducedFault, producedFaults, type World } from './producedFaults.ts';
import { type Prepared, prepare, type ReadingPlace, readingPlaces } from './readingPlaces.ts';

/**
 * The number of places in which the quick run tries each fault, and the divisor that determines how many faults it
 * tries.
 */
const SAMPLE = 1;
const ONE_OF = 4;
/** Maximum memory, in MiB, that a fault may leave in use. */
const MOST_LEFT = 48;

/**
 * The outcome of a cell: the fault was shown, a newer state replaced it, it was temporary and ended during the wait, or
 * the user had left.
 */
type Seen = 'said' | 'new state' | 'waited out' | 'gone';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const memory = () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

describe('faults: every fault in every place that reads', function () {
  this.timeout(180_000);
  const table = new Map<string, Map<string, Seen>>();
  const fetchOfNode = globalThis.fetch;
  let service: FaultyService;
  let longest = 0;
  let left = 0;

  before(async () => {
    service = await FaultyService.start();
  });

  after(async () => {
    globalThis.fetch = fetchOfNode;
    await service.close();
    print(table, { longest, left });
  });

  const cancelled: ProducedFault = {
    code: 'cancelled',
    begin: ({ service: hanging }) => {
      hanging.misbehave = () => {};
    },
    end: ({ service: hanging }) => {
      hanging.misbehave = undefined;
      return dropAll(hanging);
    },
  };
  const all = [...producedFaults, cancelled];

  it('has every fault of the table', () => {
    // This fault takes several responses; `lists/listReader` and `lists/pager` produce it.
    const ofLists = ['list-changed'];
    // No service is involved in these; `files/fileService` produces them.
    const ofFiles = ['not-in-file', 'row-only', 'file-unreadable'];
    const codes = [...all.map(({ code }) => code), ...ofLists, ...ofFiles];
    assert.deepEqual(codes.sort(), Object.keys(faults).sort());
  });

  for (const [row, fault] of all.entries()) {
    if (!isWhole && row % ONE_OF !== 0) continue;
    const places = isWhole
      ? readingPlaces
      : readingPlaces.filter(
          (_, column) => (column + SAMPLE * (readingPlaces.length - row)) % readingPlaces.length < SAMPLE,
        );
    it(`${fault.code} › is said, ends in time and leaves nothing behind`, async () => {
      const world = await open(service, fault);
      let before = 0;
      try {
        const prepared = await prepare(world.window);
        before = memory();
        for (const place of places) {
          if ((fault.code === 'cancelled' && !place.leave) || fault.elsewhere?.includes(place.name)) continue;
          const seen = await cell(world, prepared, fault, place);
          table.set(fault.code, (table.get(fault.code) ?? new Map()).set(place.name, seen.what));
          longest = Math.max(longest, seen.milliseconds);
        }
      } finally {
        world.window.close();
        globalThis.fetch = fetchOfNode;
      }
      const grown = await until(
        'the memory to be given back',
        () => memory() - before,
        (more) => more < MOST_LEFT,
      );
      left = Math.max(left, grown);
      assert.equal(world.window.fake.listeners, 0);
    });
  }
});

/** Opens a window with one connection to the service. */
async function open(service: FaultyService, { https = false }: ProducedFault): Promise<World> {
  const profile = plainProfile();
  const window = await FakeWindow.open(profile);
  const connection = { id: 'c', name: 'c', baseUrl: `${https ? 'https' : 'http'}://${service.host}` };
  const world: World = { window, service, connection, secrets: profile.secrets, fetchError: undefined };
  const fetchOfNode = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    if (!String(url).startsWith('https:')) return fetchOfNode(url, init);
    if (world.fetchError) throw world.fetchError;
    return fetchOfNode(String(url).replace(/^https:/, 'http:'), init);
  };
  await window.parts.keys.store(connection, service.key);
  await window.parts.connections.save(connection);
  window.fake.settings['partnerLogs.statusBar.warnAbove'] = null;
  return world;
}

/** Reads in a place during a fault and once more afterward. */
async function cell(
  world: World,
  prepared: Prepared,
  fault: ProducedFault,
  place: ReadingPlace,
): Promise<{ readonly what: Seen; readonly milliseconds: number }> {
  const sentence = english(faults[fault.code].sentence);
  const name = `${fault.code} × ${place.name}`;
  const unlimited = limited(world.window, fault.limits);
  let middle: Promise<unknown> = Promise.resolve();
  const midway = fault.code === 'cancelled' ? () => place.leave?.(prepared) : () => fault.midway?.(world);
  const began = performance.now();
  let shown: string;
  try {
    await fault.begin(world);
    world.service.onRequest = () => {
      middle = new Promise((resolve) => setImmediate(resolve)).then(midway);
    };
    shown = await place.read(prepared).catch((error) => assert.fail(`${name}: ${error.stack}`));
    await middle;
  } finally {
    world.service.onRequest = undefined;
    await fault.end(world);
    unlimited();
  }
  const milliseconds = performance.now() - began;
  const isSaid = shown.includes(sentence);
  const isWaitedOut =
    place.isPatient && isPassing(new ServiceError(fault.code, 'x')) && shown.endsWith('waiting');
  const what = isSaid
    ? 'said'
    : fault.code === 'cancelled'
      ? 'gone'
      : isWaitedOut
        ? 'waited out'
        : 'new state';
  if (what === 'gone') assert.doesNotMatch(shown, /"kind":"failed"|\$\(error\)/, name);
  else {
    const isNewer = fault.midway && (place.works.test(shown) || shown.includes('no longer available'));
    assert.ok(isSaid || isNewer || isWaitedOut, `${name} shows: ${shown.slice(0, 3_000)}`);
  }

  const again = await place.read(prepared).catch((error) => assert.fail(`${name}, again: ${error.stack}`));
  assert.match(again, place.works, `${name}, again`);
  return { what, milliseconds };
}

const MARKS: Readonly<Record<Seen, string>> = { said: '✔', 'new state': 'n', 'waited out': 'w', gone: 'g' };

function print(
  table: ReadonlyMap<string, ReadonlyMap<string, Seen>>,
  { longest, left }: { readonly longest: number; readonly left: number },
): void {
  const names = readingPlaces.map(({ name }) => name);
  const lines = [...table].map(([code, seen]) =>
    [
      code.padEnd(20),
      ...names.map((name) => {
        const what = seen.get(name);
        return (what ? MARKS[what] : '·').padEnd(name.length);
      }),
    ].join(' '),
  );
  const cells = [...table.values()].reduce((sum, { size }) => sum + size, 0);
  console.log(
    [
      `${' '.repeat(20)} ${names.join(' ')}`,
      ...lines,
      '✔ the fault is said; n a newer state is shown; w it may pass and is waited out; g the person had gone; · not tried',
      `${table.size} faults × ${names.length} places: ${cells} tried; longest ${Math.round(longest)} ms; at most ${left.toFixed(1)} MiB left`,
    ].join('\n'),
  );
}
