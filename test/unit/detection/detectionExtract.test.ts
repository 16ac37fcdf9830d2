import assert from 'node:assert/strict';
import fc from 'fast-check';
import { extractOf, INVISIBLE_LIMIT, RAW_DATA_LIMIT } from '../../../src/detection/detectionExtract.ts';
import { detectionView } from '../../../src/detection/detectionView.ts';
import { readAttack } from '../../../src/detection/readAttack.ts';
import type { Header } from '../../../src/service/model.ts';
import { message } from '../../../src/text/l10n.ts';
import { cutText } from '../../../src/text/strings.ts';
import { bareLog, bareTarget, targetWith } from './detection.ts';

const extractWith = (changes: Partial<typeof bareLog>) =>
  extractOf(detectionView(bareTarget, { ...bareLog, ...changes }));

describe('cutText', () => {
  it('is a prefix that splits neither a surrogate pair nor a line end', () => {
    const text = fc
      .array(fc.constantFrom('a', '\r\n', '😀', '\r', '\n', '\ud83d', '\ude00'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (whole, length) => {
        const cut = cutText(whole, length);
        assert.ok(whole.startsWith(cut));
        assert.ok(cut.length <= length && cut.length >= Math.min(whole.length, length - 1));
        const [last, next] = [
          whole.codePointAt(cut.length - 1) ?? 0,
          whole.slice(cut.length - 1, cut.length + 1),
        ];
        assert.ok(cut === whole || (last <= 0xffff && next !== '\r\n'));
      }),
    );
  });
});

describe('extractOf', () => {
  it('is the whole of an ordinary log', () => {
    const extract = extractWith({
      rawData: 'GET / HTTP/1.1\r\n\r\n',
      description: 'd',
      request: { firstLine: 'GET / HTTP/1.1', headers: [['Host', 'a']] },
      response: { firstLine: 'HTTP/1.1 200 OK', headers: [] },
    });
    assert.deepEqual(extract.rawData, { text: 'GET / HTTP/1.1\r\n\r\n', length: 18, start: 0 });
    assert.deepEqual(extract.heading, { text: 'GET /', length: 5 });
    assert.equal(extract.requestLine, undefined);
    assert.deepEqual(extract.statusLine, { text: 'HTTP/1.1 200 OK', length: 15 });
    assert.deepEqual(extract.description, { text: 'd', length: 1 });
    assert.deepEqual(extract.tables.request, {
      rows: [{ name: { text: 'Host', length: 4 }, value: { text: 'a', length: 1 }, added: true }],
      total: 1,
    });
  });

  it('cuts the raw data at 256 KiB and says how long it is', () => {
    const exact = extractWith({ rawData: 'a'.repeat(262_144) }).rawData;
    assert.equal(exact.text.length, exact.length);
    const { text, length } = extractWith({ rawData: 'a'.repeat(262_145) }).rawData;
    assert.deepEqual([text.length, length], [262_144, 262_145]);
  });

  it('cuts the raw data where invisible characters become too many', () => {
    for (const character of ['\0', '\u{e0041}', '\ud800']) {
      const rawData = `ab${character}`.repeat(INVISIBLE_LIMIT + 5);
      const { text, length } = extractWith({ rawData }).rawData;
      assert.equal(text, `${`ab${character}`.repeat(INVISIBLE_LIMIT)}ab`);
      assert.equal(length, rawData.length);
    }
  });

  it('cuts each value at 64 Ki units, and leaves out the last rows of more than 8 Mi', () => {
    const shownOf = (units: number) =>
      extractWith({ request: { firstLine: undefined, headers: [['a', 'x'.repeat(units)]] } }).tables.request
        .rows[0]?.value;
    const most = 64 * 1024;
    assert.deepEqual(shownOf(most), { text: 'x'.repeat(most), length: most });
    assert.deepEqual(shownOf(most + 1), { text: 'x'.repeat(most), length: most + 1 });

    const { facts, payload } = extractWith({}).tables;
    const others = [...facts.rows, ...payload.rows].reduce(
      (units, { name, value }) => units + name.text.length + value.text.length,
      0,
    );
    const rowsOf = (more: number) => {
      const headers = Array.from({ length: 200 }, (_, i): Header => [`h${1000 + i}`, 'x'.repeat(most - 5)]);
      headers[0] = ['h1000', 'x'.repeat(most - 5 - others + more)];
      return extractWith({ request: { firstLine: undefined, headers } }).tables.request;
    };
    const many = rowsOf(0);
    assert.deepEqual([many.rows.length, many.total, many.rows[0]?.name.text], [128, 200, 'h1000']);
    assert.equal(rowsOf(1).rows.length, 127);
  });

  it('marks only what is shown of the raw data', () => {
    const ranges = [
      { start: 1, end: RAW_DATA_LIMIT },
      { start: 1, end: RAW_DATA_LIMIT + 1 },
    ];
    const log = { ...bareLog, rawData: 'a'.repeat(2 * RAW_DATA_LIMIT) };
    const how = { how: 'exact', layers: [], place: message('Body'), named: false } as const;
    const matched = ranges.map((range) => ({ ...range, ...how }));
    const extract = extractOf({ ...detectionView(targetWith({}), log), matched });
    assert.deepEqual(extract.matched, ranges.slice(0, 1));
  });

  it('shows the raw data around a match that is beyond 256 KiB, from the start of a line', () => {
    const value = "' UNION SELECT 1--";
    const lines = Array.from({ length: 22_000 }, (_, index) => `line${index}=value`).join('\n');
    for (const rawData of [`${lines}\n${value}`, `${lines}\n${value}\n${lines}`]) {
      const log = { ...bareLog, rawData, description: value };
      const { rawData: shown, matched, matches } = extractOf(detectionView(bareTarget, log, readAttack(log)));
      assert.ok(shown.text.length <= RAW_DATA_LIMIT && shown.start > 0);
      assert.equal(shown.text, rawData.slice(shown.start, shown.start + shown.text.length));
      assert.equal(rawData[shown.start - 1], '\n');
      const [range] = matched;
      assert.ok(range);
      assert.equal(shown.text.slice(range.start, range.end), value);
      assert.deepEqual(matches[0]?.range, range);
    }
  });

  it('begins the raw data and a value with a whole character, wherever the match is', () => {
    const value = "' UNION SELECT 1--";
    for (const before of ['', 'a']) {
      const cookie = `${'😀'.repeat(200_000)}${before}${value}${'😀'.repeat(200_000)}`;
      const log = { ...bareLog, rawData: cookie, description: value };
      const header = ['Cookie', cookie] as const;
      const view = detectionView(
        bareTarget,
        { ...log, request: { firstLine: 'GET / HTTP/1.1', headers: [header] } },
        readAttack(log),
      );
      const { rawData, tables, matched } = extractOf({
        ...view,
        matches: view.matches.map((match) => {
          const start = cookie.indexOf(value);
          return {
            ...match,
            rows: [{ table: 'request', index: 0, range: { start, end: start + value.length } }],
          };
        }),
      });
      assert.ok(matched.length > 0);
      for (const { text } of [rawData, tables.request.rows[0]?.value ?? assert.fail()]) {
        assert.ok(text.includes(value));
        assert.doesNotMatch(text, /^[\udc00-\udfff]/);
      }
    }
  });

  it('shows a match among too many invisible characters', () => {
    const value = 'needle';
    const rawData = `${'\0'.repeat(3 * INVISIBLE_LIMIT)}${value}${'\0'.repeat(INVISIBLE_LIMIT)}`;
    const log = { ...bareLog, rawData, description: value };
    const { rawData: shown, matches } = extractOf(detectionView(bareTarget, log, readAttack(log)));
    const { start = 0, end = 0 } = matches[0]?.range ?? {};
    assert.equal(shown.text.slice(start, end), value);
  });

  it('cuts the value of a field and of a header around the match, and has its range there', () => {
    const value = "' UNION SELECT 1--";
    const cookie = `a=${'b'.repeat(2 * 65_536)}${value}${'c'.repeat(65_536)}`;
    const log = {
      ...bareLog,
      rawData: `GET / HTTP/1.1\r\nCookie: ${cookie}\r\n\r\n`,
      request: { firstLine: 'GET / HTTP/1.1', headers: [['Cookie', cookie] as const] },
      description: value,
    };
    const { matches, tables } = extractOf(detectionView(bareTarget, log, readAttack(log)));
    assert.deepEqual(
      matches[0]?.rows.map(({ table, index, range }) => {
        const { text = '', length } = tables[table].rows[index]?.value ?? {};
        return [table, text.length, length, range && text.slice(range.start, range.end)];
      }),
      [
        ['payload', 65_536, cookie.length - 2, value],
        ['request', 65_536, cookie.length, value],
      ],
    );
  });

  it('holds 100 000 ordinary headers', () => {
    const headers = Array.from({ length: 100_000 }, (_, i): Header => [`X-Header-${i}`, `value ${i}`]);
    assert.equal(
      extractWith({ request: { firstLine: undefined, headers } }).tables.request.rows.length,
      100_000,
    );
  });

  it('holds no more than 100 000 fields of any kind, and says how many there are', () => {
    const other = Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [`f${i}`, i]));
    const { rows, total } = extractWith({ other }).tables.other;
    assert.deepEqual([rows.length, total], [100_000, 100_001]);
  });

  it('stays below its limits, whatever a log holds', function () {
    this.timeout(20_000);
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const header = fc.tuple(text, text);
    fc.assert(
      fc.property(text, text, fc.array(header), (rawData, detectedValue, headers) => {
        const view = detectionView(targetWith({ detectedValue }), {
          ...bareLog,
          rawData,
          request: { firstLine: rawData, headers },
        });
        const extract = extractOf(view);
        assert.ok(rawData.startsWith(extract.rawData.text));
        assert.deepEqual(
          extract.tables.request.rows.map(({ name, value }) => [name.text, value.text]),
          headers,
        );
      }),
      { numRuns: 50 },
    );
  });
});
