import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { copyLogs } from '../../../src/formats/logCopy.ts';
import { parseRawRequest } from '../../../src/http/rawHttp.ts';
import { logAnswer, rowsAnswer } from '../../../src/lm/toolAnswers.ts';
import { redactRow } from '../../../src/redaction/redact.ts';
import type { LogRow } from '../../../src/service/model.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';

/** A request in which someone who had not read the code planted secrets. */
interface Planted {
  readonly id: string;
  readonly raw: string;
  readonly row: Partial<LogRow>;
  readonly secrets: readonly { readonly text: string; readonly decoded?: string }[];
  readonly truth?: { readonly rule: string; readonly parameter: string | null; readonly match: string };
}

function planted(name: string): readonly Planted[] {
  return JSON.parse(readFileSync(new URL(`corpus/planted/${name}.json`, import.meta.url), 'utf8'));
}

/** Returns the report, the answer of a tool, and the row in a list of a tool, at the essential level. */
function forms({ raw, row: fields }: Planted): readonly string[] {
  const { headers } = parseRawRequest(raw);
  const log = aLog({
    rawData: raw,
    request: {
      firstLine: /^[^\r\n]*/.exec(raw)?.[0],
      headers: headers.map(({ name, value }) => [name, value]),
    },
  });
  const row = aRow(fields);
  const { title, text } = copyLogs({
    format: 'bugReport',
    logs: [{ log, row, link: 'vscode://x' }],
    redaction: essential,
    version: '1',
  });
  return [
    `${title}\n${text}`,
    strings(logAnswer({ log, row, redaction: essential, offset: 0 })),
    strings(rowsAnswer({ items: [{ key: log.key, row }], redaction: essential, offset: 0, further: 0 })),
  ];
}

function strings(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}\n${strings(member)}`)
    .join('\n');
}

describe('planted secrets', () => {
  for (const [name, known] of [
    ['first', []],
    ['second', ['t093 kestrel55']],
    ['third', ['u077 4485-2718-3360-9144', 'u078 7402']],
  ] as const) {
    it(`of the ${name} outsider are hidden at the essential level in every form, except for known ones`, () => {
      const readable = planted(name).flatMap((each) => {
        const texts = forms(each);
        return each.secrets
          .filter(({ text, decoded }) =>
            texts.some((form) => form.includes(text) || (decoded && form.includes(decoded))),
          )
          .map(({ text }) => `${each.id} ${text}`);
      });
      assert.deepEqual(readable, known);
    });
  }

  it('leave the names in a detected value that only the target of a row contains', () => {
    const detectedValue = 'nick=Yvonne-K4&phone=07700900461&q=<script>alert(1)</script>';
    const row = aRow({ uri: `/find?a=1&${detectedValue}`, detectedValue });
    const shown = redactRow(row, essential).row.detectedValue;
    assert.equal(shown, 'nick=‹9 characters›&phone=‹11 characters›&q=<script>alert(1)</script>');
  });

  it('leave the rule, the parameter, and the match in the report', () => {
    const lost = planted('attacks').flatMap((each) => {
      const [report = ''] = forms(each);
      const { rule = '', parameter, match = '' } = each.truth ?? {};
      const name = parameter?.replace(/^.*[.\]]/, '') ?? '';
      return [rule, name, match].every((text) => report.includes(text)) ? [] : [each.id];
    });
    assert.deepEqual(lost, []);
  });
});
