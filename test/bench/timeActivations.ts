/**
 * Preloaded into the editor's server (`NODE_OPTIONS`) and thus into the extension host. Times loading the code and
 * `activate()` of some extensions, and counts the bytes that they load. Appends a line per activation to the file
 * specified by `PARTNER_LOGS_BENCH_ACTIVATIONS`.
 */
import childProcess from 'node:child_process';
import { appendFileSync, statSync } from 'node:fs';
import Module from 'node:module';

export interface Activation {
  readonly name: string;
  /** Milliseconds to load the code. */
  readonly load: number;
  /** Milliseconds until `activate()` returned. */
  readonly activate: number;
  /** Milliseconds of processor time that the thread used for both, excluding other programs. */
  readonly processor: number;
  /** Number of bytes of code loaded so far. */
  readonly bytes: number;
  /** Number of bytes of code loaded two seconds later. */
  readonly later: number;
}

type Activate = (context: unknown) => unknown;
type Loader = (request: string, ...others: unknown[]) => unknown;
/** Members of Node's module loader that its types do not declare. */
interface NodeModules {
  _load: Loader;
  _extensions: Record<string, (module: unknown, file: string) => void>;
  syncBuiltinESMExports(): void;
}

const MAINS: readonly (readonly [name: string, main: RegExp])[] = [
  ['empty', /partner-logs-bench\.empty-[^/]*\/main\.js$/],
  ['api', /partner-logs-bench\.api-[^/]*\/main\.js$/],
  ['partner-logs', /partner-logs\.partner-logs-[^/]*\/dist\/extension\.cjs$/],
];
const LATER = 2_000;

const report = process.env['PARTNER_LOGS_BENCH_ACTIVATIONS'] ?? '';
const bytesOf = new Map<string, number>();
const nameOf = (main: string) => MAINS.find(([, pattern]) => pattern.test(main))?.[0];

function count(name: string | undefined, file: string): void {
  if (name) bytesOf.set(name, (bytesOf.get(name) ?? 0) + statSync(file).size);
}

interface Clock {
  readonly milliseconds: number;
  readonly processor: number;
}

function clock(): Clock {
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage();
  return { milliseconds: performance.now(), processor: (user + system) / 1000 };
}

function since(started: Clock): Clock {
  const now = clock();
  return {
    milliseconds: now.milliseconds - started.milliseconds,
    processor: now.processor - started.processor,
  };
}

/** Returns a timed `activate` for code that took `load` to load. */
function timed(name: string, load: Clock, activate: Activate): Activate {
  return (context) => {
    const started = clock();
    const result = activate(context);
    const took = since(started);
    const measured = {
      name,
      load: load.milliseconds,
      activate: took.milliseconds,
      processor: load.processor + took.processor,
      bytes: bytesOf.get(name),
    };
    setTimeout(() => {
      appendFileSync(report, `${JSON.stringify({ ...measured, later: bytesOf.get(name) })}\n`);
    }, LATER);
    return result;
  };
}

const modules = Module as unknown as NodeModules;
const { _load: loadModule } = modules;
const compile = modules._extensions['.js'];
modules._load = function load(this: unknown, request: string, ...others: unknown[]) {
  const name = nameOf(request);
  const started = clock();
  const exports = loadModule.call(this, request, ...others) as { activate: Activate };
  if (!name) return exports;
  return { ...exports, activate: timed(name, since(started), exports.activate) };
};
modules._extensions['.js'] = (module, file) => {
  const inExtension = /partner-logs(?:-bench)?\.(partner-logs|empty|api)-[^/]*\//.exec(file)?.[1];
  count(inExtension, file);
  compile?.(module, file);
};

// The server does not pass its own options to the extension host.
const { fork } = childProcess;
childProcess.fork = ((file: string, args: unknown, options: { execArgv?: string[] }) => {
  const isHost = Array.isArray(args) && args.includes('--type=extensionHost');
  const execArgv = [...(options?.execArgv ?? []), '--require', __filename];
  return fork(file, args as string[], isHost ? { ...options, execArgv } : options);
}) as typeof fork;
modules.syncBuiltinESMExports();
