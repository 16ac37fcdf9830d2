import assert from 'node:assert/strict';
import { exportFormats } from '../../../src/formats/exportFormats.ts';
import { copyLogs } from '../../../src/formats/logCopy.ts';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { logAnswer } from '../../../src/lm/toolAnswers.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import { some } from '../../proofs.ts';
import { aLog, aRow, essential as redaction } from '../formats/logs.ts';
import { secretCorpus } from './corpus/corpus.ts';
import { outsiderSecrets } from './corpus/outsider/outsider.ts';

/** Values that all forms write without escapes. */
const PLAIN = /^[A-Za-z\d_.-]{8,60}$/;

function formsOf(rawData: string): Readonly<Record<string, string>> {
  const [log, row] = [aLog({ rawData }), aRow()];
  const logs = [{ log, row, link: 'vscode://x' }];
  const exported = (kind: 'csv' | 'ndjson') => {
    const { log: detail, row: redactedRow } = redactLog(log, row, redaction);
    const each = { key: log.key, row: redactedRow, detail };
    return exportFormats[kind].record(each, { detail: true, level: 'essential' }).text;
  };
  return {
    report: copyLogs({ format: 'bugReport', logs, redaction, version: '1' }).text,
    CSV: exported('csv'),
    NDJSON: exported('ndjson'),
    'answer of a tool': JSON.stringify(logAnswer({ log, row, redaction, offset: 0 })),
  };
}

const requests = [...new Set([...secretCorpus, ...outsiderSecrets].map(({ raw }) => raw))].filter(
  (raw) => raw.length > 0,
);

describe('the forms of a log', function () {
  this.timeout(300_000);

  it('hide the same values', () => {
    let [shown, hidden] = [0, 0];
    for (const rawData of some(requests, 6)) {
      const empty = Object.values(formsOf('GET / HTTP/1.1\r\n\r\n')).join('\n');
      const values = [...new Set(readFields(rawData).fields.map(({ value }) => value))].filter(
        (value) => PLAIN.test(value) && !empty.includes(value),
      );
      const forms = formsOf(rawData);
      const isShown = (value: string) => forms['NDJSON']?.includes(value) ?? false;
      for (const [form, text] of Object.entries(forms)) {
        const differing = values.filter((value) => text.includes(value) !== isShown(value));
        assert.deepEqual(differing, [], `${form} of ${JSON.stringify(rawData)}`);
      }
      shown += values.filter(isShown).length;
      hidden += values.filter((value) => !isShown(value)).length;
    }
    assert.ok(shown > 100 && hidden > 100, `${shown} ${hidden}`);
  });
});
