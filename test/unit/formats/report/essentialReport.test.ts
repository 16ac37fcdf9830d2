import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { type BugReportOptions, bugReport } from '../../../../src/formats/bugReport.ts';
import { redactLog } from '../../../../src/redaction/redact.ts';
import { aLog, aRow, essential } from '../logs.ts';

const redaction = essential;
const options: BugReportOptions = { link: 'vscode://x', redaction, version: '1' };

function report(rawData: string, detectedValue: string, parts: Parameters<typeof aLog>[0] = {}) {
  return bugReport(aLog({ rawData, ...parts }), aRow({ rule: 'SQL Injection', detectedValue }), options);
}

const ATTACK = "' OR 1=1--";

describe('bugReport at the essential level', () => {
  const rawData = [
    'POST /api/orders/48547?session=abcdef0123456789&page=2 HTTP/1.1',
    'Host: shop.example',
    'Cookie: sid=6c355bc065b8',
    'Content-Type: application/json',
    '',
    `{"user":"anna","cart":{"coupon":"X2Y7${ATTACK} tail","items":[1,2]},"note":"the word is hunter2"}`,
  ].join('\r\n');

  it('shows the match, names and ordinary values, and hides the rest', () => {
    const { markdown, hidden } = report(rawData, ATTACK);
    assert.ok(
      markdown.includes(
        [
          'POST /api/orders/48547?session=‹16 characters›&page=2 HTTP/1.1',
          'Host: shop.example',
          'Cookie: sid=‹12 characters›',
          'Content-Type: application/json',
          '',
          `{"user":"‹JSON string, 4›","cart":{"coupon":"‹4 characters›${ATTACK}‹5 characters›","items":[1,2]},"note":"‹JSON string, 19›"}`,
        ].join('\n'),
      ),
      markdown,
    );
    assert.equal(hidden, 6);
    assert.match(markdown, /\n6 values are hidden and shown as ‹kind and length›\. /);
    assert.doesNotMatch(markdown, /anna|hunter2|6c355bc065b8|abcdef01|X2Y7/);
  });

  it('counts the hidden values, be it none or one', () => {
    const sentence = (query: string) =>
      /^(?:No|\d).* hidden[^.]*\./m.exec(report(`GET /?${query} HTTP/1.1\r\n\r\n`, '').markdown)?.[0];
    assert.equal(sentence('page=2'), 'No values are hidden.');
    assert.equal(sentence('session=abcdef0123456789'), '1 value is hidden and shown as ‹kind and length›.');
  });

  it('has a command with the matched field alone', () => {
    const { markdown } = report(rawData, ATTACK);
    const [, command = ''] = markdown.split('<summary>cURL with the matched field alone</summary>');
    assert.match(command, /--request-target '\/api\/orders\/48547' /);
    assert.ok(command.includes('{"cart":{"coupon":"HIDDEN-VALUE'), command);
    assert.doesNotMatch(command, /Cookie|session|note/);
  });

  it('says that nothing was found, and shows the structure alone', () => {
    const { markdown } = report(rawData, 'not there at all');
    assert.match(markdown, /- Where: not found in the request\./);
    assert.ok(markdown.includes(`"coupon":"‹JSON string, ${ATTACK.length + 9}›"`), markdown);
    assert.doesNotMatch(markdown, /curl/);
  });

  it('shows 2,000 characters of a match of 60 KB, then its length', () => {
    const attack = '<script>'.repeat(7_680);
    const { markdown } = report(`GET /?q=${attack} HTTP/1.1\r\n\r\n`, attack);
    assert.ok(markdown.length < 6_000, String(markdown.length));
    const { log } = redactLog(
      aLog({ rawData: `GET /?q=${attack} HTTP/1.1\r\n\r\n` }),
      aRow({ detectedValue: attack }),
      redaction,
    );
    assert.equal(log.rawData, `GET /?q=${attack.slice(0, 2000)}‹59,440 characters› HTTP/1.1\r\n\r\n`);
  });

  it('keeps the syntax of an attack in a cookie and in an Authorization header', () => {
    for (const name of ['Cookie: sid=', 'Authorization: Bearer ']) {
      const value = `6c355bc065b8${ATTACK}`;
      const raw = `GET / HTTP/1.1\r\nHost: a\r\n${name}${value}\r\n\r\n`;
      const { markdown } = report(raw, value);
      assert.doesNotMatch(markdown, /6c355bc065b8/);
      assert.ok(markdown.includes(`${name}«‹12 characters›${ATTACK}»`), markdown);
    }
  });

  it('replaces a secret in the match', () => {
    const attack = '<script src="/a?password=hunter22xX">';
    const { markdown } = report(`POST / HTTP/1.1\r\n\r\nx=${attack}`, attack);
    assert.match(markdown, /<script src="\/a\?password=‹10 characters›/);
  });

  it('hides a value of the match beside the attack', () => {
    const body = 'password=hunter22xX&x=<script>';
    const { markdown } = report(`POST / HTTP/1.1\r\n\r\n${body}`, body);
    assert.match(markdown, /password=‹10 characters›&x=<script>/);
  });

  it('hides an encoded body that the match is only a part of, and shows the match decoded', () => {
    const body = gzipSync(
      Buffer.from(`{"pw":"hunter2","q":"${ATTACK}","more":"${'word '.repeat(50)}"}`),
    ).toString('latin1');
    const raw = `POST / HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { markdown } = report(raw, ATTACK);
    assert.ok(markdown.includes(`«${ATTACK}»`), markdown);
    assert.match(markdown, /\n‹gzip, \d+ bytes›\n/);
    assert.doesNotMatch(markdown, /hunter2|word/);
  });

  it('marks texts of the log that look like ours', () => {
    const match = `' OR ‹24 characters›${ATTACK}`;
    const { markdown } = report(`GET /?q=${match} HTTP/1.1\r\n\r\n`, match);
    assert.match(markdown, /‹in the log, not ours: 24 characters›/);
  });

  it('hides the values in the match that are not part of the attack, also where the service repeats them', () => {
    const match = "anna.example' OR '1'='1' -- ";
    const message = `Matched Data: ${match} found within ARGS:q: please call me back${match}`;
    const { markdown } = report(`GET /?q=please call me back${match} HTTP/1.1\r\n\r\n`, match, {
      description: message,
    });
    assert.doesNotMatch(markdown, /anna|call me/);
    assert.match(markdown, /‹12 characters›' OR '1'='1' --/);
  });

  it('hides a truncated log', () => {
    assert.doesNotMatch(report(rawData.slice(0, -20), ATTACK).markdown, /anna|the word/);
  });
});
