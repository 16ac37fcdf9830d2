/** Detection logs for tests: a plain one to modify, and arbitrary hostile ones. */
import fc from 'fast-check';
import { bugReport, type ReportOptions } from '../../../src/formats/bugReport.ts';
import { plainTitle } from '../../../src/formats/report/title.ts';
import type { RedactionOptions } from '../../../src/redaction/redact.ts';
import { hiddenCount, joined } from '../../../src/redaction/segments.ts';
import type { DetectionLog, Header, LogRow } from '../../../src/service/model.ts';
import { english } from '../../../src/text/l10n.ts';
import type { TimeStyle } from '../../../src/text/zonedTime.ts';

/** The style of times for a service that has not specified a time zone. */
export const AS_SENT: TimeStyle = { zone: undefined, first: 'service' };

/** The options for the essential level, without the keys of connections. */
export const essential: RedactionOptions = { keys: [] };

export const LINK = 'vscode://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=12&type=WAF';

/** Returns a bug report as text, by default at the essential level. */
export function reportOf(log: DetectionLog, row?: LogRow, options: Partial<ReportOptions> = {}) {
  const { title, place, segments, notes } = bugReport(log, row, {
    ...{ detail: 'essential', redaction: essential, link: LINK, version: '1.2.3', ...options },
  });
  return {
    title: plainTitle(title),
    place: plainTitle(place),
    markdown: joined(segments),
    hidden: hiddenCount(segments),
    notes: notes.map(english),
  };
}

/** Returns a log with only the given content. */
export function aLog(parts: Partial<DetectionLog> = {}): DetectionLog {
  return {
    key: { domain: 7, idx: 12, detectedType: 'WAF' },
    virtualHost: 'shop.example:443',
    responseCode: 403,
    request: { firstLine: undefined, headers: [] },
    response: { firstLine: undefined, headers: [] },
    rawData: '',
    description: '',
    timeZone: 'UTC',
    other: {},
    ...parts,
  };
}

export function aRow(parts: Partial<LogRow> = {}): LogRow {
  return { idx: 12, other: {}, ...parts };
}

/** Arbitrary UTF-16, in which text that breaks formats is more frequent than by chance. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
      fc.constantFrom(
        '`',
        '````',
        '\\|',
        '\\',
        '](',
        '$(bug)',
        '[x](command:y)',
        '<img src=x>',
        '@everyone',
        '\r\n',
        '\n',
        '\r',
        '\0',
        '\u202e',
        '\u200b',
        '\ud800',
        '\x1b[2J',
        "'",
        '"',
        '$(id)',
        '=cmd',
        '%0d%0a',
        '~~~',
        '-->',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const headers: fc.Arbitrary<readonly Header[]> = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom('Host', 'Cookie', 'Content-Type', 'X-Forwarded-Proto', 'Set-Cookie', 'Date', '10'),
      hostileText,
    ),
    hostileText,
  ),
  { maxLength: 6 },
);

const head = fc.record(
  { firstLine: fc.option(hostileText, { nil: undefined }), headers },
  { noNullPrototype: true },
);

const request = fc
  .tuple(fc.constantFrom('GET', 'POST', 'CONNECT'), hostileText, headers, hostileText)
  .map(([method, target, lines, body]) =>
    [`${method} /${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join(
      '\r\n',
    ),
  );

/** Any log that the decoder accepts. */
export const hostileLog: fc.Arbitrary<DetectionLog> = fc.record(
  {
    key: fc.record(
      { domain: fc.maxSafeNat(), idx: fc.maxSafeNat(), detectedType: hostileText },
      { noNullPrototype: true },
    ),
    virtualHost: fc.oneof(fc.constant('shop.example:443'), hostileText),
    responseCode: fc.integer(),
    request: head,
    response: head,
    rawData: fc.oneof(request, hostileText),
    description: hostileText,
    timeZone: fc.constantFrom('UTC', 'Asia/Seoul', 'nowhere', ''),
    other: fc.dictionary(hostileText, fc.jsonValue(), { maxKeys: 3, noNullPrototype: true }),
  },
  { noNullPrototype: true },
);

const optional = { requiredKeys: ['idx', 'other'] as ['idx', 'other'], noNullPrototype: true };

export const hostileRow: fc.Arbitrary<LogRow> = fc.record(
  {
    idx: fc.maxSafeNat(),
    time: fc.oneof(fc.constant('2026-02-03 04:05:06'), hostileText),
    rule: hostileText,
    action: hostileText,
    address: hostileText,
    country: hostileText,
    detectedValue: hostileText,
    uri: hostileText,
    description: hostileText,
    rawData: hostileText,
    other: fc.dictionary(hostileText, fc.jsonValue(), { maxKeys: 3, noNullPrototype: true }),
  },
  optional,
);
