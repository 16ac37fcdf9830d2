import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { COPY_FORMATS, copyLogs } from '../../../src/formats/logCopy.ts';
import { defaultRedaction, redactLog } from '../../../src/redaction/redact.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow } from '../formats/logs.ts';
import { type RedactionExample, redactionExamples } from './redactionExamples.ts';

function copy({ log, options }: RedactionExample, format: (typeof COPY_FORMATS)[number]) {
  const redaction = { ...defaultRedaction, ...options };
  return copyLogs({ format, logs: [{ log, row: undefined, link: 'vscode://x' }], redaction, version: '1' });
}

describe('examples of redaction', () => {
  for (const example of redactionExamples) {
    it(`redact and leave what they should: ${example.name}`, () => {
      const { text, notes, redactions } = copy(example, 'bugReport');
      for (const [secret, placeholder] of Object.entries(example.redacted)) {
        assert.ok(text.includes(`‹redacted: ${placeholder}›`), placeholder);
        for (const format of COPY_FORMATS) assert.ok(!copy(example, format).text.includes(secret), format);
      }
      for (const left of example.left) assert.ok(text.includes(left), left);
      assert.equal(redactions, new Set(Object.values(example.redacted)).size);
      if (example.note === undefined) assert.deepEqual(notes, []);
      else
        assert.ok(
          notes.some((note) => english(note).startsWith(example.note ?? '')),
          notes.map(english).join(),
        );
    });
  }

  for (const example of redactionExamples) {
    it(`hide their secrets at the essential level: ${example.name}`, () => {
      const options = { ...example.options, detail: 'essential' } as const;
      for (const format of COPY_FORMATS) {
        const { text } = copy({ ...example, options }, format);
        for (const secret of Object.keys(example.redacted))
          assert.ok(!text.includes(secret), `${format}: ${text}`);
      }
    });
  }
});

describe('docs/redaction.md', () => {
  it('shows one request at each level', () => {
    const docs = readFileSync(new URL('../../../docs/redaction.md', import.meta.url), 'utf8');
    const [exact = '', redacted, essential] = Array.from(
      docs.matchAll(/```text\n([^`]*)\n```/g),
      ([, text]) => text,
    );
    const log = aLog({ rawData: exact.replaceAll('\n', '\r\n') });
    const row = aRow({ detectedValue: "' OR 1=1--" });
    const at = (detail: 'essential' | 'redacted') =>
      redactLog(log, row, { ...defaultRedaction, detail }).log.rawData.replaceAll('\r\n', '\n');
    assert.equal(redacted, at('redacted'));
    assert.equal(essential, at('essential'));
  });
});
