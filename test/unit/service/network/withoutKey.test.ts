import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { isServiceError } from '../../../../src/base/errors.ts';
import { describeFault } from '../../../../src/service/faults.ts';
import { english } from '../../../../src/text/l10n.ts';
import { failure, KEY, useLoopback } from '../loopback.ts';

describe('withoutKey: a service that sends the key back', () => {
  const { http, service } = useLoopback();

  for (const [name, status, type, body] of [
    ['with a refusal', 401, 'application/json', (key: string) => failure('RES000033', `No such key: ${key}`)],
    ['with a failure', 500, 'application/json', (key: string) => failure(key, `${key} ${key}`)],
    ['with a success that is none', 200, 'application/json', (key: string) => failure('RES000001', key)],
    ['as its content type', 200, `text/${KEY}`, (key: string) => `<html>${key}`],
  ] as const) {
    it(`${name} is told about without it`, async () => {
      const { baseUrl } = await http((request, response) => {
        const key = String(request.headers['x-service-key']);
        assert.equal(key, KEY);
        response.writeHead(status, { 'Content-Type': type }).end(body(key));
      });
      const reads = service(baseUrl);
      const error: unknown = await reads.domains({ page: 1, perPage: 20 }).catch((thrown: unknown) => thrown);
      assert.ok(isServiceError(error));
      assert.match(describeFault(error, english).headline, /\(the key\)/);
      assert.equal(inspect(error, { depth: 9, showHidden: true }).includes(KEY), false);
      assert.equal(reads.lines.join().includes(KEY), false);
    });
  }
});
