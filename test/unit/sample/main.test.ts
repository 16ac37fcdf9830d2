import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../src/sample/main.ts', import.meta.url));

function start(...args: string[]) {
  return spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('npm run sample', () => {
  it('says how to connect, serves, and stops at an interrupt', async () => {
    const child = start('--seed', '3', '--logs', '25');
    try {
      let shown = '';
      for await (const chunk of child.stdout) {
        shown += chunk;
        if (shown.includes('Ctrl-C')) break;
      }
      const [, baseUrl] = /Base URL {2}(\S+)/.exec(shown) ?? [];
      const [, key] = /API key {3}(\S+)/.exec(shown) ?? [];
      assert.ok(baseUrl && key && shown.includes('Partner Logs: Add Connection…'));
      const url = `${baseUrl}/partner/logs/attack_logs/1001?page=1&per_page=10`;
      const response = await fetch(url, { headers: { 'X-Service-Key': key } });
      const body = (await response.json()) as { data: { total_count: string } };
      assert.equal(body.data.total_count, '25');
      child.kill('SIGINT');
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  }).timeout(20_000);

  for (const args of [['--port', 'x'], ['--paging', 'cursor'], ['--unknown']]) {
    it(`explains ${args.join(' ')}`, async () => {
      const child = start(...args);
      const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      assert.equal(code, 1);
      assert.ok(message.includes(args[0] ?? '') && message.includes('Usage: npm run sample'));
    }).timeout(20_000);
  }
});
