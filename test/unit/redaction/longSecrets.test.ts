import assert from 'node:assert/strict';
import { EXPORT_KINDS, exportFormats } from '../../../src/formats/exportFormats.ts';
import { copyLogs } from '../../../src/formats/logCopy.ts';
import { logAnswer, rowsAnswer } from '../../../src/lm/toolAnswers.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { aLog, aRow, essential as redaction } from '../formats/logs.ts';

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

/** The essential forms of a log. */
const forms: Readonly<Record<string, (log: DetectionLog, row: LogRow) => string>> = {
  report: (log, row) =>
    copyLogs({ format: 'bugReport', logs: [{ log, row, link: 'vscode://x' }], redaction, version: '1' }).text,
  ...Object.fromEntries(
    EXPORT_KINDS.map((kind) => [
      `exported ${kind}`,
      (log: DetectionLog, row: LogRow) => {
        const redacted = redactLog(log, row, redaction);
        const each = { key: log.key, row: redacted.row, detail: redacted.log };
        return exportFormats[kind].record(each, { detail: true, level: 'essential' }).text;
      },
    ]),
  ),
  'answer of a tool': (log, row) => JSON.stringify(logAnswer({ log, row, redaction, offset: 0 })),
  'row of a tool': ({ key }, row) =>
    JSON.stringify(rowsAnswer({ items: [{ key, row }], redaction, offset: 0, further: 0 })),
};

describe('redactLog, given a secret of any length', function () {
  this.timeout(60_000);

  for (const [name, requestOf] of Object.entries(requests)) {
    it(`leaves nothing of ${name} in any form`, () => {
      const rawData = requestOf(24_000);
      const log = aLog({ rawData });
      const row = aRow({ rawData });
      for (const [form, write] of Object.entries(forms)) {
        assert.ok(!write(log, row).includes(PIECE), form);
      }
    });
  }

  for (const name of ['basic credentials', 'a long token', 'a JSON Web Token', 'a password in a URL']) {
    it(`does not overflow the stack of the engine: ${name}`, () => {
      const rawData = requests[name]?.(8 * MiB) ?? '';
      assert.ok(!redactLog(aLog({ rawData }), undefined, redaction).log.rawData.includes(PIECE));
    });
  }
});
