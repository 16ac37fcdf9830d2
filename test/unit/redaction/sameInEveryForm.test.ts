import assert from 'node:assert/strict';
import { copyLogs } from '../../../src/formats/logCopy.ts';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { logAnswer } from '../../../src/lm/toolAnswers.ts';
import {
  type Detail,
  defaultRedaction,
  type RedactionOptions,
  redactLog,
} from '../../../src/redaction/redact.ts';
import { type ExportKind, fileFormats } from '../../../src/share/export/fileFormats.ts';
import { english } from '../../../src/text/l10n.ts';
import { some } from '../../proofs.ts';
import { aLog, aRow } from '../formats/logs.ts';
import { lookAlikeCorpus, secretCorpus } from './corpus/corpus.ts';
import { outsiderLookAlikes, outsiderSecrets } from './corpus/outsider/outsider.ts';

/** Values that all forms write without escapes. */
const PLAIN = /^[A-Za-z\d_.-]{8,60}$/;

function formsOf(rawData: string, redaction: RedactionOptions): Readonly<Record<string, string>> {
  const [log, row] = [aLog({ rawData }), aRow()];
  const copied = (format: 'bugReport' | 'har' | 'json' | 'curl') =>
    copyLogs({ format, logs: [{ log, row, link: 'vscode://x' }], redaction, version: '1' }).text;
  const exported = (kind: ExportKind) => {
    const { log: detail, row: redactedRow, notes } = redactLog(log, row, redaction);
    const each = { key: log.key, row: redactedRow, detail, notes: notes.map(english) };
    return fileFormats[kind].begin({ detail: true, redacted: true }).log(each);
  };
  return {
    report: copied('bugReport'),
    HAR: copied('har'),
    cURL: copied('curl'),
    CSV: exported('csv'),
    NDJSON: exported('ndjson'),
    'answer of a tool': JSON.stringify(logAnswer({ log, row, redaction, offset: 0 })),
    JSON: copied('json'),
  };
}

/** Forms that do not contain all of the request, so that they can only show less. */
const PARTIAL = new Set(['cURL']);

const requests = [
  ...new Set(
    [...secretCorpus, ...outsiderSecrets, ...lookAlikeCorpus, ...outsiderLookAlikes].map(({ raw }) => raw),
  ),
].filter((raw) => raw.length > 0);

describe('the forms of a log', function () {
  this.timeout(300_000);

  for (const detail of ['essential', 'redacted'] satisfies Detail[]) {
    it(`hide the same values at the level ${detail}`, () => {
      let [shown, hidden] = [0, 0];
      for (const rawData of some(requests, 6)) {
        const redaction = { ...defaultRedaction, detail };
        const empty = Object.values(formsOf('GET / HTTP/1.1\r\n\r\n', redaction)).join('\n');
        const values = [...new Set(readFields(rawData).fields.map(({ value }) => value))].filter(
          (value) => PLAIN.test(value) && !empty.includes(value),
        );
        const forms = formsOf(rawData, redaction);
        const isShown = (value: string) => forms['JSON']?.includes(value) ?? false;
        for (const [form, text] of Object.entries(forms)) {
          const differing = values.filter((value) =>
            text.includes(value) ? !isShown(value) : isShown(value) && !PARTIAL.has(form),
          );
          assert.deepEqual(differing, [], `${form} of ${JSON.stringify(rawData)}`);
        }
        shown += values.filter(isShown).length;
        hidden += values.filter((value) => !isShown(value)).length;
      }
      assert.ok(shown > 100 && hidden > 100, `${shown} ${hidden}`);
    });
  }
});
