/**
 * Tests two windows of one profile with seeded sequences of commands, responses in any order, key changes, removals,
 * and reloads. A sequence that fails is printed with its seed; PARTNER_LOGS_SEED=<seed> runs only that one.
 * PARTNER_LOGS_PROOFS=all runs many.
 */
import assert from 'node:assert/strict';
import type { Connection } from '../../../src/connections/connection.ts';
import type { LogTarget } from '../../../src/connections/logTarget.ts';

import type { TreeNode } from '../../../src/connections/nodes.ts';
import type { LogView } from '../../../src/detection/logView.ts';

import type { ToTable } from '../../../src/table/tableMessages.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { isNew, isWhole } from '../../proofs.ts';
import { until } from '../../until.ts';
import { childrenOf } from './readingPlaces.ts';
import { Clock, placeOf, type Tag, TaggedService, tagsIn } from './taggedService.ts';

const SEQUENCES = isWhole ? 300 : 12;
const STEPS = 60;
const HOUR = 3_600_000;
/** The number of event loop turns after a step, which lets its work progress as far as possible. */
const TURNS = 10;
const { PARTNER_LOGS_SEED: only } = process.env;
/** For new cases, the seeds differ each day, so that many are tried over time; a failing one is printed. */
const USUAL = isWhole || isNew ? Math.floor(Date.now() / 86_400_000) * 1_000 : 20_779_000;
const FIRST = only === undefined ? USUAL : Number(only);

describe('two windows in any order', function () {
  this.timeout(600_000);
  const rejections: unknown[] = [];
  const note = (error: unknown) => rejections.push(error);
  const { fetch } = globalThis;
  let clock: Clock;
  let services: TaggedService[];

  before(() => {
    clock = new Clock();
    services = ['A', 'B'].map((name) => new TaggedService(name, clock));
    process.prependListener('unhandledRejection', note);
    globalThis.fetch = ((url: URL, init: RequestInit) =>
      services.find(({ baseUrl }) => baseUrl === url.origin)?.fetch(url, init) ??
      Promise.reject(new TypeError('no service'))) as unknown as typeof globalThis.fetch;
  });

  after(() => {
    globalThis.fetch = fetch;
    process.off('unhandledRejection', note);
  });

  const count = only === undefined ? SEQUENCES : 1;
  it(`show no row under the wrong domain, nothing old and reject nothing, in ${count} sequences from seed ${FIRST}`, async () => {
    const done = { steps: 0, requests: clock.requests, checks: 0 };
    for (let seed = FIRST; seed < FIRST + count; seed++) {
      const sequence = new Sequence(seed, clock, services);
      try {
        await sequence.run();
        assert.deepEqual(rejections, []);
      } catch (error) {
        const steps = sequence.log.join('\n');
        throw new Error(
          `Seed ${seed} fails; PARTNER_LOGS_SEED=${seed} replays it.\n${steps}\n${(error as Error).stack}`,
        );
      } finally {
        sequence.close();
      }
      done.steps += sequence.log.length;
      done.checks += sequence.checks;
    }
    console.log(
      `${count} sequences from seed ${FIRST}: ${done.steps} steps, ${clock.requests - done.requests} requests, ${done.checks} texts of answers checked`,
    );
  });
});

/** A seeded sequence of steps, and the conditions after each. */
class Sequence {
  readonly log: string[] = [];
  checks = 0;
  readonly #random: () => number;
  readonly #clock: Clock;
  readonly #services: readonly TaggedService[];
  readonly #profile = plainProfile();
  readonly #windows: FakeWindow[] = [];
  /** Work that windows have started and that has not ended. */
  readonly #working = new Set<Promise<unknown>>();
  /** The latest request whose response each list has shown. */
  readonly #latest = new WeakMap<FakeWindow, Map<string, number>>();
  #keys = 0;
  constructor(seed: number, clock: Clock, services: readonly TaggedService[]) {
    this.#random = randomFrom(seed);
    this.#clock = clock;
    this.#services = services;
  }

  async run(): Promise<void> {
    for (const number of [1, 2]) this.#windows.push(await this.#open(number));
    for (const service of this.#services) {
      service.releaseAll();
      service.keys.clear();
      await this.#add(this.#window, service);
    }
    await this.#settle();
    for (const service of this.#services) service.holds = true;
    for (let step = 0; step < STEPS; step++) {
      await this.#step();
      for (const window of this.#windows) {
        this.#checkPanels(window);
        this.#checkLists(window);
        this.#checkTables(window);
      }
    }
    await this.#end();
  }

  close(): void {
    for (const service of this.#services) service.releaseAll();
    for (const window of this.#windows) window.close();
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  get #window(): FakeWindow {
    return this.#pick(this.#windows);
  }

  #begin(work: Promise<unknown>): void {
    const ended = work.finally(() => this.#working.delete(ended));
    this.#working.add(ended);
    ended.catch(() => {});
  }

  async #step(): Promise<void> {
    const window = this.#window;
    const service = this.#pick(this.#services);
    const connection = window.parts.connections.list().find(({ name }) => name === service.name);
    const domain = connection && {
      connectionId: connection.id,
      index: 1 + Math.floor(this.#random() * 3),
      name: undefined,
    };
    const log = domain && { connectionId: domain.connectionId, key: this.#key(domain.index) };
    const steps: Readonly<Record<string, () => unknown>> = {
      expand: () => this.#begin(this.#texts(window)),
      refresh: () => this.#begin(window.run('partnerLogs.refresh')),
      more: () => domain && this.#begin(window.parts.lists.logs(domain).more()),
      filter: () =>
        log &&
        this.#begin(window.run('partnerLogs.filterByValue', log, { field: 'countryCode', value: 'KR' })),
      'clear the filters': () => this.#begin(window.run('partnerLogs.clearFilter').catch(() => {})),
      open: () => log && this.#begin(window.run('partnerLogs.openDetectionLog', log)),
      'open in a tab': () => log && this.#begin(window.run('partnerLogs.openInNewTab', log)),
      'next log': () => log && this.#begin(window.run('partnerLogs.nextLog', log)),
      table: () => domain && this.#begin(window.run('partnerLogs.openTable', domain)),
      'read on in tables': () => {
        for (const { panel, list } of this.#tables(window))
          if (list) panel.say({ type: 'look', list: list.list, first: 0, end: 40 });
      },
      'refresh tables': () => {
        for (const { panel } of this.#tables(window)) panel.say({ type: 'run', action: 'refresh' });
      },
      'filter in a table': () => {
        for (const { panel } of this.#tables(window))
          panel.say({ type: 'search', text: 'blocked', isEntered: this.#random() < 0.5 });
      },
      counts: () => domain && this.#begin(window.run('partnerLogs.openCounts', domain)),
      pin: () => domain && this.#begin(window.parts.pinned.pin(domain)),
      focus: () => window.fake.windowState.fire({ focused: true }),
      'let an answer come': () => service.release(Math.floor(this.#random() * 10)),
      'let answers come': () => {
        for (let left = service.waiting; left > 0; left--) service.release(Math.floor(this.#random() * left));
      },
      'change the key': () => connection && this.#begin(this.#changeKey(window, service, connection)),
      remove: () => connection && this.#begin(window.parts.connections.remove(connection.id)),
      add: () => connection ?? this.#begin(this.#add(window, service)),
      'edit the base URL': () => connection && this.#begin(this.#editBaseUrl(window, service, connection)),
      'change the page size': () => this.#changePageSize(window),
      reload: () => this.#reload(window),
    };
    const often = ['let an answer come', 'let answers come', 'expand', 'refresh', 'open'];
    const name = this.#pick([...Object.keys(steps), ...often, ...often]);
    const number = this.#windows.indexOf(window) + 1;
    this.log.push(`window ${number}, service ${service.name}, domain ${domain?.index ?? '–'}: ${name}`);
    await steps[name]?.();
    for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
  }

  #key(domain: number): LogTarget['key'] {
    return { domain, idx: 1 + Math.floor(this.#random() * 45), detectedType: 'WAF' };
  }

  async #add(window: FakeWindow, service: TaggedService): Promise<void> {
    const connection = { id: service.name, name: service.name, baseUrl: service.baseUrl };
    const key = `key-${++this.#keys}`;
    service.keys.clear();
    service.keys.add(key);
    await window.parts.keys.store(connection, key);
    this.#begin(window.parts.connections.save(connection));
  }

  /** Makes the service accept only the new key; responses for the old one are outdated. */
  async #changeKey(
    window: FakeWindow,
    service: TaggedService,
    connection: { readonly id: string; readonly name: string; readonly baseUrl: string },
  ): Promise<void> {
    const key = `key-${++this.#keys}`;
    service.keys.clear();
    service.keys.add(key);
    await window.parts.keys.store(connection, key);
  }

  async #editBaseUrl(window: FakeWindow, service: TaggedService, before: Connection): Promise<void> {
    const baseUrl = `${service.baseUrl}/b${++this.#keys}`;
    await window.parts.connections.change(before, { ...before, baseUrl });
  }

  #changePageSize({ fake }: FakeWindow): void {
    fake.settings['partnerLogs.pageSize'] = this.#pick([10, 20, 30]);
    fake.configuration.fire({ affectsConfiguration: (section) => section === 'partnerLogs.pageSize' });
  }

  /** Returns the place from which a window reads a connection. */
  #placeOf(window: FakeWindow, connectionId: string): string {
    const baseUrl = window.parts.connections.get(connectionId)?.baseUrl ?? '';
    return placeOf(`${new URL(baseUrl).pathname.replace(/\/$/, '')}/partner`);
  }

  async #open(number: number): Promise<FakeWindow> {
    const window = await FakeWindow.open(this.#profile, number);
    // Responses are delayed for as long as a sequence requires and use the editor's route.
    Object.assign(window.limits, { headers: HOUR, body: HOUR, foreground: HOUR, connect: HOUR });
    window.fake.settings['http.proxy'] = 'http://proxy.example';
    // Modules that are loaded on first use take additional time.
    await window.run('partnerLogs.removeRecent', undefined);

    return window;
  }

  /** Reloads a window; the editor stores its state first. */
  async #reload(window: FakeWindow): Promise<void> {
    const at = this.#windows.indexOf(window);
    window.close();
    this.#windows[at] = await this.#open(at + 1);
  }

  /** Waits until all work has ended. */
  async #settle(): Promise<void> {
    await until(
      'the work to end',
      async () => {
        for (const service of this.#services) service.releaseAll();
        for (const { fake } of this.#windows) for (const pick of fake.picks) pick.hide();
        await new Promise(setImmediate);
        return this.#working.size;
      },
      (left) => left === 0,
      20,
    );
  }

  /** Returns the result of some work, delivering everything that it waits for. */
  async #ended<T>(work: Promise<T>): Promise<T> {
    this.#begin(work);
    await this.#settle();
    return work;
  }

  /** Returns the texts of every row in a window, each with the connection and the domain above it. */
  async #texts(
    window: FakeWindow,
  ): Promise<{ readonly node: TreeNode; readonly below: TreeNode | undefined }[]> {
    const top = await childrenOf(window);
    const rows: { node: TreeNode; below: TreeNode | undefined }[] = top.map((node) => ({
      node,
      below: undefined,
    }));
    for (const connection of top.filter(({ kind }) => kind === 'connection'))
      rows.push(...(await childrenOf(window, connection)).map((node) => ({ node, below: connection })));
    for (const { node } of [...rows]) {
      if (node.kind === 'domain')
        rows.push(...(await childrenOf(window, node)).map((each) => ({ node: each, below: node })));
    }
    return rows;
  }

  /**
   * Checks that a panel shows the log in its title, if any, from the connection it was opened for.
   * @param isAtRest true if all work has ended, so that the content must be from the current service
   */
  #checkPanels(window: FakeWindow, isAtRest = false): void {
    for (const panel of window.fake.panels.filter(
      ({ isOpen, viewType }) => isOpen && viewType === 'partnerLogs.detection',
    )) {
      panel.say({ type: 'ready' });
      const text = shownRawData(panel.posted.at(-1));
      if (text === undefined) continue;
      this.checks++;
      assert.ok(panel.title.endsWith(` ${idxOf(text)}`), `${panel.title} shows log ${idxOf(text)}`);
      if (!isAtRest) continue;
      const [tag] = tagsIn(text);
      const places = window.parts.connections
        .list()
        .filter(({ name }) => name === tag?.service)
        .map(({ id }) => this.#placeOf(window, id));
      const known = places.length === 0 || places.includes(tag?.place ?? '');
      assert.ok(known, `${panel.title} shows ${text}, which is no longer at ${places}`);
    }
  }

  /** Returns the open tables in a window, as their pages have received them. */
  #tables(window: FakeWindow) {
    const open = window.fake.panels.filter(
      ({ isOpen, viewType }) => isOpen && viewType === 'partnerLogs.table',
    );
    return open.map((panel) => {
      if (panel.posted.length === 0) panel.say({ type: 'ready' });
      const posted = panel.posted as ToTable[];
      const last = posted.findLast((each) => each.type === 'show')?.state;
      const list = last?.failure ? undefined : last;
      const rows = posted.flatMap((each) =>
        each.type === 'show' && each.state.list === list?.list ? each.rows : [],
      );
      return {
        panel,
        head: last,
        list,
        rows: [...new Map(rows).values()].filter((row) => typeof row === 'object'),
      };
    });
  }

  /**
   * Checks that a table shows only the logs of its domain and service.
   * @param before if all work has ended, the request that all rows must be newer than
   */
  #checkTables(window: FakeWindow, before?: number): void {
    for (const { head, rows } of this.#tables(window)) {
      const name = window.parts.connections.get(head?.stored?.connectionId ?? '')?.name;
      if (!head || name === undefined) continue;
      for (const [tag] of rows.map(({ cells }) => tagsIn(cells['rule'] ?? ''))) {
        if (!tag) continue;
        this.checks++;
        const label: string = `table of ${name}/${head.stored?.domain}: ${JSON.stringify(tag)}`;
        assert.deepEqual([tag.service, tag.domain], [name, head.stored?.domain], label);
        if (before === undefined) continue;
        const service = this.#services.find((each) => each.name === tag.service);
        assert.ok(service?.keys.has(tag.key), `${label}: read with a key that was replaced`);
        assert.ok(tag.request > before, `${label}: older than the refresh at ${before}`);
      }
    }
  }

  /** Checks that a list never goes back to a response that was requested earlier than its content. */
  #checkLists(window: FakeWindow): void {
    const latest = this.#latest.get(window) ?? new Map<string, number>();
    this.#latest.set(window, latest);
    const { lists, connections } = window.parts;
    for (const { id } of connections.list()) {
      const logs = [1, 2, 3].map((index) => lists.logs({ connectionId: id, index }).items[0]?.row.rule);
      const texts = [lists.domains(id).items[0]?.name, ...logs];
      for (const [index, text = ''] of texts.entries()) {
        const [tag] = tagsIn(text);
        if (!tag) continue;
        this.checks++;
        const list = `${id}/${index}`;
        assert.ok(tag.request >= (latest.get(list) ?? 0), `${list} shows ${text} after ${latest.get(list)}`);
        latest.set(list, tag.request);
      }
    }
  }

  /** Waits until all work has ended; then both windows read again and show the service's current data. */
  async #end(): Promise<void> {
    for (const window of this.#windows) for (const progress of window.fake.progress) progress.cancel();
    await this.#settle();
    for (const [at, window] of this.#windows.entries()) {
      // Data read with a replaced key is dropped automatically, and data older than a refresh is dropped by that
      // refresh.
      await this.#checkRows(window, 0, `window ${at + 1}`);
      this.#checkTables(window, 0);
      this.#checkPanels(window, true);
      const before = this.#clock.requests;
      this.#begin(window.run('partnerLogs.refresh'));
      await this.#settle();
      await this.#checkRows(window, before, `window ${at + 1}, refreshed`);
      this.#checkTables(window, before);
    }
  }

  async #checkRows(window: FakeWindow, before: number, where: string): Promise<void> {
    const rows = await this.#ended(this.#texts(window));
    const known = new Map(
      window.parts.connections
        .list()
        .map(({ id, name }) => [id, { service: name, place: this.#placeOf(window, id) }]),
    );
    for (const { node, below } of rows) this.#checkRow(node, below, known, before, where);
  }

  #checkRow(
    node: TreeNode,
    below: TreeNode | undefined,
    known: ReadonlyMap<string, Pick<Tag, 'service' | 'place'>>,
    before: number,
    where: string,
  ): void {
    if (node.kind !== 'log' && node.kind !== 'domain') return;
    const text = node.kind === 'log' ? (node.row.rule ?? '') : (node.name ?? '');
    const label = `${where}: ${node.kind} ${node.connectionId}: ${text}`;
    assert.ok(known.has(node.connectionId), `${label}: its connection is gone`);
    const expected: Partial<Tag> = {
      ...known.get(node.connectionId),
      domain: node.kind === 'log' ? node.key.domain : 0,
    };
    for (const tag of tagsIn(text)) {
      this.checks++;
      assert.deepEqual({ ...tag, ...expected }, tag, label);
      const service = this.#services.find(({ name }) => name === tag.service);
      assert.ok(service?.keys.has(tag.key), `${label}: read with a key that was replaced`);
      assert.ok(tag.request > before, `${label}: older than the refresh at ${before}`);
    }
    if (node.kind === 'log' && below?.kind === 'domain') {
      assert.equal(node.key.domain, below.index, label);
      assert.equal(node.connectionId, below.connectionId, label);
    }
  }
}

/** Returns the raw data that the page of a panel shows after a message, or undefined if it shows no log. */
function shownRawData(message: unknown): string | undefined {
  return ((message ?? {}) as { readonly view?: LogView }).view?.content?.raw.text;
}

function idxOf(rawData = ''): number {
  return Number(/^idx=(\d+)/.exec(rawData)?.[1]);
}

/** Mulberry32: the same seed produces the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
