import assert from 'node:assert/strict';
import { undo } from '../../../../src/http/decode/codes.ts';
import { MappedText, madeFromAll, Rewriter } from '../../../../src/http/decode/mappedText.ts';

describe('MappedText', () => {
  const decoded = (text: string, encoding: 'percent' | 'json' = 'percent') => {
    const raw = MappedText.raw(text);
    const undone = undo(encoding, text);
    return undone ? raw.become(undone) : raw;
  };

  it('leads from each range of decoded text to the text that it was decoded from, and back', () => {
    const raw = 'a%27%F0%9F%98%80b';
    const text = decoded(raw);
    assert.equal(text.text, "a'😀b");
    const sent = (start: number, end: number) => {
      const range = text.toRaw({ start, end });
      return raw.slice(range.start, range.end);
    };
    assert.deepEqual([sent(0, 1), sent(1, 2), sent(2, 4), sent(4, 5)], ['a', '%27', '%F0%9F%98%80', 'b']);
    // Half of a surrogate pair comes from the whole code.
    assert.equal(sent(2, 3), '%F0%9F%98%80');
    assert.deepEqual(text.fromRaw({ start: 2, end: 3 }), { start: 1, end: 2 });
    assert.deepEqual(text.fromRaw({ start: 0, end: raw.length }), { start: 0, end: 5 });
    assert.equal(text.fromRaw({ start: raw.length, end: raw.length + 5 }), undefined);
    assert.deepEqual(text.toRaw({ start: 1, end: 1 }), { start: 1, end: 1 });
    assert.deepEqual(text.toRaw({ start: 5, end: 5 }), { start: raw.length, end: raw.length });
  });

  it('composes layers and slices', () => {
    const raw = 'xx"\\u0025\\u0032\\u0037z"';
    const string = MappedText.raw(raw).slice({ start: 3, end: raw.length - 1 });
    const json = string.become(undo('json', string.text) ?? assert.fail());
    const percent = json.become(undo('percent', json.text) ?? assert.fail());
    assert.deepEqual([percent.text, percent.layers], ["'z", ['JSON string', 'percent-encoding']]);
    assert.deepEqual(percent.toRaw({ start: 0, end: 1 }), { start: 3, end: 21 });
    const last = percent.slice({ start: 1, end: 2 });
    assert.deepEqual(
      [last.text, last.toRaw(), last.fromRaw({ start: 21, end: 22 })],
      ['z', { start: 21, end: 22 }, { start: 0, end: 1 }],
    );
    assert.equal(last.fromRaw({ start: 3, end: 21 }), undefined);
  });

  it('knows text as sent, and text made from all of another text', () => {
    const raw = MappedText.raw('abc');
    assert.deepEqual([raw.isAsSent, raw.slice({ start: 1, end: 2 }).toRaw()], [true, { start: 1, end: 2 }]);
    const whole = raw.become(madeFromAll('decompressed', 3, ['gzip']));
    assert.deepEqual([whole.isAsSent, whole.toRaw({ start: 4, end: 6 })], [false, { start: 0, end: 3 }]);
    assert.deepEqual(raw.become(madeFromAll('', 3, [])).toRaw(), { start: 0, end: 0 });
  });
});

describe('Rewriter', () => {
  it('copies, replaces, inserts, and omits text', () => {
    const rewriter = new Rewriter('abcdef');
    rewriter.copy(2);
    rewriter.put('!', 3);
    rewriter.put('--');
    rewriter.copy(5);
    const { text, starts, ends } = rewriter.finish();
    assert.equal(text, 'ab!--de');
    assert.deepEqual([...starts], [0, 1, 2, 3, 3, 3, 4]);
    assert.deepEqual([...ends], [1, 2, 3, 3, 3, 4, 5]);
  });
});
