/**
 * Preloaded into the editor's server (`NODE_OPTIONS`) and thus into the extension host. Times loading the code and
 * `activate()` of two extensions, and appends a line per activation to the file specified by
 * `PARTNER_LOGS_BENCH_ACTIVATIONS`.
 */
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import Module from 'node:module';

export interface Activation {
  readonly name: string;
  /** Milliseconds to load the code. */
  readonly load: number;
  /** Milliseconds until `activate()` returned. */
  readonly activate: number;
}

type Activate = (context: unknown) => unknown;
type Loader = (request: string, ...others: unknown[]) => unknown;
/** Members of Node's module loader that its types do not declare. */
interface NodeModules {
  _load: Loader;
  syncBuiltinESMExports(): void;
}

const MAINS: readonly (readonly [name: string, main: RegExp])[] = [
  ['empty', /partner-logs-bench\.empty-[^/]*\/main\.js$/],
  ['partner-logs', /partner-logs\.partner-logs-[^/]*\/dist\/extension\.cjs$/],
];

const report = process.env['PARTNER_LOGS_BENCH_ACTIVATIONS'] ?? '';
const nameOf = (main: string) => MAINS.find(([, pattern]) => pattern.test(main))?.[0];

const modules = Module as unknown as NodeModules;
const { _load: loadModule } = modules;
modules._load = function load(this: unknown, request: string, ...others: unknown[]) {
  const name = nameOf(request);
  const started = performance.now();
  const exports = loadModule.call(this, request, ...others) as { activate: Activate };
  if (!name) return exports;
  const loaded = performance.now() - started;
  const activate: Activate = (context) => {
    const begun = performance.now();
    const result = exports.activate(context);
    const measured: Activation = { name, load: loaded, activate: performance.now() - begun };
    appendFileSync(report, `${JSON.stringify(measured)}\n`);
    return result;
  };
  return { ...exports, activate };
};

// The server does not pass its own options to the extension host.
const { fork } = childProcess;
childProcess.fork = ((file: string, args: unknown, options: { execArgv?: string[] }) => {
  const isHost = Array.isArray(args) && args.includes('--type=extensionHost');
  const execArgv = [...(options?.execArgv ?? []), '--require', __filename];
  return fork(file, args as string[], isHost ? { ...options, execArgv } : options);
}) as typeof fork;
modules.syncBuiltinESMExports();
