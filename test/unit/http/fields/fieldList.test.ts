import assert from 'node:assert/strict';
import { readFields } from '../../../../src/http/fields/readFields.ts';

describe('readFields, within its limits', function () {
  this.timeout(120_000);

  it('stops at 5,000 fields and says so', () => {
    const list = (count: number) => readFields(`[${'1,'.repeat(count - 1)}1]`);
    const whole = list(4_999);
    assert.deepEqual([whole.fields.length, whole.more], [5_000, false]);
    const cut = list(5_000);
    assert.deepEqual([cut.fields.length, cut.more, cut.fields[0]?.place.start], [5_000, true, 0]);
  });

  it('reads the fields in encoded values up to 8 Mi units, and later values as text', () => {
    const list = (length: number) => `["${'A'.repeat(length)}%41"]`;
    const read = (length: number) =>
      readFields(`POST /?b=%5b"1"%5d HTTP/1.1\r\n\r\na=${list(length)}&c=%5b"2"%5d`)
        .fields.filter(({ part }) => part === 'form' || part === 'query')
        .map(({ path, kind }) => `${path.join('.')}: ${kind}`);
    const inQuery = ['b: list', 'b.0: text'];
    assert.deepEqual(read(1024), [...inQuery, 'a: list', 'a.0: text', 'c: list', 'c.0: text']);
    assert.deepEqual(read(8 * 1024 * 1024), [...inQuery, 'a: text', 'c: list', 'c.0: text']);
  });
});
