import assert from 'node:assert/strict';
import { payloadRows } from '../../../src/detection/payloadRows.ts';
import { readAttack } from '../../../src/detection/readAttack.ts';

const rowsOf = (body: string, detectedValue: string, line = 'POST /?b=2 HTTP/1.1') => {
  const rawData = `${line}\r\nCookie: s=1\r\nContent-Type: application/json\r\n\r\n${body}`;
  const { payload, matches, main } = readAttack({ rawData, description: '', detectedValue });
  return payloadRows(payload, matches[main]?.field?.index);
};

describe('payloadRows', () => {
  it('begins with the part that contains the match, and ends with the cookies', () => {
    const headings = (value: string) =>
      rowsOf('{"a":"evil"}', value)
        .rows.filter(({ isHeading }) => isHeading)
        .map(({ name }) => name);
    assert.deepEqual(headings('evil'), ['JSON body', 'Query parameters', 'Cookies']);
    assert.deepEqual(headings('not there'), ['Query parameters', 'JSON body', 'Cookies']);
  });

  it('has the fields of an object inside its row, and opens those around the match', () => {
    const many = Array.from({ length: 20 }, (_, index) => `,"f${index}":0`).join('');
    const { rows, rowOf } = rowsOf(`{"a":{"b":[{"c":"evil"}]},"d":{"e":1}${many}}`, 'evil');
    assert.deepEqual(
      rows.slice(0, 7).map(({ name, depth, inside, isOpen, note }) => [name, depth, inside, isOpen, note]),
      [
        ['JSON body', undefined, 26, true, undefined],
        ['a', 1, 3, true, '{…}'],
        ['b', 2, 2, true, '[…]'],
        ['0', 3, 1, true, '{…}'],
        ['c', 4, undefined, undefined, undefined],
        ['d', 1, 1, undefined, '{…}'],
        ['e', 2, undefined, undefined, undefined],
      ],
    );
    assert.equal(rows[rowOf.find((row) => rows[row ?? 0]?.name === 'c') ?? 0]?.value, 'evil');
  });

  it('opens all of a few fields', () => {
    const { rows } = rowsOf('{"a":{"b":1}}', 'not there');
    assert.equal(rows.find(({ name }) => name === 'a')?.isOpen, true);
  });

  it('shows binary data as its kind and length', () => {
    const rawData = 'POST / HTTP/1.1\r\nHost: a\r\n\r\n\x89PNG\r\n\x1a\n\0\0\0\r';
    const { rows } = payloadRows(readAttack({ rawData, description: '' }).payload, undefined);
    assert.match(String(rows.at(-1)?.note), /^PNG.*, 12 characters$/);
  });
});
