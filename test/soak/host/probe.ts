/**
 * Preloaded into the editor's server (`NODE_OPTIONS`) and thus into each extension host, which it starts with an
 * inspector. Writes the inspector's address to the file specified by `PARTNER_LOGS_SOAK`, and collects in
 * `globalThis.soak` the data that cannot be read from outside.
 */
import childProcess from 'node:child_process';
import { getEventListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import inspector from 'node:inspector';
import Module from 'node:module';
import process from 'node:process';
import { unhandledRejections } from './rejections.ts';

type Listen = (listener: () => void) => { dispose(): void };
interface Context {
  readonly subscriptions: readonly unknown[];
}
type Loader = (request: string, ...others: unknown[]) => unknown;
interface NodeModules {
  _load: Loader;
  syncBuiltinESMExports(): void;
}

export interface Probe {
  /** The prototype of the objects with which the editor stores a listener of an event; one for each listener. */
  listener?: object;
  /** The context of the extension. */
  context?: Context;
  /** The stacks of the rejections that were not handled. */
  rejections(): readonly string[];
  /** The numbers of listeners by the start of their function. */
  listeners(all: readonly { readonly value: unknown }[]): Record<string, number>;
  abortListeners(signals: readonly AbortSignal[]): number;
  processListeners(): number;
  /** The resources that keep the process alive, by type, such as sockets and workers. */
  resources(): Record<string, number>;
}

/** The number of characters of a function that identify it in a report. */
const SHOWN_CODE = 120;
/** Resources that exist only for a moment, such as timers, or belong to processes, which only other extensions start. */
const OTHERS = /Timeout|Immediate|Req|Process|Pipe/;
const MAIN = /partner-logs\.partner-logs-[^/]*\/dist\/extension\.cjs$/;
const modules = Module as unknown as NodeModules;

// The server does not pass its own options to the extension host.
const { fork } = childProcess;
childProcess.fork = ((file: string, args: unknown, options: { execArgv?: string[] }) => {
  const isHost = Array.isArray(args) && args.includes('--type=extensionHost');
  const execArgv = [...(options?.execArgv ?? []), '--inspect=127.0.0.1:0', '--require', __filename];
  return fork(file, args as string[], isHost ? { ...options, execArgv } : options);
}) as typeof fork;
modules.syncBuiltinESMExports();

const address = inspector.url();
if (address) watchHost(address);

function watchHost(url: string): void {
  const rejections = unhandledRejections(process);
  const probe: Probe = {
    rejections: () => rejections,
    abortListeners: (signals) =>
      signals.reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0),
    processListeners: () =>
      process.eventNames().reduce((sum, name) => sum + process.listenerCount(name as 'exit'), 0),
    listeners: (all) => countsOf(all.map(({ value }) => String(value).slice(0, SHOWN_CODE))),
    resources: () => countsOf(process.getActiveResourcesInfo().filter((type) => !OTHERS.test(type))),
  };
  Object.assign(globalThis, { soak: probe });

  const { _load: load } = modules;
  modules._load = function loadModule(this: unknown, request: string, ...others: unknown[]) {
    const exports = load.call(this, request, ...others) as { activate(context: Context): unknown };
    if (!MAIN.test(request)) return exports;
    probe.listener = listenerPrototype(Module.createRequire(request)('vscode'));
    const activate = (context: Context) => {
      probe.context = context;
      return exports.activate(context);
    };
    writeFileSync(process.env['PARTNER_LOGS_SOAK'] ?? '', url);
    return { ...exports, activate };
  };
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Returns the prototype of the object in which the editor's emitter keeps its only listener. */
function listenerPrototype({ EventEmitter }: { EventEmitter: new () => { event: Listen } }): object {
  const emitter = new EventEmitter();
  const listener = () => {};
  const registered = emitter.event(listener);
  const kept = Object.values<unknown>(emitter).find(
    (value) => (value as { value?: unknown } | undefined)?.value === listener,
  );
  registered.dispose();
  if (!kept) throw new Error('The editor keeps its listeners in another way.');
  return Object.getPrototypeOf(kept);
}
