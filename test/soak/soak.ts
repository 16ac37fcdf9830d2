/**
 * A seeded walk through the extension in the real editor. After each block of actions, it compares the window's memory
 * and listeners with those after the first block since the last reload; `npm run soak -- --help` lists the options.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
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
import { faultsOf, table } from './verdict.ts';
import { walk } from './walk.ts';

const HELP = `npm run soak -- [--seed N] [--actions N] [--minutes N]
  --seed     determines the actions; a new one by default
  --actions  the number of actions; 3000 by default
  --minutes  fails if the walk takes longer; 90 by default`;

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
    help: { type: 'boolean' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
const minutes = Number(values.minutes);

const places = { log: { ...logActions, ...connectionActions }, table: tableActions, counts: countsActions };
const actions = new Map<string, Action>();
const choices = Object.entries(places).flatMap(([place, all]) =>
  Object.entries(all).map(([name, { weight, act }]) => {
    actions.set(name, act);
    return { name, place, weight };
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
    viewport: { width: 1600, height: 900 },
  });
  editor.page.setDefaultTimeout(PATIENCE * 1_000);
  const errors: string[] = [];
  editor.page.on('pageerror', (error) => errors.push(String(error.stack)));
  const window = new SoakWindow(editor, service, seed);
  const started = performance.now();
  const elapsed = () => `${((performance.now() - started) / 60_000).toFixed(1)} min`;
  let sinceReload: string[] = [];
  let done = 0;
  let first: Measured | undefined;
  let place: string | undefined;
  console.log(`Seed ${seed}`);
  try {
    await window.start();
    for (const step of walk(seed, Number(values.actions), choices)) {
      if (step.kind === 'reload') {
        await window.reload();
        sinceReload = [];
        first = undefined;
        place = undefined;
      } else if (step.kind === 'action') {
        done++;
        if (done % PROGRESS === 0) console.log(`  ${done} actions, ${elapsed()}`);
        sinceReload.push(step.name);
        const next = placeOf.get(step.name);
        if (next !== place) await window.rest();
        place = next;
        await window.clearMessages();
        await actions.get(step.name)?.(window);
        await window.check();
        if (performance.now() - started > minutes * 60_000)
          throw new Error(`The walk takes more than ${minutes} minutes.`);
      } else {
        await window.rest();
        place = undefined;
        const before = first;
        const look = async () => ({ ...(await measure(editor.page, inspector)), errors });
        await pause(IDLE);
        const measured = before ? await settled(look, (after) => faultsOf(before, after)) : await look();
        first ??= measured;
        console.log(table({ done, sinceReload: sinceReload.length, elapsed: elapsed(), measured }));
        const faults = before ? faultsOf(before, measured) : [...measured.rejections, ...errors];
        if (faults.length > 0) throw new Error(faults.join('\n'));
      }
    }
    console.log(`Seed ${seed}: passed, ${done} actions in ${elapsed()}`);
    return true;
  } catch (error) {
    await keepSights(path.join(import.meta.dirname, 'soak.ts'), `seed ${seed}`);
    console.log(`Seed ${seed}: failed after ${done} actions in ${elapsed()}\n${(error as Error).stack}`);
    console.log(`The actions since the last reload:\n${sinceReload.join(' ')}`);
    return false;
  } finally {
    await editor.close();
    await service.fake.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures until there are no faults, because some objects are kept for a while; returns the last measurement. */
async function settled<T>(look: () => Promise<T>, faults: (seen: T) => readonly string[]): Promise<T> {
  let last: T | undefined;
  const isFaultless = async () => {
    last = await look();
    return faults(last).length === 0;
  };
  await until('the window to let go', isFaultless, Boolean, SETTLES).catch(() => {});
  return last as T;
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
