import assert from 'node:assert/strict';
import { answerText } from '../../../src/lm/toolText.ts';
import { asLabel, asMarkdown, asPlainLine, asPlainLines } from '../../../src/text/label.ts';
import { hostilePayloads } from '../../hostilePayloads.ts';
import { amount } from '../../proofs.ts';

/** Texts that some place interprets as more than plain text, by kind. */
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  ...hostilePayloads,
  'bare addresses': [
    'www.evil.example/login',
    'WWW.evil.example',
    'https://evil.example/?a=1&b=2',
    'ftp://evil.example',
    'me@evil.example',
    'mailto:me@evil.example',
    'xmpp:me@evil.example/x',
    'evil.example:8080/x',
    'command:workbench.action.quit',
  ],
  long: [
    'x'.repeat(amount(1024 * 1024)),
    'x\n'.repeat(amount(1024 * 1024)),
    '\u202e'.repeat(amount(1024 * 1024)),
    `z${'\u0301'.repeat(5_000)}`,
  ],
  Markdown: ['    indented', '1. one', '- one', '# one', '> one', '---', 'a\n===', '`'.repeat(50), '~~~'],
};

const INVISIBLE = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const isOneVisibleLine = (text: string, longest: number) => {
  assert.doesNotMatch(text, INVISIBLE);
  assert.ok(Array.from(text).length <= longest);
  assert.doesNotMatch(text, /\p{M}{9}/u);
};

/** The requirement that each kind of place has for a text; docs/untrusted-text.md lists the function for each place. */
const KINDS: Readonly<Record<string, (hostile: string) => void>> = {
  'asLabel, of quick picks, notifications, input boxes, the status bar and the outline': (hostile) => {
    const label = asLabel(hostile);
    isOneVisibleLine(label, 120);
    assert.ok(!label.includes('$(') && !label.includes(']('));
  },
  'asPlainLine, of tree rows, tab titles and screen readers': (hostile) => {
    isOneVisibleLine(asPlainLine(hostile), 300);
    // Visible and short text is unchanged: `$(id)` is an attack that must remain readable.
    if (!INVISIBLE.test(hostile) && hostile.length <= 300 && !/\u2800|\p{M}{9}/u.test(hostile)) {
      assert.equal(asPlainLine(hostile), hostile);
    }
  },
  'asPlainLines, of string tooltips': (hostile) => {
    const lines = asPlainLines(Array(1_000).fill(hostile)).split('\n');
    assert.equal(lines.length, 25);
    for (const line of lines) isOneVisibleLine(line, 300);
  },
  'asMarkdown, of hovers, the tooltip of the status bar and the confirmation of tools': (hostile) => {
    const markdown = asMarkdown(hostile);
    const unescaped = markdown.replaceAll('&nbsp;', ' ').replace(/\\([!-/:-@[-`{-~])/g, '$1');
    assert.equal(unescaped, asPlainLine(hostile));
    const rest = markdown.replaceAll('&nbsp;', '').replace(/\\[!-/:-@[-`{-~]/g, '');
    assert.doesNotMatch(rest, /[!-/:-@[-`{-~]/);
    assert.doesNotMatch(markdown, /^ | {2}| $/);
  },
  'answerText, of the tools of language models': (hostile) => {
    const text = answerText({ notes: [hostile] }, hostile);
    assert.doesNotMatch(text, /\r(?!\n)|(?![\t\r\n])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    assert.ok(Array.isArray(JSON.parse(text.split('\n')[0] ?? '').notes));
  },
};

describe('asLabel and the other text functions', function () {
  this.timeout(60_000);

  for (const [kind, check] of Object.entries(KINDS)) {
    for (const [group, texts] of Object.entries(HOSTILE)) {
      it(`${kind} › harmless ${group}`, () => {
        for (const text of texts) check(text);
      });
    }
  }
});
