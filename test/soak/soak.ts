/**
 * A seeded walk through the extension in the real editor. After each block of actions, it compares the window's memory
 * and listeners with those after the first block since the last reload; `npm run soak -- --help` lists the options.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { root } from '../../scripts/run.mjs';
import { keepSights } from '../browser/browsers.ts';
import { openEditor } from '../browser/host.ts';
import { until } from '../until.ts';
import { connectionActions } from './connectionActions.ts';
import { countsActions } from './countsActions.ts';
import { type Action, logActions } from './logActions.ts';
import { type Measured, measure } from './measure.ts';
import { SoakService } from './soakService.ts';
import { keybindings, PATIENCE, SoakWindow } from './soakWindow.ts';
import { tableActions } from './tableActions.ts';
import { Trail } from './trail.ts';
import { faultsOf, moreListeners, table } from './verdict.ts';
import { walk } from './walk.ts';

const HELP = `npm run soak -- [--seed N] [--actions N] [--minutes N] [--only NAME,NAME]
  --seed     determines the actions; a new one by default
  --actions  the number of actions; 3000 by default
  --minutes  fails if the walk takes longer; 90 by default
  --only     walks with these kinds of actions only, such as serviceDies,removeAndAdd`;

/** The number of actions after which the progress is printed. */
const PROGRESS = 50;
/** Milliseconds after which unused sockets are closed. */
const IDLE = 10_000;
/** Seconds in which a window must release unused objects. */
const SETTLES = 60;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    actions: { type: 'string', default: '3000' },
    minutes: { type: 'string', default: '90' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
const minutes = Number(values.minutes);

const places = { log: { ...logActions, ...connectionActions }, table: tableActions, counts: countsActions };
const actions = new Map<string, Action>();
const only = values.only?.split(',');
const choices = Object.entries(places).flatMap(([place, all]) =>
  Object.entries(all).flatMap(([name, { weight, act }]) => {
    actions.set(name, act);
    return only?.includes(name) === false ? [] : [{ name, place, weight }];
  }),
);
const placeOf = new Map(choices.map(({ name, place }) => [name, place]));

process.exitCode = values.help ? 0 : 1;
if (values.help) console.log(HELP);
else process.exitCode = (await soak()) ? 0 : 1;
process.exit();

async function soak(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-soak-'));
  const inspector = path.join(folder, 'inspector');
  const service = await SoakService.start();
  const editor = await openEditor({
    env: { NODE_OPTIONS: `--require ${await buildProbe(folder)}`, PARTNER_LOGS_SOAK: inspector },
    settings: { 'partnerLogs.pageSize': 10 },
    keybindings,
    // The rows of a page, with Load More, are in sight.
    viewport: { width: 1280, height: 900 },
  });
  editor.page.setDefaultTimeout(PATIENCE * 1_000);
  const errors: string[] = [];
  editor.page.on('pageerror', (error) => errors.push(String(error.stack)));
  const window = new SoakWindow(editor, service, seed);
  const trail = new Trail();
  const started = performance.now();
  const elapsed = () => `${((performance.now() - started) / 60_000).toFixed(1)} min`;
  let done = 0;
  let sinceReload = 0;
  let first: Measured | undefined;
  let place: string | undefined;
  console.log(`Seed ${seed}`);
  try {
    await window.start();
    for (const step of walk(seed, Number(values.actions), choices)) {
      if (performance.now() - started > minutes * 60_000)
        throw new Error(`The walk takes more than ${minutes} minutes.`);
      if (step.kind === 'reload') {
        await trail.perform('reload', () => window.reload());
        sinceReload = 0;
        first = undefined;
        place = undefined;
      } else if (step.kind === 'action') {
        const next = placeOf.get(step.name);
        if (next !== place) await trail.perform('rest', () => window.rest());
        place = next;
        await trail.perform(step.name, async () => {
          await window.clearMessages();
          await actions.get(step.name)?.(window);
          await window.check();
        });
        done++;
        sinceReload++;
        if (done % PROGRESS === 0) console.log(`  ${done} actions, ${elapsed()}`);
      } else {
        await trail.perform('rest', () => window.rest(1));
        place = undefined;
        const before = first;
        await pause(IDLE);
        const measured = await settled(
          async () => ({ ...(await measure(editor.page, inspector)), errors }),
          (last, seen) =>
            before ? faultsOf(before, seen).length === 0 : isDeepStrictEqual(last?.counts, seen.counts),
        );
        first ??= measured;
        console.log(table({ done, sinceReload, elapsed: elapsed(), measured }));
        const faults = before ? faultsOf(before, measured) : [...measured.rejections, ...errors];
        if (before && faults.length > 0)
          console.log(`Listeners that were added:\n${moreListeners(before, measured)}`);
        if (faults.length > 0) throw new Error(faults.join('\n'));
      }
    }
    console.log(`Seed ${seed}: passed, ${done} actions in ${elapsed()}\n${trail.times()}`);
    return true;
  } catch (error) {
    console.log(`Seed ${seed}: failed after ${done} actions in ${elapsed()}\n${(error as Error).stack}`);
    console.log(`The last actions:\n${trail.last(10)}`);
    console.log(`The last requests:\n${service.lastRequests(10)}`);
    console.log(`The window: ${await keepSights('soak', `seed ${seed}`)}.png, .txt`);
    console.log(`Time by action:\n${trail.times()}`);
    return false;
  } finally {
    await editor.close();
    await service.fake.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Looks until `holds` is true for the last two results, because some objects are kept for a while; returns the last. */
async function settled<T>(
  look: () => Promise<T>,
  holds: (last: T | undefined, seen: T) => boolean,
): Promise<T> {
  let seen: T | undefined;
  const isSettled = async () => {
    const last = seen;
    seen = await look();
    return holds(last, seen);
  };
  await until('the window to let go', isSettled, Boolean, SETTLES).catch(() => {});
  return seen as T;
}

async function buildProbe(folder: string): Promise<string> {
  const outfile = path.join(folder, 'probe.cjs');
  await esbuild.build({
    entryPoints: [path.join(root, 'test/soak/host/probe.ts')],
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    outfile,
  });
  return outfile;
}
