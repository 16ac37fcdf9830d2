import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { TextRange } from '../../../src/http/decode/mappedText.ts';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { decodedMatch, findMatch, type MatchedLog } from '../../../src/http/findMatch.ts';
import { describeNoMatch, isFound, mainMatch } from '../../../src/http/match.ts';
import { english } from '../../../src/text/l10n.ts';

const find = (log: MatchedLog) => findMatch(log, readFields(log.rawData)).matching;
const mark = (text: string, { start, end }: TextRange, [open, close] = '«»') =>
  `${text.slice(0, start)}${open}${text.slice(start, end)}${close}${text.slice(end)}`;

/**
 * Finds a value in a request in which all places of the match are marked: the main one as in `«x»`, others as in `‹x›`.
 * Returns the request with the places that were found marked in the same way, and the location of the main one.
 */
function marked(sent: string, detectedValue: string, description = ''): [string, string | undefined] {
  const rawData = sent.replace(/[«»‹›]/g, '');
  const matching = find({ rawData, description, detectedValue });
  const described = describeNoMatch(matching);
  if (!isFound(matching)) return [rawData, described && english(described)];
  const main = mainMatch(matching);
  const text = matching.matches
    .toReversed()
    .reduce((rest, match) => mark(rest, match, match === main ? '«»' : '‹›'), rawData);
  return [text, main && english(main.place)];
}

const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const post = (body: string, type = 'application/json', headers = '') =>
  `POST /p HTTP/1.1\r\nContent-Type: ${type}\r\n${headers}\r\n${body}`;
const form = (body: string) => post(body, 'application/x-www-form-urlencoded');
const part = (head: string, value: string) =>
  post(`--B\r\n${head}\r\n\r\n${value}\r\n--B--\r\n`, 'multipart/form-data; boundary=B');
const base64 = (text: string) => Buffer.from(text).toString('base64');

type Case = readonly [request: string, value: string, place: string | undefined, description?: string];

describe('findMatch', function () {
  this.timeout(30_000);

  const places: Record<string, readonly Case[]> = {
    'as sent': [
      [get('/?q=a«<b>»'), '<b>', 'Query parameter ▸ q'],
      [get('«/a/b»?x=1'), '/a/b', 'Path'],
      [get('/a«/b/c»'), '/b/c', 'Path'],
      [get('/«b?c»=1'), 'b?c', 'Query parameter'],
      ['«GET /a»/b HTTP/1.1\r\nHost: a\r\n\r\n', 'GET /a', 'Request line'],
      [get('/?«evil[0]»=2'), 'evil[0]', 'Query parameter ▸ evil[0]'],
      [get('/', 'X-Note: «zz»\r\n'), 'zz', 'Header ▸ X-Note'],
      [get('/', 'Cookie: a=1; b=«zz»\r\n'), 'zz', 'Cookie ▸ b'],
      ['«zz» / HTTP/1.1\r\n\r\n', 'zz', 'Request method'],
      [get('/', '«zz»\r\n'), 'zz', 'Header ▸ '],
      [form('a=1&b=x«zz»'), 'zz', 'Form field ▸ b'],
      [post('{"user":{"name":"a «<b>»"}}'), '<b>', 'JSON body ▸ user ▸ name'],
      [post('{"items":[{"v":"1"},{"v":"«<b>»"}]}'), '<b>', 'JSON body ▸ items ▸ 1 ▸ v'],
      [post('{"cut":"off «<b>»'), '<b>', 'JSON body ▸ cut'],
      [post('{"a":{"b":1,"«c":2,"d»":3}}'), 'c":2,"d', 'JSON body ▸ a'],
      [post('<a><b id="«zz»"/></a>', 'text/xml'), 'zz', 'XML body ▸ a ▸ b ▸ @id'],
      [part('Content-Disposition: form-data; name="f"', 'a«zz»'), 'zz', 'Part ▸ f'],
      [
        part('Content-Disposition: form-data; name="f"; filename="«zz».php"', ''),
        'zz',
        'Part ▸ f ▸ filename',
      ],
      [post('text «zz»', 'text/plain'), 'zz', 'Body'],
      ['no request «zz»', 'zz', 'Body'],
    ],
    'encoded, at its place as sent': [
      [get('/?q=a«%253Cb%253E»c'), '<b>', 'Query parameter ▸ q'],
      [get('/?q=a«%2527»'), '%27', 'Query parameter ▸ q'],
      [get('/?q=«a+b»'), 'a b', 'Query parameter ▸ q'],
      [get('/a/«%2e%2e%c0%af»b'), '../', 'Path'],
      [get('/?«%27or»=1'), "'or", "Query parameter ▸ 'or"],
      [form('q=«%27%20or»+1'), "' or", 'Form field ▸ q'],
      [post('{"a":"«\\u003cb\\u003e»"}'), '<b>', 'JSON body ▸ a'],
      [post('{"a":"x «say \\"<b>\\"»"}'), 'say "<b>"', 'JSON body ▸ a'],
      [post('<a>«&lt;b&#x3e;»</a>', 'text/xml'), '<b>', 'XML body ▸ a'],
      [form('c=%7B%22k%22%3A%22«a%27b»%22%7D'), "a'b", 'Form field ▸ c ▸ k'],
      [form('c=%7B«%22k%22%3A%221»%22%7D&b=1'), '"k":"1', 'Form field ▸ c'],
      [post('{"c":"{\\"d\\":{\\"x\\":\\"«a\\\\u0027b»\\"}}"}'), "a'b", 'JSON body ▸ c ▸ d ▸ x'],
      [get('/', `Cookie: s=«${base64('{"cmd":"id;ls"}')}»\r\n`), '{"cmd":"id;ls"}', 'Cookie ▸ s'],
      [
        get('/', `Authorization: Basic «${base64("admin'--:x12345")}»\r\n`),
        "admin'--:x12345",
        'Header ▸ Authorization',
      ],
      [get('/', 'Cookie: s=eyJ2YWx1ZSI6I«jxzY3JpcHQ+»In0=\r\n'), '<script>', 'Cookie ▸ s ▸ value'],
      [
        post('3\r\na«<s\r\n4\r\ncrip»\r\n0\r\n\r\n', 'text/plain', 'Transfer-Encoding: chunked\r\n'),
        '<scrip',
        'Body',
      ],
    ],
    'in every place, the one that the description names first': [
      [
        get('/«null»?a=‹null›&b=‹null›').replace('/«null»', '/‹null›').replace('b=‹null›', 'b=«null»'),
        'null',
        'Query parameter ▸ b',
        'Detected pattern "null" in parameter b',
      ],
      [
        get('/?loc=%26sort«%26sort%3Dex»', 'Referer: /x?a‹&sort=ex›\r\n'),
        '&sort=ex',
        'Query parameter ▸ loc',
        'found in parameter loc',
      ],
      [get('/?a=‹zz›', 'Referer: «zz»\r\n'), 'zz', 'Header ▸ Referer', 'REQUEST_HEADERS:Referer: zz'],
      [get('/?sid=‹zz›', 'Cookie: sid=«zz»\r\n'), 'zz', 'Cookie ▸ sid', 'zz within REQUEST_COOKIES:sid: zz'],
      [get('/«zz»', 'Referer: ‹zz›\r\n'), 'zz', 'Path', 'at REQUEST_URI and in a header'],
      [get('/?a=‹zz›&b=«zz»'), 'zz', 'Query parameter ▸ b', 'ARGS:bzz1'],
      [get('/?p=‹zz›&abc=«zz»'), 'zz', 'Query parameter ▸ abc', 'Pattern match at ARGS:abc. [ARGS:abc:zz]'],
      [get('/?p=‹zz›&q=«zz»'), 'zz', 'Query parameter ▸ q', 'zone0=ARGS&id0=1013&var_name0=q'],
      [get('/?data=‹zz›&q=«zz»'), 'zz', 'Query parameter ▸ q', 'Matched Data: zz found within ARGS:q'],
      [get('/?p=‹zz›&a%5B0%5D=«zz»'), 'zz', 'Query parameter ▸ a[0]', 'ARGS:a[0]: zz'],
      [get('/?p=‹zz›&ctl00%24Main%24t1=«zz»'), 'zz', 'Query parameter ▸ ctl00$Main$t1', 'ARGS:ctl00$Main$t1'],
      [post('{"z":"‹zz›","a":[{"b":"«zz»"}]}'), 'zz', 'JSON body ▸ a ▸ 0 ▸ b', 'ARGS:json.a.array_0.b: zz'],
      [
        post(`{"a":[${'"‹zz›",'.repeat(11)}{"2fa1":"«zz»"}]}`),
        'zz',
        'JSON body ▸ a ▸ 11 ▸ 2fa1',
        'ARGS:a.2fa1',
      ],
      [post('{"z":"‹zz›","a":[{"b":"«zz»"}]}'), 'zz', 'JSON body ▸ a ▸ 0 ▸ b', 'JSON path $.a[0].b'],
      [
        part('Content-Disposition: form-data; name="up"; filename="«zz»"', '‹zz›'),
        'zz',
        'Part ▸ up ▸ filename',
        'at FILES:filename',
      ],
      [get('/?a=«zz»&b=‹zz›'), 'zz', 'Query parameter ▸ a', 'keywords in a request'],
    ],
    'in every place, and reads the kind, the order, and the exactness of names in the description': [
      [form('id=‹zz›&payload=%7B%22n%22:%22«zz»%22%7D'), 'zz', 'Form field ▸ payload ▸ n', 'ARGS:payload'],
      [get('/?b=‹zz›&user[a]=«zz»'), 'zz', 'Query parameter ▸ user[a]', 'parameter user'],
      [get('/?id=‹zz›', 'X-J: {"n":"«zz»"}\r\n'), 'zz', 'Header ▸ X-J ▸ n', 'REQUEST_HEADERS:X-J'],
      [form('b=«zz»').replace('/p', '/p?b=‹zz›'), 'zz', 'Form field ▸ b', 'ARGS_POST:b'],
      [form('b=«zz»').replace('/p', '/p?b=‹zz›'), 'zz', 'Form field ▸ b', "in $_POST['b']"],
      [form('b=«zz»').replace('/p', '/p?b=‹zz›'), 'zz', 'Form field ▸ b', 'zone0=BODY&var_name0=b'],
      [post('{"b":"«zz»"}').replace('/p', '/p?b=‹zz›'), 'zz', 'JSON body ▸ b', 'body parameter b'],
      [get('/‹zz›?b=«zz»'), 'zz', 'Query parameter ▸ b', 'Warning, at QUERY_STRING.'],
      [form('b=«zz»').replace('/p', '/‹zz›'), 'zz', 'Form field ▸ b', 'at REQUEST_BODY.'],
      [get('/?b=‹zz›&c=«zz»'), 'zz', 'Query parameter ▸ c', 'ARGS:c and ARGS:b'],
      [get('/?a=‹zz›&b=«zz»'), 'zz', 'Query parameter ▸ b', 'parameter b, rather than parameter a'],
      [get('/?b=«zz»', 'Referer: ‹zz›\r\n'), 'zz', 'Query parameter ▸ b', 'ARGS:b: zz REQUEST_HEADERS'],
      [post('{"user":{"name":"‹zz›"},"name":"«zz»"}'), 'zz', 'JSON body ▸ name', 'ARGS:name'],
      [get('/?a=‹zz›&b=«zz»'), 'zz', 'Query parameter ▸ b', 'パラメータ「b」'],
      [get('/', `Cookie: s=«${base64('{"value":"zz"}')}»\r\n`), '{"value":"zz"}', 'Cookie ▸ s'],
      [get('/?«a=1&b=2»'), 'a=1&b=2', 'Query parameter', 'at QUERY_STRING.'],
      [get('/?a=1&«b=2»'), 'b=2', 'Query parameter ▸ b'],
      [get('/', '«X-A: 1»\r\n'), 'X-A: 1', 'Header ▸ X-A'],
      [get('/', 'Cookie: «a=1; b=2»\r\n'), 'a=1; b=2', 'Header ▸ Cookie'],
    ],
    'in a body that is not of its declared type, and in an irregular request': [
      [form('<a>1</a>&q=«zz»'), 'zz', 'Form field ▸ q'],
      [form('{a=1&q=«zz»'), 'zz', 'Form field ▸ q'],
      [form('{"q":"«zz»"}'), 'zz', 'JSON body ▸ q'],
      [form('<a>&lt;«zz»</a>'), 'zz', 'XML body ▸ a'],
      ['\ufeffget\t/?q=«zz»\thttp/1.1\r\n\r\n', 'zz', 'Query parameter ▸ q'],
      [part('Content-Disposition: form-data; name="a\\"b"', '«zz»'), 'zz', 'Part ▸ a\\"b'],
    ],
    'without the escapes of the service': [
      [post('{"query":"«in(a,\\"t\\")»"}'), 'in(a,\\x22t\\x22)', 'JSON body ▸ query'],
      [get('/?q=«a"b»'), 'a\\u0022b', 'Query parameter ▸ q'],
      [get('/?q=«a"b»'), 'a\\"b', 'Query parameter ▸ q'],
      [get('/?q=«<b»'), '%u003cb', 'Query parameter ▸ q'],
      [get('/?q=«%C3%A9t»'), '\\xc3\\xa9t', 'Query parameter ▸ q'],
      [get('/?q=«ét»'), 'Ã©t', 'Query parameter ▸ q'],
      [get('/?q=«<b>»'), '&lt;b&gt;', 'Query parameter ▸ q'],
      [get('/?q=«union%20select»'), 'union+select', 'Query parameter ▸ q'],
      [get('/?q=«<b>»'), ' <b>\n', 'Query parameter ▸ q'],
      [form('q=«a%0D%0Ab»'), 'a\nb', 'Form field ▸ q'],
      [get('/?q=«a...b»'), 'a...b...', 'Query parameter ▸ q'],
    ],
    'ignoring case, if nothing else is found': [
      [get('/?q=«<ScRiPt>»'), '<script>', 'Query parameter ▸ q'],
      [get('/?q=«%3CScRiPt>»'), '<script>', 'Query parameter ▸ q'],
      [get('/?a=<ScRiPt>&q=«<script>»'), '<script>', 'Query parameter ▸ q'],
    ],
    'nowhere, and reports only the field that the description names': [
      [
        post('{"address":[{"addr1":"2104 SAMPLE AVE #A"}]}'),
        'zz',
        'JSON body ▸ address ▸ 0 ▸ addr1: named by the description',
        'Matched Data: zz found within ARGS:json.address.array_0.addr1: 2104 SAMPLE AVE #A',
      ],
      [get('/?a=1&b=2'), 'zz', 'Query parameter ▸ b: named by the description', 'in parameter "b"'],
      [get('/?b=1'), 'zz', 'Query parameter ▸ b: named by the description', 'Blocked: parameter b.'],
      [get('/?a=1'), 'zz', undefined, 'in parameter b'],
      [get('/?data=1'), 'zz', undefined, 'Matched data, and no name'],
      [get('/?is=1'), 'zz', undefined, 'The argument is not allowed'],
      [get('/?in=1'), 'zz', undefined, 'Unknown parameter in the request'],
      [get('/?q=1'), 'zz', undefined],
      [get(`/?q=%${'25'.repeat(20)}`), 'zz', 'Not found, but parts of the request could not be decoded.'],
    ],
  };
  for (const [how, cases] of Object.entries(places)) {
    describe(`finds the value ${how}`, () => {
      for (const [request, value, place, description] of cases)
        it(`${JSON.stringify(request.replaceAll('\r\n', '⏎'))} (${value}) ${description ?? ''}`, () => {
          assert.deepEqual(marked(request, value, description), [request, place]);
        });
    });
  }

  it('finds a value in a compressed body', () => {
    const body = gzipSync('{"a":"x<b>"}').toString('latin1');
    const rawData = post(body, 'application/json', 'Content-Encoding: gzip\r\n');
    const found = find({ rawData, description: '', detectedValue: '<b>' });
    assert.ok(isFound(found));
    assert.deepEqual(
      found.matches.map(({ start, end, place }) => [start, end, english(place)]),
      [[rawData.length - body.length, rawData.length, 'JSON body ▸ a']],
    );
  });

  it('searches for the detected value, the description, and the text quoted in it, in this order', () => {
    const source = (description: string, detectedValue?: string) => {
      const matching = find({ rawData: get('/?q=union+select'), description, detectedValue });
      return isFound(matching) ? [matching.source, matching.value] : undefined;
    };
    assert.deepEqual(source('no', 'union select'), ['detected value', 'union select']);
    assert.deepEqual(source('union select'), ['description', 'union select']);
    assert.deepEqual(source('Detected "union" here'), ['text quoted in the description', 'union']);
    assert.equal(source('Detected'), undefined);
    assert.equal(source('', ' '), undefined);
  });

  it('returns the first 1,000 matches, those as sent before decoded ones, and their locations in linear time', () => {
    const rawData = `GET /?q=%7A%7A HTTP/1.1\n${'a:\n'.repeat(100_000)}\n${'zz '.repeat(1100)}`;
    const matching = find({ rawData, description: '', detectedValue: 'zz' });
    assert.ok(isFound(matching));
    assert.deepEqual([matching.matches.length, matching.more], [1000, true]);
    assert.ok(matching.matches.every(({ place }) => english(place) === 'Body'));
  });

  it('takes a value as text of any length, never as a pattern', () => {
    for (const value of [
      '.*+?^{}$()|[]\\/-',
      'a'.repeat(300_000),
      '\0'.repeat(40_000),
      '😀'.repeat(10_000),
    ]) {
      const matching = find({ rawData: `x${value}`, description: '', detectedValue: value });
      assert.deepEqual(
        isFound(matching) && matching.matches.map(({ start, end, how }) => [start, end, how]),
        [[1, 1 + value.length, 'exact']],
      );
    }
    assert.equal(find({ rawData: 'abc', description: '', detectedValue: 'a.c' }), undefined);
  });

  it('accepts any input', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.constantFrom('\ud800'.repeat(300_000)),
    );
    fc.assert(
      fc.property(texts, texts, texts, (rawData, description, detectedValue) => {
        const matching = find({ rawData, description, detectedValue });
        for (const { start, end } of isFound(matching) ? matching.matches : [])
          assert.ok(0 <= start && start < end && end <= rawData.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe('decodedMatch', () => {
  const decodedIn = (rawData: string, detectedValue: string) => {
    const found = findMatch({ rawData, description: '', detectedValue }, readFields(rawData));
    const match = isFound(found.matching) && mainMatch(found.matching);
    const decoded = match ? decodedMatch(found, match, detectedValue) : undefined;
    return decoded && [decoded.place, mark(decoded.text, decoded.range)];
  };
  const cases: readonly (readonly [request: string, value: string, place?: string, decoded?: string])[] = [
    [get('/?y=%41&a=%41zzb&z=%41'), 'zz', 'Query parameter ▸ a', 'A«zz»b'],
    [get('/?a=zz%41'), 'zz', 'Query parameter ▸ a', '«zz»A'],
    [get('/?a=%41zz'), 'zz', 'Query parameter ▸ a', 'A«zz»'],
    [get('/?a=%41&b=zz'), 'zz', 'Request line', 'GET /?a=A&b=«zz» HTTP/1.1'],
    [get('/?a=zz', 'X: %41\r\n'), 'zz'],
    [form('c=%7B%22k%22%3A%22a%27zz%22%7D'), 'zz', 'Form field ▸ c ▸ k', "a'«zz»"],
    [form('%41zz'), 'zz', 'Form field ▸ ', 'A«zz»'],
    [get('/?q=a%27b'), "'b", 'Query parameter ▸ q', "a«'b»"],
    [get('/?q=a%27b'), '%27', 'Query parameter ▸ q', "a«'»b"],
    [get('/', `Cookie: s=${base64('echo <zz> again')}`), '<zz>', 'Cookie ▸ s', 'echo «<zz>» again'],
  ];
  for (const [request, value, ...expected] of cases)
    it(`marks the innermost form of ${value} in ${JSON.stringify(request.replaceAll('\r\n', '⏎'))}`, () => {
      assert.deepEqual(decodedIn(request, value) ?? [], expected);
    });

  it('returns no form of more than 1 Mi units', () => {
    const ofLength = (length: number) => decodedIn(get(`/?q=%41${'b'.repeat(length - 1)}`), 'A')?.[0];
    assert.deepEqual([ofLength(2 ** 20), ofLength(2 ** 20 + 1)], ['Query parameter ▸ q', undefined]);
  });
});
