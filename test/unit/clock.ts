/**
 * Loaded before everything by `npm test -- days`, also in threads and in programs that tests start. Shifts the clock by
 * the milliseconds in PARTNER_LOGS_CLOCK, or lets each test file begin at 23:59:30 UTC if that is `endOfDay`.
 */
import * as modules from 'node:module';

type Load = (url: string, context: object) => object;

// Node 24 supports this, but the types are those of the oldest editor's Node.
const { registerHooks } = modules as unknown as {
  registerHooks(hooks: { load(url: string, context: object, next: Load): object }): void;
};

const DAY = 86_400_000;
const variable = 'PARTNER_LOGS_CLOCK';
const clock = Date.now.bind(Date);
const isEndOfDay = process.env[variable] === 'endOfDay';
let shift = isEndOfDay ? 0 : Number(process.env[variable]);
const now = () => clock() + shift;

Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, made) => Reflect.construct(target, values.length > 0 ? values : [now()], made),
  apply: (target) => new target(now()).toString(),
});

if (isEndOfDay) {
  registerHooks({
    load(url, context, next) {
      // The clock never goes back. Mocha measures how long hooks and tests take, but not how long it loads a file.
      if (url.endsWith('.test.ts')) shift += (2 * DAY - 30_000 - (now() % DAY)) % DAY;
      process.env[variable] = String(shift);
      return next(url, context);
    },
  });
}
