/**
 * Shapes of tokens from the rules that secretlint recommends (MIT). Its core only runs them one after the other, but
 * asynchronously; the rules themselves work at once, so they are called without it, one by one. The rule `filter-comments`
 * is left out: by it a text such as `secretlint-disable` in a log would switch the others off.
 */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Finding } from './headerGrammar.ts';

interface Report {
  readonly range: readonly [start: number, end: number];
}

/** As much of a rule's interface as is used: a file is looked at as text that comes from nowhere. */
interface Rule {
  readonly meta: { readonly id: string };
  create(context: object, options: object): { file?(source: object, options: object): unknown };
}

/** `filter-comments`, and those whose findings other finders have with more care for what must stay. */
const LEFT_OUT = /filter-comments|basicauth|database-connection-string/;

const used = (rules as unknown as readonly Rule[]).filter(({ meta }) => !LEFT_OUT.test(meta.id));

/** Longer findings are no tokens but what a rule without an end ran on to. */
const LONGEST = 16 * 1024;

export function findByRules(text: string): Finding[] {
  const findings: Finding[] = [];
  const report = ({ range: [start, end] }: Report) => {
    if (end <= start || end - start > LONGEST) return;
    // A rule may know less of a token than there is.
    const rest = /^[-\w]{0,512}/.exec(text.slice(end, end + 512))?.[0].length ?? 0;
    findings.push({ start, end: /[\w-]/.test(text.charAt(end - 1)) ? end + rest : end, kind: 'token' });
  };
  const ignore = () => undefined;
  const createTranslator = () => (messageId: string) => ({ messageId, message: messageId });
  const context = { report, ignore, createTranslator, sharedOptions: {}, locale: 'en' };
  const source = {
    content: text,
    ...{ filePath: 'log.txt', physicalFilePath: undefined, ext: '.txt', contentType: 'text', hasBOM: false },
  };
  for (const rule of used) rule.create(context, { enableIDScanRule: true }).file?.(source, {});
  return findings.sort((one, other) => one.start - other.start);
}
