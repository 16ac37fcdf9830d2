/** Tests ways for a key to leak that no single part is responsible for. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isServiceError } from '../../../src/base/errors.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import { domainsData, KEY, success, useLoopback } from './loopback.ts';

describe('LogService: a path of the conventions', () => {
  const { http, service } = useLoopback();

  it('never leads the key to another server, whatever its form', async () => {
    const reached: string[] = [];
    const elsewhere = await http((request, response) => {
      assert.equal(request.headers['x-service-key'], undefined);
      response.end();
    });
    const own = await http((request, response) => {
      assert.equal(request.headers['x-service-key'], KEY);
      reached.push(String(request.url));
      response.end(success(domainsData));
    });
    const other = `127.0.0.1:${elsewhere.port}`;
    let refused = 0;
    for (const base of [own.baseUrl, `${own.baseUrl}/gw`]) {
      for (const path of [
        ...[`http://${other}/`, `https://${other}/`, `//${other}/`, `\\\\${other}/`, `/\\${other}/`],
        ...[`\\/${other}/`, `/\t/${other}/`, `\t//${other}/`, `\n//${other}/`, `@${other}/`],
        ...[`:80@${other}/`, `.${other}/`, `/..//${other}/`, `/../../@${other}/`, `/%2e%2e//${other}/`],
        ...[`?@${other}/`, `#@${other}/`, `;@${other}/`, `0@${other}/`, ''],
      ]) {
        const conventions = { ...defaultConventions, domainsPath: path };
        const client = service(base, { conventions, fetch: () => assert.fail('over the editor’s route') });
        try {
          await client.domains({ page: 1, perPage: 20 });
        } catch (error) {
          assert.ok(isServiceError(error, 'bad-setting'), `${path}: ${error}`);
          refused++;
        }
      }
    }
    assert.ok(refused > 20 && reached.length === 6, `${refused} refused, ${reached.length} at the base URL`);
  });
});

describe('the source of the extension', () => {
  const folder = new URL('../../../src/', import.meta.url).pathname;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name): [string, string] => [name, readFileSync(path.join(folder, name), 'utf8')]);

  for (const [rule, pattern, allowed] of [
    [
      'starts no program and opens no terminal',
      /child_process|node:cluster|createTerminal|ShellExecution|ProcessExecution/,
      [],
    ],
    ['sets no environment variable, and writes to no console', /process\.env\S* =[^=]|console\.\w+\(/, []],
    [
      'sends requests in the two routes alone',
      /^import (?!type|\{ STATUS_CODES \}).* from '(?:undici|node:(?:https?|http2|tls|dgram))|globalThis\.fetch|await fetch\(url|XMLHttpRequest\(|new WebSocket|sendBeacon/m,
      ['sample/server.ts', 'service/client.ts', 'service/network/routes.ts'],
    ],
    ['opens no socket', /import (?!type|\{ isIP \}).* from 'node:net'/, []],
    [
      'reads no file but exported logs that the user opens',
      /workspace\.fs\.read|findFiles|findTextInFiles|readFile\(|createReadStream|openTextDocument\(\s*['"`]/,
      ['connections/services.ts'],
    ],
    ['sends no telemetry', /TelemetryLogger|crashReporter|process\.report/, []],
  ] as const) {
    it(rule, () => {
      const found = sources.filter(([, text]) => pattern.test(text)).map(([name]) => name);
      assert.deepEqual(found.sort(), allowed);
    });
  }
});
