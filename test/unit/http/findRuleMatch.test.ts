import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findRuleMatches } from '../../../src/http/findRuleMatch.ts';
import { describeMatch, mainMatch } from '../../../src/http/ruleMatch.ts';
import { rules } from '../../../src/sample/rules.ts';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import { english, message } from '../../../src/text/l10n.ts';
import { allRows, detail, now, type Row } from '../sample/client.ts';

/**
 * Returns the ranges in a raw request of the sample service that the place at the end of a description can refer to.
 */
function placesIn(raw: string, place: string): (readonly [start: number, end: number])[] {
  const [kind = '', name = ''] = [
    place.slice(0, place.lastIndexOf(' ')),
    place.slice(place.lastIndexOf(' ') + 1),
  ];
  const patterns: Record<string, RegExp> = {
    request: name === 'method' ? /^\S+/dg : /^.*/dg,
    '': /^\S+ ([^ ?]*)/dg,
    parameter: new RegExp(`(?:[?&]|^)${name}=([^&\\s]*)|name="${name}"\\r\\n\\r\\n([^\\r]*)`, 'dgm'),
    header: new RegExp(`^${name}: (.*)$`, 'dgm'),
    cookie: new RegExp(`^Cookie: .*\\b${name}=([^;\\r]*)`, 'dgm'),
    'JSON field': new RegExp(`"${name}": ?"((?:[^"\\\\]|\\\\.)*)"`, 'dg'),
    'XML element': new RegExp(`<${name}>(.*)</${name}>`, 'dg'),
    'XML document': /<!DOCTYPE.*>/dg,
    'file name of': new RegExp(`name="${name}"; filename="([^"]*)"`, 'dg'),
  };
  const pattern = patterns[place === 'path' ? '' : kind];
  assert.ok(pattern, place);
  return Array.from(
    raw.matchAll(pattern),
    ({ indices }) => indices?.slice(1).find(Boolean) ?? indices?.[0] ?? [0, 0],
  );
}

describe('findRuleMatches', function () {
  this.timeout(30_000);

  let service: SampleService;
  let rows: { domain: number; row: Row }[] = [];

  before(async () => {
    service = await startSampleService({ now, logsPerDomain: 250 });
    for (const domain of [1001, 1002, 1003]) {
      rows = [...rows, ...(await allRows(service, domain)).map((row) => ({ domain, row }))];
    }
  });
  after(() => service.close());

  for (const { name } of rules) {
    it(`${name}: is found where the sample put it, with and without the row`, async () => {
      const own = rows.filter(({ row }) => row.attack === name).slice(0, 25);
      assert.ok(own.length >= 5, `${own.length} logs`);
      for (const { domain, row } of own) {
        const { raw_data: rawData, basestr: description } = (await detail(service, domain, row.idx))
          .detailed_info;
        const place = description.slice(`Detected pattern "${row.detected_value}" in `.length);
        const expected = placesIn(rawData, place);
        for (const detectedValue of [row.detected_value, undefined]) {
          const found = findRuleMatches({ rawData, description, detectedValue });
          assert.ok(found, description);
          assert.equal(found.value, row.detected_value);
          assert.equal(found.source, detectedValue ? 'detected value' : 'text quoted in the description');
          const main = mainMatch(found);
          assert.ok(main);
          assert.equal(main.how, 'exact');
          assert.equal(rawData.slice(main.start, main.end), row.detected_value);
          assert.ok(
            expected.some(([start, end]) => start <= main.start && main.end <= end),
            `${description}: ${english(main.place)} at ${main.start}, expected in ${JSON.stringify(expected)}`,
          );
        }
      }
    });
  }

  describe('in a JSON body', () => {
    const placeIn = (body: string, detectedValue: string) => {
      const rawData = `POST / HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}`;
      const found = findRuleMatches({ rawData, description: '', detectedValue });
      return found?.matches.map(({ place }) => english(place));
    };

    it('names the member whose string holds the match, however it is escaped', () => {
      const places = [
        ['{"id":1,"user":{"name":"a <b>","age":2}}', '<b>', 'Body, JSON member user.name'],
        ['{"user":{"name":"a \\u003cb\\u003e"}}', '<b>', 'Body, JSON member user.name'],
        ['{"a":"x","text":"say \\"<b>\\""}', '"<b>"', 'Body, JSON member text'],
        ['{"items":[{"v":"1"},{"v":"<b>"}],"last":"2"}', '<b>', 'Body, JSON member items.v'],
        ['{"tags":["a","<b>"]}', '<b>', 'Body, JSON member tags'],
        ['{"list":[{"a":"1"},"<b>"]}', '<b>', 'Body, JSON member list'],
        ['{"cut":"off <b>', '<b>', 'Body, JSON member cut'],
      ] as const;
      for (const [body, value, place] of places) assert.deepEqual(placeIn(body, value), [place], body);
    });

    it('names only the body for a match outside the strings of members', () => {
      const bodies = ['{"<b>":1}', '["<b>"]', '{"a":1,"b":<b>}', 'no JSON <b>', '{"a":"x<","b":"b>"}<b>'];
      for (const body of bodies) assert.deepEqual(placeIn(body, '<b>'), ['Body'], body);
    });
  });

  it('names the place, and prefers the one that the description names', () => {
    const rawData = 'GET /null?a=null&b=null HTTP/1.1\r\nX-Note: null\r\nCookie: c=null\r\n\r\nnull';
    const found = findRuleMatches({ rawData, description: 'Detected pattern "null" in parameter b' });
    assert.deepEqual(
      found?.matches.map(({ place, named }) => [english(place), named]),
      [
        ['Path', false],
        ['Query parameter a', false],
        ['Query parameter b', true],
        ['Header X-Note', false],
        ['Header Cookie', false],
        ['Body', false],
      ],
    );
    assert.equal(found && mainMatch(found)?.start, rawData.indexOf('null HTTP'));
  });

  const request = (query: string) => `GET /?q=${query} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const find = (rawData: string, detectedValue: string) =>
    findRuleMatches({ rawData, description: '', detectedValue })?.matches.map(
      ({ start, end, how, layers }) => ({
        text: rawData.slice(start, end),
        how,
        layers,
      }),
    );

  it('finds what is encoded, at its encoded form, through every layer', () => {
    const percent = '%253Cscript%253E';
    assert.deepEqual(find(request(`a${percent}b`), '<script>'), [
      { text: percent, how: 'decoded', layers: ['percent-encoding', 'percent-encoding'] },
    ]);
    const base64 = Buffer.from('{"cmd":"cat /etc/passwd"}').toString('base64url');
    assert.deepEqual(find(request(base64), '/etc/passwd'), [
      { text: base64.slice(16, -2), how: 'decoded', layers: ['Base64'] },
    ]);
  });

  it('finds a match between two layers', () => {
    assert.deepEqual(find(request('%2527'), '%27'), [
      { text: '%2527', how: 'decoded', layers: ['percent-encoding'] },
    ]);
  });

  it('folds case only when nothing else is found', () => {
    assert.deepEqual(find(request('<ScRiPt>'), '<script>'), [
      { text: '<ScRiPt>', how: 'case-folded', layers: [] },
    ]);
    assert.deepEqual(find(request('%3CScRiPt>'), '<script>'), [
      { text: '%3CScRiPt>', how: 'decoded and case-folded', layers: ['percent-encoding'] },
    ]);
  });

  it('returns nothing for a value that is not found, and for an empty one', () => {
    assert.equal(find(request('x'), 'union select'), undefined);
    assert.equal(findRuleMatches({ rawData: request('x'), description: '', detectedValue: '' }), undefined);
    assert.equal(findRuleMatches({ rawData: '', description: 'Detected' }), undefined);
  });

  it('looks for the whole description too', () => {
    const found = findRuleMatches({ rawData: request('union+select'), description: 'union select' });
    assert.equal(found?.source, 'description');
    assert.equal(found?.matches[0] && english(found.matches[0].place), 'Query parameter q');
  });

  it('knows the header of each of many matches, folded ones too, and what lies between them', () => {
    const head = 'zz / HTTP/1.1\r\nzz\r\nA: zz\r\nB: b\r\n zz\r\nB: zz\r\nZz: c\r\n';
    const found = findRuleMatches({ rawData: `${head}zz: d\r\n\r\n`, description: '', detectedValue: 'zz' });
    assert.deepEqual(
      found?.matches.map(({ place }) => english(place)),
      ['Request method', 'Raw data', 'Header A', 'Header B', 'Header B', 'Header zz'],
    );
  });

  it('names a place in few words, however long the name and however often it is met', () => {
    const name = 'n'.repeat(1_000_000);
    const strings = Array.from({ length: 999 }, () => '"\\u0061zz"').join();
    for (const rawData of [
      `GET /?${name}=[${strings}] HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\n${name}: ${'zz '.repeat(999)}\r\n\r\n`,
    ]) {
      const found = findRuleMatches({ rawData, description: 'in nnnn', detectedValue: 'zz' });
      assert.equal(found?.matches.length, 999);
      for (const { place } of found.matches) assert.ok(english(place).length < 300);
    }
  });

  it('names the places of 1 000 matches behind two million headers', () => {
    const rawData = `GET / HTTP/1.1\n${'a:\n'.repeat(2_000_000)}\n${'zz '.repeat(1100)}`;
    const log = { rawData, description: '', detectedValue: 'zz' };
    const found = findRuleMatches(log, () => ({ parts: [], more: false }));
    assert.equal(found?.matches.length, 1000);
    assert.ok(found.more && found.matches.every(({ place }) => english(place) === 'Body'));
  });

  it('takes a value as text, never as a pattern', () => {
    const value = '.*+?^{}$()|[]\\/-';
    assert.equal(find(request(`a${value}`), value)?.[0]?.text, value);
    assert.equal(find(request('abc'), 'a.c'), undefined);
  });

  it('finds values of any length, which are too large for a pattern', () => {
    for (const length of [10_000, 40_000, 300_000]) {
      for (const character of ['a', '\0', '*', '😀']) {
        const value = character.repeat(length);
        const match = { start: 1, end: 1 + value.length, how: 'exact' };
        const found = findRuleMatches({ rawData: `x${value}`, description: '', detectedValue: value });
        assert.deepEqual(
          found?.matches.map(({ start, end, how }) => ({ start, end, how })),
          [match],
        );
        assert.equal(findRuleMatches({ rawData: 'x', description: value, detectedValue: value }), undefined);
      }
    }
  });

  it('accepts any input, however long', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.constantFrom(
        '\ud800'.repeat(300_000),
        '\0'.repeat(300_000),
        `${'a'.repeat(200_000)}b${'a'.repeat(200_000)}`,
      ),
    );
    fc.assert(
      fc.property(texts, texts, texts, (rawData, description, detectedValue) => {
        for (const { start, end } of findRuleMatches({ rawData, description, detectedValue })?.matches ??
          []) {
          assert.ok(0 <= start && start < end && end <= rawData.length);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is described by how and where it was found', () => {
    const match = { start: 1234, end: 1240, place: message('Path'), named: false };
    assert.equal(english(describeMatch({ ...match, how: 'exact', layers: [] })), 'exact, offset 1,234');
    const layers = ['percent-encoding', 'Base64', 'percent-encoding'];
    assert.equal(
      english(describeMatch({ ...match, how: 'decoded', layers })),
      'decoded (percent-encoding, Base64), offset 1,234',
    );
  });
});
