import assert from 'node:assert/strict';
import { defaultRedaction, redactLog, redactRow } from '../../../src/redaction/redact.ts';
import type { LookAlikeCase, SecretCase } from './corpus/case.ts';
import { lookAlikeCorpus, secretCorpus } from './corpus/corpus.ts';
import { isHarmed, isReadable, logOf, strings } from './corpus/judge.ts';
import { outsiderLookAlikes, outsiderSecrets } from './corpus/outsider/outsider.ts';
import { redactedOnPurpose } from './corpus/redactedOnPurpose.ts';

/** Secrets that no rule finds. */
const readable = {
  essential: ['rows without raw data: card number in the detected value', 'by an outsider: rows: ko-message'],
  redacted: [
    'names of passwords: creds object',
    'codes: card number in groups',
    'paths: api key segment',
    'rows without raw data: card number in the detected value',
    'by an outsider: rows: ko-message',
    'by an outsider: x-payment-identity: pan',
    'by another: inside a value that is redacted: Cookie: u=%7B%22token%22%3',
    'by another: inside a value that is redacted: Authorization: ApiKey key=',
    'by another: inside a value that is redacted: Cookie: SESSION=§.node3',
    'by a third: query: 2.189',
    'by a third: codes: 2.203',
    'by a third: configuration: 2.402',
    'by a third: grammars: 2.513',
    'by a third: grammars: 2.529',
    'by a third: grammars: 2.541',
    'by a third: free text: 3.73',
    'by a third: paths: 4.74',
    'by a third: paths: 4.75',
    'by a third: codes: 5.16',
    'by a third: grammars: 5.22',
    'by a third: free text: 5.26',
    'by a fourth: inside a redacted value: r6-242',
    'by a fourth: free text: r6b-055',
  ],
};

/** Look-alikes that a rule for secrets redacts by mistake. */
const harmed: readonly string[] = ['by a third: look-alikes: 1.30'];

/** Returns the strings in the redacted log with its row, and in the row that is redacted on its own. */
function redacted(each: SecretCase | LookAlikeCase, detail: 'essential' | 'redacted'): string {
  const { log, row } = logOf(each);
  const redaction = { ...defaultRedaction, detail };
  const both = redactLog(log, row, redaction);
  return strings([both.log, both.row, redactRow(row, redaction).row]);
}

function byClass<Case extends { readonly class: string }>(
  cases: readonly Case[],
): ReadonlyMap<string, Case[]> {
  const classes = new Map<string, Case[]>();
  for (const each of cases) classes.set(each.class, [...(classes.get(each.class) ?? []), each]);
  return classes;
}

/** Returns the full names of the cases for which the function returns true. */
function namesOf<Case extends { readonly class: string; readonly name: string }>(
  cases: readonly Case[],
  isWanted: (each: Case) => boolean,
): readonly string[] {
  return cases.filter(isWanted).map(({ class: className, name }) => `${className}: ${name}`);
}

describe('redactLog of the corpus', () => {
  for (const [name, cases] of byClass([...secretCorpus, ...outsiderSecrets]))
    for (const detail of ['redacted', 'essential'] as const)
      it(`hides the secrets at the level ${detail}, except for known ones: ${name}`, () => {
        const all = namesOf(cases, () => true);
        assert.deepEqual(
          namesOf(cases, (each) => isReadable(each, redacted(each, detail))),
          all.filter((each) => readable[detail].includes(each)),
        );
      });

  for (const [name, cases] of byClass([...lookAlikeCorpus, ...outsiderLookAlikes]))
    it(`keeps the look-alikes, except for known ones: ${name}`, () => {
      const all = namesOf(cases, () => true);
      assert.deepEqual(
        namesOf(cases, (each) => isHarmed(each, redacted(each, 'redacted'), () => strings(logOf(each)))),
        all.filter((each) => redactedOnPurpose.has(each) || harmed.includes(each)),
      );
    });
});
