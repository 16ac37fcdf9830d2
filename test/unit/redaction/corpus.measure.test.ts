import assert from 'node:assert/strict';
import { copyLogs } from '../../../src/formats/logCopy.ts';
import { logAnswer, rowsAnswer } from '../../../src/lm/toolAnswers.ts';
import { defaultRedaction, type RedactionOptions, redactLog } from '../../../src/redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { type ExportKind, fileFormats } from '../../../src/share/export/fileFormats.ts';
import { english } from '../../../src/text/l10n.ts';
import { waysOf } from '../../proofs.ts';
import { lookAlikeCorpus, secretCorpus } from './corpus/corpus.ts';
import { isHarmed, isReadable, logOf, strings } from './corpus/judge.ts';
import { outsiderLookAlikes, outsiderSecrets } from './corpus/outsider/outsider.ts';
import { redactedOnPurpose } from './corpus/redactedOnPurpose.ts';

interface Case {
  readonly class: string;
  readonly name: string;
  readonly raw: string;
  readonly row?: Partial<LogRow>;
}

const essential: RedactionOptions = { ...defaultRedaction, detail: 'essential' };

type Form = (log: DetectionLog, row: LogRow, redaction: RedactionOptions | undefined) => string;

const copied =
  (format: 'bugReport' | 'har' | 'json'): Form =>
  (log, row, redaction) => {
    const { title, text } = copyLogs({
      format,
      logs: [{ log, row, link: 'vscode://x' }],
      redaction,
      version: '1',
    });
    return format === 'bugReport' ? `${title}\n${text}` : strings(JSON.parse(text));
  };

const exported =
  (kind: ExportKind): Form =>
  (log, row, redaction) => {
    const redacted = redaction ? redactLog(log, row, redaction) : { log, row, notes: [] };
    const each = {
      key: log.key,
      row: redacted.row,
      detail: redacted.log,
      notes: redacted.notes.map(english),
    };
    const text = fileFormats[kind].begin({ detail: true, redacted: true }).log(each);
    return kind === 'csv' ? text.replaceAll('""', '"') : strings(JSON.parse(text));
  };

/** Forms in which a redacted log leaves the editor, and which together contain all of its texts. */
const fullForms: Readonly<Record<string, Form>> = {
  NDJSON: exported('ndjson'),
  'row of a tool': ({ key }, row, redaction) =>
    redaction
      ? strings(rowsAnswer({ items: [{ key, row }], redaction, offset: 0, further: 0 }))
      : strings(row),
};

/** The other forms in which a redacted log leaves the editor. */
const otherForms: Readonly<Record<string, Form>> = {
  report: copied('bugReport'),
  HAR: copied('har'),
  JSON: copied('json'),
  CSV: exported('csv'),
  'answer of a tool': (log, row, redaction) =>
    redaction ? strings(logAnswer({ log, row, redaction, offset: 0 })) : `${log.rawData}\n${strings(row)}`,
};

/** Returns the forms to judge for the case with this index: all of them, or in `npm test` one of the others in turn. */
const formsOf = (index: number) => [
  ...Object.entries(fullForms),
  ...waysOf(index, Object.entries(otherForms)),
];

interface Judged {
  readonly class: string;
  readonly name: string;
  /** The forms in which the text leaked or was damaged. */
  readonly forms: readonly string[];
}

function judge<T extends Case>(
  cases: readonly T[],
  isBad: (each: T, text: string, exact: () => string) => boolean,
  redaction = defaultRedaction,
): Judged[] {
  return cases.map((each, index) => {
    const { log, row } = logOf(each);
    const bad = formsOf(index).filter(([, form]) => {
      return isBad(each, form(log, row, redaction), () => form(log, row, undefined));
    });
    return { class: each.class, name: each.name, forms: bad.map(([name]) => name) };
  });
}

const leaks = judge([...secretCorpus, ...outsiderSecrets], isReadable);
const essentialLeaks = judge([...secretCorpus, ...outsiderSecrets], isReadable, essential);

/** Damaged texts: those missing from a form that contains them without redaction. */
const harms = judge([...lookAlikeCorpus, ...outsiderLookAlikes], isHarmed);

const told = (judged: readonly Judged[]) =>
  judged
    .filter(({ forms: bad }) => bad.length > 0)
    .map((each) => `${each.class}: ${each.name} (${each.forms.join(', ')})`);

const bad = (judged: readonly Judged[]) => judged.filter(({ forms: of }) => of.length > 0);
const isOnPurpose = ({ class: name, name: own }: Judged) => redactedOnPurpose.has(`${name}: ${own}`);

describe('redaction of the corpus', () => {
  it('leaves at most 2 of the 2,888 secrets readable in any form at the essential level', () => {
    assert.equal(essentialLeaks.length, 2888);
    assert.ok(bad(essentialLeaks).length <= 2, told(essentialLeaks).join('\n'));
  });

  it('leaves at most 23 of the 2,888 secrets readable in any form at the redacted level', () => {
    assert.equal(leaks.length, 2888);
    assert.ok(bad(leaks).length <= 23, told(leaks).join('\n'));
  });

  it('harms at most 2 of the 837 look-alikes in any form, besides those that a rule redacts', () => {
    assert.equal(harms.length, 837);
    const rest = harms.filter((each) => !isOnPurpose(each));
    assert.ok(bad(rest).length <= 2, told(rest).join('\n'));
  });

  it('redacts the look-alikes that a rule redacts', () => {
    assert.deepEqual(bad(harms).filter(isOnPurpose).length, redactedOnPurpose.size);
  });
});
