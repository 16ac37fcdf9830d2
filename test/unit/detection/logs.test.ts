import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type { LogTarget } from '../../../src/connections/logTarget.ts';
import { Logs } from '../../../src/detection/logs.ts';
import type { LogService } from '../../../src/service/api.ts';
import type { DetectionLog, LogKey } from '../../../src/service/model.ts';
import { aLog } from '../formats/logs.ts';

const MiB = 1024 * 1024;

/** Returns the logs of a service in which every log has these parts; `asked` contains the `idx` of each request. */
function logsWith(parts: Partial<DetectionLog>) {
  const asked: number[] = [];
  const ending = new AbortController();
  /** Called before the service of the connection is identified. */
  const hooks = { onIdentify: () => {} };
  const log = async (key: LogKey) => {
    asked.push(key.idx);
    return aLog({ ...parts, key });
  };
  const services = {
    of: async () => ({ log }) as Partial<LogService> as LogService,
    ending: () => {
      hooks.onIdentify();
      return ending.signal;
    },
  };
  const logs = new Logs(services, () => {});
  const open = (idx: number) =>
    logs.get({ connectionId: 'one', key: { domain: 7, idx, detectedType: 'WAF' } });
  const openAll = async (count: number) => {
    for (let idx = 1; idx <= count; idx++) await open(idx);
    asked.length = 0;
  };
  return { logs, asked, ending, hooks, open, openAll };
}

describe('Logs', () => {
  it('asks for each log once, until its connection is forgotten', async () => {
    const { logs, asked, open } = logsWith({});
    assert.equal(await open(1), await open(1));
    await open(2);
    assert.deepEqual(asked, [1, 2]);
    logs.forget(new Set(['another']));
    await open(1);
    logs.forget(new Set(['one']));
    await open(1);
    assert.deepEqual(asked, [1, 2, 1]);
  });

  it('refuses a log of a service that is no longer behind the connection', async () => {
    const { logs, asked, ending, open } = logsWith({});
    const [target, later] = [3, 4].map((idx) =>
      logs.bound({ connectionId: 'one', key: { domain: 7, idx, detectedType: 'WAF' } }),
    ) as [LogTarget, LogTarget];
    await logs.get(target);
    const reading = logs.get(later);
    ending.abort(new ServiceError('connection-changed', 'changed'));
    await assert.rejects(reading, { code: 'connection-changed' });
    await assert.rejects(logs.get(target), { code: 'connection-changed' });
    await assert.rejects(open(3), { code: 'connection-changed' });
    assert.deepEqual(asked, [3, 4]);
  });

  it('refuses a displayed log whose connection another window has removed, which shows when it is looked for', async () => {
    const { logs, ending, hooks } = logsWith({});
    const displayed = logs.bound({ connectionId: 'one', key: { domain: 7, idx: 3, detectedType: 'WAF' } });
    await logs.get(displayed);
    hooks.onIdentify = () => ending.abort(new ServiceError('connection-removed', 'removed'));
    await assert.rejects(logs.get(displayed), { code: 'connection-removed' });
  });

  it('forgets the oldest of many large logs', async () => {
    const { asked, open, openAll } = logsWith({ other: { more: [{ deep: 'x'.repeat(MiB) }] } });
    await openAll(50);
    for (const idx of [50, 40, 1]) await open(idx);
    assert.deepEqual(asked, [1]);
  });

  it('keeps the 500 that were used last', async () => {
    const { asked, open, openAll } = logsWith({});
    await openAll(500);
    await open(1);
    await open(501);
    await open(1);
    await open(2);
    assert.deepEqual(asked, [501, 2]);
  });
});
