import assert from 'node:assert/strict';

/** Returns the facts in the answer of a tool, together with the texts between its boundaries. */
export function readAnswer([, facts, block]: readonly string[]) {
  const lines = block?.split('\n');
  if (lines) {
    const [first = '', last = ''] = [lines.shift(), lines.pop()];
    assert.match(first, /^=== start of request text [\da-f-]{36} ===$/);
    assert.equal(last, first.replace('start', 'end'));
    const number = /[\da-f-]{36}/.exec(first)?.[0] ?? '';
    assert.ok(!lines.join('\n').includes(number) && !facts?.includes(number));
  }
  const text = JSON.parse(lines?.join('\n') ?? '{}');
  const { listed_as: listed, ...rest } = JSON.parse(facts ?? '');
  const all = listed || text.listed_as ? { listed_as: { ...listed, ...text.listed_as } } : {};
  return { ...rest, ...text, ...all };
}
