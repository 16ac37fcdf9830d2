import assert from 'node:assert/strict';
import { startSampleService } from '../../src/sample/server.ts';
import { decodeJson, logs } from '../unit/service/answers/decoding.ts';
import { compare } from './compare.ts';

const ROWS = 100;
const TIMES = 50;

it(`decodes a page of ${ROWS} rows`, async () => {
  const service = await startSampleService();
  const url = `${service.baseUrl}/partner/logs/attack_logs/1001?page=1&per_page=${ROWS}`;
  const response = await fetch(url, { headers: { 'X-Service-Key': service.key } });
  const text = await response.text();
  await service.close();
  const question = { ...logs, domain: 1001, page: { page: 1, perPage: ROWS } };
  let rows = 0;
  await compare(`Decoding a page of ${ROWS} rows, ${TIMES} times`, {
    'JSON.parse': () => {
      for (let i = 0; i < TIMES; i++) JSON.parse(text);
    },
    'the decoder, from the text to rows': () => {
      for (let i = 0; i < TIMES; i++) rows = decodeJson(question, text).items.length;
    },
  });
  assert.equal(rows, ROWS);
});
