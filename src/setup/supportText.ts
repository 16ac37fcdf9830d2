/** The text that a user attaches to a support request. Contains no key, credentials, or log data. */

import { withoutKeys } from '../redaction/knownKeys.ts';
import { fencedBlock } from '../text/markdown.ts';
import type { Try } from './prober.ts';
import type { RouteFinding } from './runDiagnosis.ts';
import { NOT_TRIED } from './search.ts';
import { sharedFault, sharedLine, sharedMessage, sharedName } from './sharedText.ts';

export interface SupportFacts {
  /** The extension's version. */
  readonly version: string;
  readonly editor: string;
  readonly platform: string;
  readonly baseUrl: string;
  /** True if the editor or the environment specifies a proxy. */
  readonly proxied: boolean;
  readonly findings: readonly RouteFinding[];
  readonly tries: readonly Try[];
  /** The values of settings, by name. Settings that are not set are omitted. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The last lines of the output channel. */
  readonly lines: readonly string[];
  /** The key, which is removed from the text in any encoding. */
  readonly key: string | undefined;
}

const MOST_LINES = 20;

/** Returns the text as Markdown: a single block of plain text. */
export function supportText(facts: SupportFacts): string {
  const settings = Object.entries(facts.settings).map(
    ([name, value]) => `${name}: ${JSON.stringify(shared(value))}`,
  );
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      'Partner Logs',
      [
        `version: ${facts.version}`,
        `editor: ${facts.editor}`,
        `platform: ${facts.platform}`,
        `base URL: ${sharedName(facts.baseUrl)}`,
        `proxy: ${facts.proxied ? 'set' : 'none'}`,
      ],
    ],
    ['Routes', facts.findings.map(findingLine)],
    [
      'Tried',
      facts.tries.map(
        ({ read, what, fault }) => `${read}${what ? `, ${sharedMessage(what)}` : ''}: ${outcome(fault)}`,
      ),
    ],
    ['Settings', settings.length > 0 ? settings : ['none changed']],
    [`Last ${MOST_LINES} lines of the output`, facts.lines.slice(-MOST_LINES).map(sharedLine)],
  ];
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => `  ${oneLine(line)}`)].join('\n'))
    .join('\n\n');
  return `${fencedBlock(facts.key === undefined ? text : withoutKeys(text, [facts.key]))}\n`;
}

function findingLine({ route, read, outcome: found }: RouteFinding): string {
  const name = `${route} ${read}`;
  switch (found.kind) {
    case 'works':
      return `${name}: works`;
    case 'doubtful':
      return `${name}: ${sharedMessage(found.what)}`;
    case 'not-tried':
      return `${name}: ${sharedMessage(NOT_TRIED[found.why])}`;
    case 'fault':
      return `${name}: ${outcome(found.fault)}`;
  }
}

function outcome(fault: unknown): string {
  return fault === undefined ? 'works' : sharedFault(fault);
}

/** Returns a setting's value with all strings reduced to the parts that can be shared. */
function shared(value: unknown): unknown {
  if (typeof value === 'string') return sharedName(value);
  if (Array.isArray(value)) return value.map(shared);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name === '*' ? name : sharedName(name), shared(each)]),
  );
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, ' ').slice(0, 500);
}
