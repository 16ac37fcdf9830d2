import assert from 'node:assert/strict';
import { PlaceholderTags, type TaggedValue } from '../../../src/redaction/placeholderTags.ts';

const value = (id: string, parts: Partial<TaggedValue> = {}): TaggedValue => ({
  id,
  isKey: false,
  ...parts,
});
const COOKIE = '‹JSON string, 12,345›';
const MARK = '‹12 characters›';

describe('tagged placeholders', () => {
  it('are as long as placeholders, and equal ones have equal tags', () => {
    const tags = new PlaceholderTags();
    const tagged = tags.tagged(COOKIE, value('a'));
    assert.equal(tagged, '‹ꀀꀀON string, 12,345›');
    assert.equal(tags.tagged(MARK, value('b')), '‹ꀀꀁ characters›');
    assert.equal(tags.tagged(COOKIE, value('c')), '‹ꀀꀂON string, 12,345›');
    assert.equal(tags.tagged(COOKIE, value('a')), tagged);
    assert.equal(tags.tagged(MARK, value('b')), '‹ꀀꀁ characters›');
  });

  it('are read with their places and values', () => {
    const tags = new PlaceholderTags();
    const cookie = tags.tagged(COOKIE, value('a', { isKey: true }));
    const mark = tags.tagged(MARK, value('b'));
    assert.deepEqual(tags.read(`x ${mark}${cookie} y ‹note›`), {
      text: `x ${MARK}${COOKIE} y ‹note›`,
      placeholders: [
        { start: 2, end: 17, id: 'b', isKey: false },
        { start: 17, end: 38, id: 'a', isKey: true },
      ],
    });
    assert.deepEqual(tags.read('nothing'), { text: 'nothing', placeholders: [] });
  });

  it('are read if they are truncated', () => {
    const tags = new PlaceholderTags();
    const cookie = tags.tagged(COOKIE, value('a'));
    for (const length of [2, 3, 10, 19]) {
      assert.deepEqual(tags.read(`${cookie.slice(0, length)}… and more text`), {
        text: `${COOKIE.slice(0, length)}… and more text`,
        placeholders: [{ start: 0, end: length, id: 'a', isKey: false }],
      });
    }
    assert.equal(tags.read(cookie.slice(0, 10)).text, COOKIE.slice(0, 10));
  });

  it('have different tags, also beyond the first 1,165', () => {
    const tags = new PlaceholderTags();
    const all = Array.from({ length: 2500 }, (_, id) => tags.tagged(COOKIE, value(String(id))));
    assert.deepEqual(all[1165], '‹ꀁꀀON string, 12,345›');
    assert.deepEqual(all[2331], '‹ꀂꀁON string, 12,345›');
    assert.equal(new Set(all).size, 2500);
    const { text, placeholders } = tags.read(all.join(''));
    assert.equal(text, COOKIE.repeat(2500));
    assert.deepEqual(
      placeholders.map(({ id }) => Number(id)),
      all.map((_, id) => id),
    );
  });

  it('are kept if they belong to no placeholder', () => {
    const tags = new PlaceholderTags();
    tags.tagged(COOKIE, value('a'));
    assert.deepEqual(tags.read('‹ꀀꀁON›'), { text: '‹ꀀꀁON›', placeholders: [] });
  });

  it('are removed from all texts of a value', () => {
    const tags = new PlaceholderTags();
    const cookie = tags.tagged(COOKIE, value('a'));
    assert.deepEqual(tags.untagged({ a: [cookie, 1], b: { c: `"${cookie}"` } }), {
      a: [COOKIE, 1],
      b: { c: `"${COOKIE}"` },
    });
  });

  it('know the values that are shown', () => {
    const tags = new PlaceholderTags();
    tags.addShown('kestrel', 'a');
    assert.deepEqual([...tags.shown], [['kestrel', 'a']]);
  });
});
