/** What a person attaches when they ask for help: no key, no credentials, nothing of a log. */
import type { DiagnosisFinding, NotTried } from '../connections/diagnosis.ts';
import { isServiceError, ServiceError } from '../service/errors.ts';
import { describeFault } from '../service/faults.ts';
import { english } from '../text/l10n.ts';
import { fencedBlock } from '../text/markdown.ts';
import type { Try } from './attempts.ts';

export interface SupportFacts {
  /** Version of the extension. */
  readonly version: string;
  readonly editor: string;
  readonly platform: string;
  readonly baseUrl: string;
  /** Whether the editor or the environment names a proxy. */
  readonly proxied: boolean;
  readonly findings: readonly DiagnosisFinding[];
  readonly tries: readonly Try[];
  /** Values of settings by name; those that are not set are left out. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The last lines of the output. */
  readonly lines: readonly string[];
  /** The key, which is replaced wherever it stands. */
  readonly key: string | undefined;
}

const MOST_LINES = 20;
const WHY: Readonly<Record<NotTried, string>> = {
  'key-refused': 'the service did not accept the key',
  'no-domain': 'no domain to read',
  'no-log': 'no log to read',
};

/** Returns Markdown: one block of plain text. */
export function supportText(facts: SupportFacts): string {
  const settings = Object.entries(facts.settings).map(
    ([name, value]) => `${name}: ${JSON.stringify(harmless(value))}`,
  );
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      'Partner Logs',
      [
        `version: ${facts.version}`,
        `editor: ${facts.editor}`,
        `platform: ${facts.platform}`,
        `base URL: ${placeOf(facts.baseUrl)}`,
        `proxy: ${facts.proxied ? 'set' : 'none'}`,
      ],
    ],
    ['Routes', facts.findings.map(findingLine)],
    [
      'Tried',
      facts.tries.map(
        ({ read, what, fault }) => `${read}${what ? `, ${english(what)}` : ''}: ${outcome(fault)}`,
      ),
    ],
    ['Settings', settings.length > 0 ? settings : ['none changed']],
    [`Last ${MOST_LINES} lines of the output`, facts.lines.slice(-MOST_LINES)],
  ];
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => `  ${oneLine(line)}`)].join('\n'))
    .join('\n\n');
  return `${fencedBlock(facts.key ? text.replaceAll(facts.key, '(the key)') : text)}\n`;
}

function findingLine({ route, read, paging, outcome: found }: DiagnosisFinding): string {
  const name = [route, read, paging].filter(Boolean).join(' ');
  switch (found.kind) {
    case 'works':
      return `${name}: works`;
    case 'ignores-paging':
      return `${name}: the second page repeats the first`;
    case 'not-tried':
      return `${name}: not tried, ${WHY[found.why]}`;
    case 'fault':
      return `${name}: ${outcome(found.fault)}`;
  }
}

/** Says what failed without the service's own words, which may be of a log. */
function outcome(fault: unknown): string {
  if (fault === undefined) return 'works';
  if (!isServiceError(fault)) return 'an error of the extension';
  const { messageValue: _, host: __, ...facts } = fault.facts;
  return `${fault.code}: ${describeFault(new ServiceError(fault.code, '', facts), english).headline}`;
}

/** The origin and path, without credentials and query. */
function placeOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return 'not an address';
  const { protocol, host, pathname } = new URL(baseUrl);
  return host === '' ? baseUrl : `${protocol}//${host}${pathname}`;
}

/** Leaves out of the texts in a setting, names included, what stands after a `?` and before an `@`. */
function harmless(value: unknown): unknown {
  if (typeof value === 'string') return harmlessText(value);
  if (Array.isArray(value)) return value.map(harmless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [harmlessText(name), harmless(each)]),
  );
}

function harmlessText(text: string): string {
  const [path = '', query] = text.split('?', 2);
  const scheme = path.indexOf('//');
  const credentials = path.lastIndexOf('@');
  const place =
    scheme >= 0 && credentials > scheme ? `${path.slice(0, scheme + 2)}…${path.slice(credentials)}` : path;
  return query === undefined ? place : `${place}?…`;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, ' ').slice(0, 500);
}
