import assert from 'node:assert/strict';
import { excerptOf } from '../../../src/detection/attack.ts';
import { readAttack } from '../../../src/detection/readAttack.ts';
import { english } from '../../../src/text/l10n.ts';
import { timeOf } from '../growth.ts';

const request = (body: string, line = 'POST /a HTTP/1.1', type = 'application/json') =>
  `${line}\r\nContent-Type: ${type}\r\n\r\n${body}`;

describe('readAttack', () => {
  it('finds the match with its place, its context and its field', () => {
    const rawData = request('{"cart":{"coupon":"x\' OR 1=1--"},"z":1}');
    const { matches, main, payload } = readAttack({ rawData, description: '', detectedValue: "' OR 1=1--" });
    const [match] = matches;
    assert.ok(match);
    assert.equal(main, 0);
    assert.equal(english(match.place), 'JSON body ▸ cart ▸ coupon');
    assert.deepEqual(match.sent, {
      before: '{"cart":{"coupon":"x',
      match: "' OR 1=1--",
      after: '"},"z":1}',
      length: 10,
      isCutBefore: false,
      isCutAfter: false,
    });
    assert.deepEqual(match.decoded, []);
    assert.equal(payload[match.field?.index ?? -1]?.name, 'coupon');
    assert.deepEqual(match.field?.range, { start: 1, end: 11 });
  });

  it('has the range of the match in the decoded value of its field, and the field whose name it is in', () => {
    const inField = (target: string, detectedValue: string) => {
      const rawData = `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;
      const { matches, payload } = readAttack({ rawData, description: '', detectedValue });
      const { index = -1, range } = matches[0]?.field ?? {};
      return [payload[index]?.path, range && payload[index]?.value.slice(range.start, range.end)];
    };
    assert.deepEqual(inField('/?a=1&q=x%27%20OR%201', "' OR 1"), [['q'], "' OR 1"]);
    assert.deepEqual(inField('/?q=ee%2Fetc%2Fpasswd', '/etc/passwd'), [['q'], '/etc/passwd']);
    assert.deepEqual(inField('/?a=1&evil[0]=2', 'evil[0]'), [['evil[0]'], undefined]);
  });

  it('shows each form in which the match differs, outermost encoding first', () => {
    const rawData = 'GET /?q=%2527%20OR%201 HTTP/1.1\r\nHost: a\r\n\r\n';
    const { matches } = readAttack({ rawData, description: '', detectedValue: "' OR 1" });
    assert.deepEqual(
      [matches[0]?.sent.match, ...(matches[0]?.decoded.map(({ excerpt }) => excerpt.match) ?? [])],
      ['%2527%20OR%201', '%27 OR 1', "' OR 1"],
    );
  });

  it('has no match where none is found, and the payload all the same', () => {
    const { matches, payload } = readAttack({
      rawData: request('{"a":1}'),
      description: 'zz',
      detectedValue: 'qq',
    });
    assert.deepEqual(matches, []);
    assert.deepEqual(
      payload.map(({ path, kind }) => [path.join('.'), kind]),
      [
        ['', 'object'],
        ['a', 'number'],
      ],
    );
  });

  it('has the fields of the query, the cookies and the body, and binary data as such', () => {
    const rawData = 'POST /p/1?q=2 HTTP/1.1\r\nHost: a\r\nCookie: s=3\r\n\r\n\0\x01\x02\x03\xff';
    const { payload } = readAttack({ rawData, description: '' });
    assert.deepEqual(
      payload.map(({ part, value, kind }) => [part, value, kind]),
      [
        ['query', '2', 'text'],
        ['cookie', '3', 'text'],
        ['body', '', 'binary'],
      ],
    );
  });

  it('shows at most 50 matches, the main one among them', () => {
    const rawData = `GET /?${Array.from({ length: 200 }, (_, index) => `p${index}=evil`).join('&')} HTTP/1.1\r\n\r\n`;
    const { matches, main } = readAttack({ rawData, description: 'evil in p120', detectedValue: 'evil' });
    assert.equal(matches.length, 50);
    assert.equal(english(matches[main]?.place ?? assert.fail()), 'Query parameter ▸ p120');
  });

  it('takes no longer for many matches in many fields than it needs to read them', () => {
    const body = `{${Array.from({ length: 20_000 }, (_, index) => `"f${index}":"evil"`).join(',')}}`;
    const log = { rawData: request(body), description: '', detectedValue: 'evil' };
    assert.ok(timeOf(() => readAttack(log)) < 4_000);
  });
});

describe('excerptOf', () => {
  it('ends at the line, marks what is cut, and splits no surrogate pair', () => {
    const text = `first\n${'😀'.repeat(50)}match${'😀'.repeat(50)}\nlast`;
    const start = text.indexOf('match');
    const excerpt = excerptOf(text, { start, end: start + 5 });
    assert.equal(excerpt.before, '😀'.repeat(20));
    assert.equal(excerpt.after, '😀'.repeat(20));
    assert.deepEqual([excerpt.isCutBefore, excerpt.isCutAfter], [true, true]);
    const short = excerptOf('a\nxmatchy\nb', { start: 3, end: 8 });
    assert.deepEqual(short, {
      before: 'x',
      match: 'match',
      after: 'y',
      length: 5,
      isCutBefore: false,
      isCutAfter: false,
    });
    const odd = `${'a'.repeat(3)}😀${'b'.repeat(39)}match`;
    const at = odd.indexOf('match');
    assert.equal(excerptOf(odd, { start: at, end: at + 5 }).before, 'b'.repeat(39));
  });

  it('leaves out the indentation of a line', () => {
    const text = 'a\n\t  <id>match</id>';
    const start = text.indexOf('match');
    assert.equal(excerptOf(text, { start, end: start + 5 }).before, '<id>');
  });

  it('has the start of a long match, and its length', () => {
    const excerpt = excerptOf('x'.repeat(2_000), { start: 100, end: 1_900 });
    assert.deepEqual(
      [excerpt.match.length, excerpt.length, excerpt.after, excerpt.isCutAfter],
      [400, 1_800, '', true],
    );
    const whole = excerptOf('x'.repeat(2_000), { start: 100, end: 500 });
    assert.deepEqual([whole.match.length, whole.length, whole.after.length], [400, 400, 40]);
  });
});
