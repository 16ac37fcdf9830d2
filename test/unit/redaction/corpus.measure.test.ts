import assert from 'node:assert/strict';
import { exportFormats } from '../../../src/formats/exportFormats.ts';
import { copyLogs } from '../../../src/formats/logCopy.ts';
import { logAnswer, rowsAnswer } from '../../../src/lm/toolAnswers.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { waysOf } from '../../proofs.ts';
import { essential as redaction } from '../formats/logs.ts';
import { secretCorpus } from './corpus/corpus.ts';
import { isReadable, logOf, strings } from './corpus/judge.ts';
import { outsiderSecrets } from './corpus/outsider/outsider.ts';

type Form = (log: DetectionLog, row: LogRow) => string;

const report: Form = (log, row) => {
  const logs = [{ log, row, link: 'vscode://x' }];
  const { title, text } = copyLogs({ format: 'bugReport', logs, redaction, version: '1' });
  return `${title}\n${text}`;
};

const exported =
  (kind: 'csv' | 'ndjson'): Form =>
  (log, row) => {
    const redacted = redactLog(log, row, redaction);
    const each = { key: log.key, row: redacted.row, detail: redacted.log };
    const text = exportFormats[kind].record(each, { detail: true, level: 'essential' }).text;
    return kind === 'csv' ? text.replaceAll('""', '"') : strings(JSON.parse(text));
  };

/** Forms in which an essential log leaves the editor, and which together contain all of its texts. */
const fullForms: Readonly<Record<string, Form>> = {
  NDJSON: exported('ndjson'),
  'row of a tool': ({ key }, row) =>
    strings(rowsAnswer({ items: [{ key, row }], redaction, offset: 0, further: 0 })),
};

/** The other forms in which an essential log leaves the editor. */
const otherForms: Readonly<Record<string, Form>> = {
  report,
  CSV: exported('csv'),
  'answer of a tool': (log, row) => strings(logAnswer({ log, row, redaction, offset: 0 })),
};

/** Returns the forms to judge for the case with this index: all of them, or in `npm test` one of the others in turn. */
const formsOf = (index: number) => [
  ...Object.entries(fullForms),
  ...waysOf(index, Object.entries(otherForms)),
];

describe('redaction of the corpus', () => {
  it('leaves at most 8 of the 2,888 secrets readable in any form', function () {
    this.timeout(300_000);
    const cases = [...secretCorpus, ...outsiderSecrets];
    assert.equal(cases.length, 2888);
    const readable = cases.flatMap((each, index) => {
      const { log, row } = logOf(each);
      const leaking = formsOf(index).filter(([, form]) => isReadable(each, form(log, row)));
      return leaking.length === 0
        ? []
        : `${each.class}: ${each.name} (${leaking.map(([name]) => name).join(', ')})`;
    });
    assert.ok(readable.length <= 8, readable.join('\n'));
  });
});
