import assert from 'node:assert/strict';
import fc from 'fast-check';
import { logContent, RAW_DATA_LIMIT, unreadContent } from '../../../src/detection/logContent.ts';
import { excerptOf, FIELDS_LIMIT, type Field, VALUE_LIMIT } from '../../../src/detection/logView.ts';
import type { DetectionLog, Header } from '../../../src/service/model.ts';
import { english, message } from '../../../src/text/l10n.ts';
import { timeOf } from '../growth.ts';
import { bareLog } from './detection.ts';

/** Returns the content of a log in which the rule detected a value. */
const content = (detectedValue: string, log: Partial<DetectionLog>) =>
  logContent({ log: { ...bareLog, ...log }, row: { ...(detectedValue && { detectedValue }), other: {} } });

const json = (body: string) => `POST /a HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}`;

/** Returns the fields as lines: indented, `v` before open ones, and the matched range of a value in brackets. */
function outline(fields: readonly Field[] = [], indent = ''): string[] {
  return fields.flatMap(({ name, text, note, marked, isMatched, fields: inside, isOpen }) => {
    const { start, end } = marked ?? { start: 0, end: 0 };
    const value = marked ? `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}` : text;
    const sign = isMatched && !marked ? '*' : '';
    const line = `${indent}${isOpen ? 'v ' : ''}${name}${sign}: ${typeof note === 'object' ? english(note) : (note ?? value)}`;
    return [line, ...outline(inside, `${indent}  `)];
  });
}
const payload = (detectedValue: string, rawData: string) =>
  content(detectedValue, { rawData }).payload.flatMap(({ title, fields }) => [
    `# ${english(title)}`,
    ...outline(fields),
  ]);

describe('logContent', () => {
  it('shows a match in context, as sent and in each decoded form that differs', () => {
    const { match = assert.fail(), raw } = content("' OR 1", {
      rawData: 'GET /?q=%2527%20OR%201 HTTP/1.1\r\n\r\n',
    });
    assert.equal(english(match.place), 'Query parameter ▸ q');
    assert.ok(match.forms[0]?.text.startsWith('GET /?q='));
    assert.deepEqual(
      match.forms.map(({ text, marked }) => text.slice(marked?.start, marked?.end)),
      ['%2527%20OR%201', '%27 OR 1', "' OR 1"],
    );
    assert.deepEqual(raw.marked[raw.main], { start: 8, end: 22 });
  });

  it('has the reason if there is no match, the detected value, and the payload all the same', () => {
    const { match, noMatch, detectedValue, payload } = content('qq', { rawData: json('{"a":1}') });
    assert.deepEqual([match, noMatch, detectedValue?.text], [undefined, undefined, 'qq']);
    assert.deepEqual(outline(payload[0]?.fields), ['a: 1']);
    const rawData = 'GET /?q=1&r=2 HTTP/1.1\r\n\r\n';
    const named = content('', { rawData, description: 'Attack in parameter r' });
    assert.equal(english(named.noMatch ?? assert.fail()), 'Query parameter ▸ r: named by the description');
    assert.deepEqual(outline(named.payload[0]?.fields), ['q: 1', 'r*: 2']);
  });

  it('leaves out a detected value that a match shows', () => {
    assert.equal(content('evil', { rawData: json('{"a":"evil"}') }).detectedValue, undefined);
    assert.equal(content('EVIL', { rawData: json('{"a":"evil"}') }).detectedValue?.text, 'EVIL');
  });

  it('shows the match in the field that the description names, and names at most 5 other places', () => {
    const query = Array.from({ length: 200 }, (_, index) => `p${index}=evil`).join('&');
    const rawData = `GET /?${query} HTTP/1.1\r\n\r\n`;
    const { match = assert.fail(), raw, payload } = content('evil', { rawData, description: 'evil in p120' });
    assert.equal(raw.marked.length, 200);
    const places = [match.place, ...match.others].map(english);
    assert.deepEqual(
      places,
      [120, 0, 1, 2, 3, 4].map((at) => `Query parameter ▸ p${at}`),
    );
    assert.equal(payload[0]?.fields[120]?.isMatched, true);
  });

  it('shows fields that the interface does not name', () => {
    const other = { score: 9.5, tags: ['a', { b: null }], note: '<b>', nothing: null };
    const shown = logContent({ log: { ...bareLog, other }, row: { other: { raw: true } } }).other;
    assert.deepEqual(outline(shown), [
      'score: 9.5',
      'tags: ["a",{"b":null}]',
      'note: <b>',
      'nothing: null',
      'raw: true',
    ]);
  });

  it('shows a first line only if the raw data does not begin with it', () => {
    const shown = (firstLine: string) =>
      content('', { rawData: 'GET / HTTP/1.1\r\n\r\n', request: { firstLine, headers: [] } }).request
        .firstLine.text;
    assert.deepEqual(['GET / HTTP/1.1', 'GET /z HTTP/1.1'].map(shown), ['', 'GET /z HTTP/1.1']);
  });

  it('shows a log whose match is unknown', () => {
    const log = { ...bareLog, rawData: json('{}'), description: 'd' };
    const { noMatch, payload, raw } = unreadContent({ log, row: { other: {} } }, message('too long'));
    assert.deepEqual([noMatch?.text, payload, raw.text], ['too long', [], log.rawData]);
  });

  it('takes no longer for many matches in many fields than it needs to read them', () => {
    const body = `{${Array.from({ length: 20_000 }, (_, index) => `"f${index}":"evil"`).join(',')}}`;
    assert.ok(timeOf(() => content('evil', { rawData: json(body) })) < 4_000);
  });
});

describe('logContent: payload', () => {
  it('has the part with the match first, and cookies last', () => {
    const rawData = 'POST /?q=1 HTTP/1.1\r\nCookie: s=3\r\n\r\n\x89PNG\r\n\x1a\n\0\0\0\r';
    assert.deepEqual(payload('', rawData), [
      '# Query parameters',
      'q: 1',
      '# Body',
      ': PNG image, 12 characters',
      '# Cookies',
      's: 3',
    ]);
    assert.deepEqual(payload('3', rawData)[0], '# Cookies');
  });

  it('nests fields, and opens those around a match, or all if there are few', () => {
    const many = Array.from({ length: 20 }, (_, at) => `"x${at}":${at}`).join(',');
    const shown = payload('evil', json(`{"a":{"b":[{"c":"evil"}]},"d":{"e":1},${many}}`));
    assert.deepEqual(shown.slice(0, 7), [
      ...['# JSON body', 'v a: {…}', '  v b: […]', '    v 0: {…}', '      c: [evil]', 'd: {…}', '  e: 1'],
    ]);
    assert.deepEqual(payload('none', json('{"a":{"b":1}}')), ['# JSON body', 'v a: {…}', '  b: 1']);
  });

  for (const [target, value, line] of [
    ['/?a=1&q=x%27%20OR%201', "' OR 1", "q: x[' OR 1]"],
    ['/?q=ee%2Fetc%2Fpasswd', '/etc/passwd', 'q: ee[/etc/passwd]'],
    ['/?a=1&evil[0]=2', 'evil[0]', 'evil[0]*: 2'],
  ] as const)
    it(`marks ${value} in ${target}`, () => {
      assert.ok(payload(value, `GET ${target} HTTP/1.1\r\n\r\n`).includes(line));
    });

  it('has at most 3,000 fields, and the matched one wherever it is', () => {
    const items = Array.from({ length: 2_400 }, (_, at) => `{"a":"${at === 2_300 ? 'evil' : 'x'}"}`);
    const { payload, isPayloadCut } = content('evil', { rawData: json(`{"items":[${items.join(',')}]}`) });
    const lines = outline(payload[0]?.fields);
    assert.deepEqual([lines.length, isPayloadCut], [FIELDS_LIMIT + 1, true]);
    assert.equal(lines.at(-1), 'items ▸ 2300 ▸ a: [evil]');
  });
});

describe('logContent: headers', () => {
  const headers: readonly Header[] = [
    ['Host', 'a'],
    ['X-Country', 'NL'],
    ['X-Forwarded-For', '203.0.113.7'],
    ['X-Geo-Country', 'NL'],
    ['X-Unique-ID', 'NL'],
  ];
  const firstLine = 'GET / HTTP/1.1';

  it('marks those that the service added', () => {
    const rawData = `${firstLine}\r\nHost: a\r\nx-country: NL\r\n\r\n`;
    const addedIn = (sent: string) =>
      content('', { rawData: sent, request: { firstLine, headers } }).request.headers.map(
        ({ isAdded = false }) => isAdded,
      );
    assert.deepEqual(addedIn(rawData), [false, false, true, true, true]);
    assert.ok(!addedIn('\0').includes(true));
  });

  it('marks the one that contains the match', () => {
    const rawData = `${firstLine}\r\nHost: a\r\nReferer:   x evil y\r\n\r\n`;
    const request = { firstLine, headers: [...headers.slice(0, 1), ['Referer', 'x evil y'] as const] };
    assert.deepEqual(outline(content('evil', { rawData, request }).request.headers), [
      'Host: a',
      'Referer: x [evil] y',
    ]);
  });

  it('has at most 3,000, and their number', () => {
    const many = Array.from({ length: 25_000 }, (_, at): Header => [`X-${at}`, 'v']);
    const { request } = content('', { request: { firstLine, headers: many } });
    assert.deepEqual([request.headers.length, request.total], [FIELDS_LIMIT, 25_000]);
  });
});

describe('logContent: limits', () => {
  const value = "' UNION SELECT 1--";

  it('cuts raw data at 256 KiB, and where invisible characters become too many', () => {
    const cutOf = (rawData: string) => content('', { rawData }).raw;
    assert.equal(cutOf('a'.repeat(RAW_DATA_LIMIT)).text.length, RAW_DATA_LIMIT);
    const { text, length } = cutOf('a'.repeat(RAW_DATA_LIMIT + 1));
    assert.deepEqual([text.length, length], [RAW_DATA_LIMIT, RAW_DATA_LIMIT + 1]);
    for (const character of ['\0', '\u{e0041}', '\ud800']) {
      const rawData = `ab${character}`.repeat(16_390);
      const shown = cutOf(rawData).text;
      assert.ok(rawData.startsWith(shown) && shown.length > 16_000 && shown.length <= 16 * 1024);
    }
  });

  it('shows the raw data around a match that is farther away, from the start of a character', () => {
    const lines = Array.from({ length: 22_000 }, (_, index) => `line${index}=value`).join('\n');
    const odd = `${'😀'.repeat(200_000)}a${value}${'😀'.repeat(200_000)}`;
    const invisible = `${'\0'.repeat(50_000)}${value}${'\0'.repeat(16_384)}`;
    for (const rawData of [`${lines}\n${value}`, `${lines}\n${value}\n${lines}`, odd, invisible]) {
      const { raw } = content(value, { rawData });
      const [range] = raw.marked;
      assert.ok(range && raw.text.length <= RAW_DATA_LIMIT && raw.start > 0);
      assert.equal(raw.text, rawData.slice(raw.start, raw.start + raw.text.length));
      assert.equal(raw.text.slice(range.start, range.end), value);
      assert.doesNotMatch(raw.text, /^[\udc00-\udfff]/);
    }
  });

  it('cuts a value around the match', () => {
    const cookie = `${'b'.repeat(2 * VALUE_LIMIT)}${value}${'c'.repeat(VALUE_LIMIT)}`;
    const { payload } = content(value, { rawData: `GET / HTTP/1.1\r\nCookie: a=${cookie}\r\n\r\n` });
    const { text, length, marked } = payload[0]?.fields[0] ?? assert.fail();
    assert.deepEqual([text.length, length], [VALUE_LIMIT, cookie.length]);
    assert.equal(text.slice(marked?.start, marked?.end), value);
  });

  it('keeps the texts of any log as sent', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, text, fc.array(fc.tuple(text, text)), (rawData, detectedValue, headers) => {
        const { raw, request } = content(detectedValue, {
          rawData,
          request: { firstLine: rawData, headers },
        });
        assert.ok(rawData.startsWith(raw.text));
        assert.deepEqual(
          request.headers.map((header) => [header.name, header.text]),
          headers,
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('excerptOf', () => {
  it('ends at the line, marks what is cut, and splits no surrogate pair', () => {
    const text = `first\n${'😀'.repeat(50)}match${'😀'.repeat(50)}\nlast`;
    const start = text.indexOf('match');
    const around = '😀'.repeat(20);
    const excerpt = excerptOf(text, { start, end: start + 5 });
    assert.deepEqual(excerpt, { text: `…${around}match${around}…`, marked: { start: 41, end: 46 } });
    const short = excerptOf('a\n\t xmatchy\nb', { start: 5, end: 10 });
    assert.deepEqual(short, { text: 'xmatchy', marked: { start: 1, end: 6 } });
  });

  it('has the start of a long match, and its length', () => {
    const { text, marked, length } = excerptOf('x'.repeat(2_000), { start: 100, end: 1_900 });
    assert.deepEqual([text.length, marked, length], [441, { start: 41, end: 441 }, 1_800]);
  });
});
