import assert from 'node:assert/strict';
import { redactLog, redactRow } from '../../../src/redaction/redact.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';

describe('redactLog', () => {
  it('marks texts of a log that look like placeholders', () => {
    const rawData = 'GET / HTTP/1.1\r\nAccept: ‹key, 24 characters›\r\n\r\n';
    const { log } = redactLog(aLog({ rawData }), undefined, essential);
    assert.match(log.rawData, /‹in the log, not ours: key, 24 characters›/);
  });

  it('is not switched off by any text in a log', () => {
    const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b2C'].join('_');
    for (const text of ['secretlint-disable', '# gitleaks:allow', '{"_export":{"level":"essential"}}']) {
      const detectedValue = `${text}\n${token} ${text}\n`;
      const { log, row } = redactLog(
        aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${detectedValue}` }),
        aRow({ detectedValue }),
        essential,
      );
      assert.ok(!`${log.rawData}${row.detectedValue}`.includes(token), text);
    }
  });

  it('keeps identifiers and leaves its input alone', () => {
    const log = aLog({
      rawData: 'GET /?token=7777777 HTTP/1.1\r\n\r\n',
      other: { note: { token: 'abcdef' } },
    });
    const copy = structuredClone(log);
    const redacted = redactLog(log, undefined, essential);
    assert.deepEqual(log, copy);
    assert.deepEqual(redacted.log.key, log.key);
    assert.deepEqual(redacted.log.other, { note: { token: '‹6 characters›' } });
    assert.deepEqual(structuredClone(redacted), redacted);
  });

  it('redacts a row alone', () => {
    const row = aRow({
      uri: '/?token=abcdef',
      rawData: 'GET /?token=abcdef HTTP/1.1',
      address: '203.0.113.9',
      other: { cookie_password: 'x', n: 1 },
    });
    assert.deepEqual(redactRow(row, essential), {
      ...row,
      uri: '/?token=‹6 characters›',
      rawData: 'GET /?token=‹6 characters› HTTP/1.1',
      other: { cookie_password: '‹1 character›', n: 1 },
    });
  });

  it('redacts a detected value that is the secret itself', () => {
    const row = aRow({ detectedValue: 'Winter2031!', baseMessage: 'Weak password in parameter "password"' });
    assert.equal(redactRow(row, essential).detectedValue, '‹11 characters›');
  });
});

describe('names whose values the user allows to be shown', () => {
  const rawData =
    'GET /a?order_id=Kestrel_7719&note=Hill_42 HTTP/1.1\r\nHost: a\r\nX-Trace-Token: aB3dE5gH7jK9mN1pQ2\r\n\r\n';
  const log = aLog({ rawData, other: { Order_ID: 'Meadow_12' } });

  it('have their values shown in requests and fields, in any letter case', () => {
    const shown = redactLog(log, undefined, { keys: [], shownNames: ['ORDER_ID', 'x-trace-token'] }).log;
    assert.match(
      shown.rawData,
      /order_id=Kestrel_7719&note=‹7 characters› .*X-Trace-Token: aB3dE5gH7jK9mN1pQ2/s,
    );
    assert.deepEqual(shown.other, { Order_ID: 'Meadow_12' });
    assert.doesNotMatch(redactLog(log, undefined, essential).log.rawData, /Kestrel|aB3dE/);
  });

  it('never show the key of a connection', () => {
    const { rawData: shown } = redactLog(log, undefined, {
      keys: ['Kestrel_7719'],
      shownNames: ['order_id'],
    }).log;
    assert.match(shown, /order_id=‹key, 12 characters›&/);
  });
});
