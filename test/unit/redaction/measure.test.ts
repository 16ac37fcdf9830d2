/** Measures which secrets of the corpus are readable at the essential level, and which attacks are lost. */
import assert from 'node:assert/strict';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { some, waysOf } from '../../proofs.ts';
import { aLog, aRow } from '../formats/logs.ts';
import { type Form, forms, logOf, planted, secretCases } from './corpus/corpus.ts';

/** Forms that together contain all texts of a log, and the others, of which `npm test` judges one in turn. */
const fullForms = ['NDJSON', 'row of a tool'] as const satisfies readonly Form[];
const otherForms = ['report', 'CSV', 'raw data of a tool'] as const satisfies readonly Form[];

describe('redaction of the corpus', function () {
  this.timeout(300_000);

  it('leaves at most 6 of the 2,888 secrets readable in any form', () => {
    assert.equal(secretCases.length, 2888);
    const readable = secretCases.flatMap((each, index) => {
      const { log, row } = logOf(each);
      const spellings = [each.secret, ...(each.also ?? [])];
      const leaking = [...fullForms, ...waysOf(index, otherForms)].filter((form) => {
        const text = forms[form](log, row);
        return spellings.some((spelling) => text.includes(spelling));
      });
      return leaking.length === 0 ? [] : `${each.class}: ${each.name} (${leaking.join(', ')})`;
    });
    assert.ok(readable.length <= 6, readable.join('\n'));
  });

  it('has the same values in all forms of a log', () => {
    let [shown, hidden] = [0, 0];
    const requests = [...new Set(secretCases.map(({ raw }) => raw))].filter((raw) => raw !== '');
    const formsOf = (rawData: string) =>
      Object.entries(forms).map(([form, write]) => [form, write(aLog({ rawData }), aRow())] as const);
    const empty = formsOf('GET / HTTP/1.1\r\n\r\n')
      .map(([, text]) => text)
      .join('\n');
    for (const rawData of some(requests, 6)) {
      const values = [...new Set(readFields(rawData).fields.map(({ value }) => value))].filter(
        (value) => /^[A-Za-z\d_.-]{8,60}$/.test(value) && !empty.includes(value),
      );
      const written = new Map(formsOf(rawData));
      const isShown = (value: string) => written.get('NDJSON')?.includes(value) ?? false;
      for (const form of ['report', 'CSV', 'raw data of a tool'])
        assert.deepEqual(
          values.filter((value) => written.get(form)?.includes(value) !== isShown(value)),
          [],
          `${form} of ${JSON.stringify(rawData)}`,
        );
      shown += values.filter(isShown).length;
      hidden += values.filter((value) => !isShown(value)).length;
    }
    assert.ok(shown > 100 && hidden > 100, `${shown} ${hidden}`);
  });

  for (const [name, known] of [
    ['first', []],
    ['second', ['t093 kestrel55']],
    ['third', ['u078 7402']],
  ] as const)
    it(`hides the secrets that the ${name} outsider planted in every form, except for known ones`, () => {
      const readable = planted(name).flatMap(({ id, secrets, ...each }) => {
        const { log, row } = logOf(each);
        const texts = (['report', 'raw data of a tool', 'row of a tool'] as const).map((form) =>
          forms[form](log, row),
        );
        return secrets
          .filter(({ text, decoded }) =>
            texts.some((form) => form.includes(text) || (decoded && form.includes(decoded))),
          )
          .map(({ text }) => `${id} ${text}`);
      });
      assert.deepEqual(readable, known);
    });

  it('leaves the rule, the parameter, and the match of each attack in the report', () => {
    const lost = planted('attacks').flatMap(({ id, truth, ...each }) => {
      const { log, row } = logOf(each);
      const report = forms.report(log, row);
      const { rule = '', parameter, match = '' } = truth ?? {};
      const name = parameter?.replace(/^.*[.\]]/, '') ?? '';
      return [rule, name, match].every((text) => report.includes(text)) ? [] : [id];
    });
    assert.deepEqual(lost, []);
  });
});
