import assert from 'node:assert/strict';
import { PeeledText } from '../../../../src/http/decode/peeledText.ts';
import { FieldList } from '../../../../src/http/fields/fieldList.ts';
import { hiddenInRequest } from '../../../../src/http/fields/hiddenValues.ts';
import { readFields } from '../../../../src/http/fields/readFields.ts';

describe('FieldList', function () {
  this.timeout(120_000);

  it('stops at 100,000 fields and says so', () => {
    const list = (count: number) => readFields(`[${'1,'.repeat(count - 1)}1]`);
    const whole = list(99_999);
    assert.deepEqual([whole.fields.length, whole.more], [100_000, false]);
    const cut = list(100_000);
    assert.deepEqual([cut.fields.length, cut.more], [100_000, true]);
  });

  it('reads the fields in values with up to 1 Mi encoded characters', () => {
    const read = (codes: number) => {
      const list = `a=["${'%41'.repeat(codes)}"]`;
      const raw = `POST / HTTP/1.1\r\nCookie: ${list}\r\nContent-Type: text/plain\r\n\r\n${list}&b=%42`;
      return readFields(raw)
        .fields.filter(({ part }) => part === 'form' || part === 'cookie')
        .map(({ path, kind, value }) => `${path.join('.')}: ${kind} ${value.slice(0, 3)}`);
    };
    const inList = ['a: list ', 'a.0: text AAA'];
    assert.deepEqual(read(1024 * 1024 - 2), [...inList, ...inList, 'b: text B']);
    assert.deepEqual(read(1024 * 1024), ['a: text ["A', 'a: text ["A', 'b: text B']);
    const [, attribute] = readFields(`<a x="[&quot;${'&gt;'.repeat(1024 * 1024)}&quot;]"/>`).fields;
    assert.deepEqual([attribute?.kind, attribute?.value.slice(0, 3)], ['text', '[">']);
  });

  it('throws what is not the limit of encoded characters', () => {
    const list = new FieldList((_list, _position, _value, peel) => peel() !== undefined, 1);
    const become = () => {
      throw new RangeError();
    };
    const sent = Object.assign(PeeledText.raw('%41'), { become });
    const position = { part: 'query', path: ['a'], name: 'a', nested: 0 } as const;
    assert.throws(() => list.addText(position, sent, 'percent'), RangeError);
  });

  it('keeps names and marks of 100,000 fields', () => {
    const body = `[${'"secret",'.repeat(120_000)}1]`;
    const hidden = hiddenInRequest(`POST / HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}`, []);
    assert.equal(new Set(hidden.map(({ mark }) => mark)).size, 2);
    assert.ok(hidden.length >= 120_000, String(hidden.length));
  });
});
