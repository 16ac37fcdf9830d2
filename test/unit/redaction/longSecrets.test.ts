import assert from 'node:assert/strict';
import { bugReport } from '../../../src/formats/bugReport.ts';
import { COPY_FORMATS, copyLogs } from '../../../src/formats/logCopy.ts';
import { logAnswer, rowsAnswer } from '../../../src/lm/toolAnswers.ts';
import { defaultRedaction, type RedactionOptions, redactLog } from '../../../src/redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { EXPORT_KINDS, fileFormat } from '../../../src/share/export/fileFormats.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow } from '../formats/logs.ts';

/** Enables optional classes only for their own secrets, because they also find most other secrets. */
const optionsFor = (name: string): RedactionOptions => ({
  ...defaultRedaction,
  emails: name === 'an e-mail address',
  longTokens: name === 'a long token',
});
const MiB = 1024 * 1024;
/** Each secret consists of repetitions of this text. */
const PIECE = 'Zq7x';

const secretOf = (size: number) => PIECE.repeat(size / PIECE.length);

/** Requests that contain a secret of a given size, by its location. */
const requests: Readonly<Record<string, (size: number) => string>> = {
  'a bearer token': (size) => `GET / HTTP/1.1\r\nAuthorization: Bearer ${secretOf(size)}\r\n\r\n`,
  'basic credentials': (size) => `GET / HTTP/1.1\r\nAuthorization: Basic ${secretOf(size)}==\r\n\r\n`,
  'a cookie': (size) => `GET / HTTP/1.1\r\nCookie: sid=${secretOf(size)}\r\n\r\n`,
  'a parameter': (size) => `GET /?token=${secretOf(size)} HTTP/1.1\r\n\r\n`,
  'a percent-encoded parameter': (size) =>
    `GET /?token=${secretOf(size / 4).replaceAll('Z', '%5A')} HTTP/1.1\r\n\r\n`,
  'a member of JSON': (size) => `POST / HTTP/1.1\r\n\r\n{"password":"${secretOf(size)}"}`,
  'an element of XML': (size) => `POST / HTTP/1.1\r\n\r\n<password>${secretOf(size)}</password>`,
  'a JSON Web Token': (size) =>
    `POST / HTTP/1.1\r\n\r\neyJ${secretOf(size)}.${secretOf(size)}.${secretOf(size)}`,
  'a long token': (size) => `POST / HTTP/1.1\r\n\r\n${secretOf(size)}`,
  'a password in a URL': (size) => `POST / HTTP/1.1\r\n\r\nhttps://anna:${secretOf(size)}@shop.example/`,
  'a user name in a URL': (size) => `POST / HTTP/1.1\r\n\r\nhttps://${secretOf(size)}:secret@shop.example/`,
  'an e-mail address': (size) => `POST / HTTP/1.1\r\n\r\nto ${secretOf(size)}@shop.example.`,
};

/** The redacted forms of a log. */
const forms: Readonly<
  Record<string, (log: DetectionLog, row: LogRow, redaction: RedactionOptions) => string>
> = {
  ...Object.fromEntries(
    COPY_FORMATS.map((format) => [
      format,
      (log: DetectionLog, row: LogRow, redaction: RedactionOptions) =>
        copyLogs({ format, logs: [{ log, row, link: 'vscode://x' }], redaction, version: '1' }).text,
    ]),
  ),
  ...Object.fromEntries(
    EXPORT_KINDS.map((kind) => [
      `exported ${kind}`,
      (log: DetectionLog, row: LogRow, redaction: RedactionOptions) => {
        const redacted = redactLog(log, row, redaction);
        const { key } = log;
        return fileFormat(kind)
          .begin({ detail: true, redacted: true })
          .log({
            ...{ key, row: redacted.row, detail: redacted.log, notes: redacted.notes.map(english) },
          });
      },
    ]),
  ),
  'answer of a tool': (log, row, redaction) => JSON.stringify(logAnswer({ log, row, redaction, offset: 0 })),
  'row of a tool': ({ key }, row, redaction) =>
    JSON.stringify(rowsAnswer({ items: [{ key, row }], redaction, offset: 0, further: 0 })),
};

/** PowerShell commands contain the request in Base64. */
const decoded = (text: string) =>
  text.replace(/FromBase64String\('([^']*)'\)/g, (_, base64: string) =>
    Buffer.from(base64, 'base64').toString(),
  );

describe('redactLog, given a secret of any length', function () {
  this.timeout(60_000);

  for (const [name, requestOf] of Object.entries(requests)) {
    it(`leaves nothing of ${name} in any form`, () => {
      const rawData = requestOf(24_000);
      const log = aLog({ rawData, description: rawData });
      const row = aRow({ detectedValue: rawData, rawData });
      for (const [form, write] of Object.entries(forms)) {
        const text = decoded(write(log, row, optionsFor(name)));
        assert.ok(!text.includes(PIECE), form);
        assert.ok(text.includes('redacted: ') || !/redacted/.test(form), form);
      }
    });
  }

  it('leaves nothing of one that occurs again in Base64', () => {
    const secret = Array.from({ length: 3_000 }, (_, index) => `${index}Z`).join('');
    for (const before of ['', '{', 'id']) {
      const again = Buffer.from(`${before}${secret}}`).toString('base64');
      const rawData = `POST / HTTP/1.1\r\nCookie: sid=${secret}\r\n\r\nagain "${again}"`;
      const { log } = redactLog(aLog({ rawData }), undefined, defaultRedaction);
      const [, left = ''] = /again "(.*)"/.exec(log.rawData) ?? [];
      assert.match(left, /^\w{0,4}‹redacted: cookie 1›$/);
    }
  });

  for (const name of ['basic credentials', 'a long token', 'a JSON Web Token', 'a password in a URL']) {
    it(`does not overflow the stack of the engine: ${name}`, () => {
      const rawData = requests[name]?.(8 * MiB) ?? '';
      const { log, count } = redactLog(aLog({ rawData }), undefined, optionsFor(name));
      assert.ok(count >= 1);
      assert.ok(!log.rawData.includes(PIECE));
    });
  }

  it('does not take the start of a token for one', () => {
    const rawData = `POST / HTTP/1.1\r\n\r\neyJ${'a'.repeat(8 * MiB)}`;
    const { markdown } = bugReport(aLog({ rawData }), undefined, {
      link: '',
      redaction: defaultRedaction,
      version: '1',
    });
    assert.ok(markdown.includes('eyJaaaa'));
  });
});
