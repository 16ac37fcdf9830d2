import { parseTyped } from '../../src/browse/filter/typedQuery.ts';
import { readText } from '../../src/browse/lookUp/readText.ts';
import { decodedDocument, positionsIn } from '../../src/detection/documents/readDocument.ts';
import { logContent } from '../../src/detection/logContent.ts';
import { writeReport } from '../../src/formats/bugReport.ts';
import { COPY_FORMATS, writeCopy } from '../../src/formats/copyFormats.ts';
import { EXPORT_KINDS, exportFormats } from '../../src/formats/exportFormats.ts';
import { parseRepository } from '../../src/formats/issuePage.ts';
import { parseLink } from '../../src/formats/link.ts';
import { similarPath } from '../../src/formats/similarPath.ts';
import { findBase64, wholeBase64 } from '../../src/http/decode/base64.ts';
import { undo } from '../../src/http/decode/codes.ts';
import { undoChunked } from '../../src/http/decode/codings.ts';
import { readFields } from '../../src/http/fields/readFields.ts';
import { cookies, formFields, multipartFields, parameter } from '../../src/http/fields/separated.ts';
import { findMatch } from '../../src/http/findMatch.ts';
import { addedHeaders, parseRawRequest } from '../../src/http/rawHttp.ts';
import { answerText } from '../../src/lm/toolText.ts';
import { hiddenInMatch, hiddenInMessage } from '../../src/redaction/matchedText.ts';
import { redactLog } from '../../src/redaction/redact.ts';
import { parseJson } from '../../src/service/answers/json.ts';
import { baseUrlProblem } from '../../src/service/baseUrl.ts';
import { defaultConventions } from '../../src/service/differences.ts';
import type { DetectionLog, LogRow } from '../../src/service/model.ts';
import { keywordTest } from '../../src/service/queries/filter.ts';
import { readExample } from '../../src/setup/exampleCall.ts';
import { asLabel } from '../../src/text/label.ts';
import { findAll, foldCase } from '../../src/text/spans.ts';
import { asVisible, asVisibleLines, segments } from '../../src/text/visible.ts';
import { amount, some } from '../proofs.ts';
import { aLog, aRow } from './formats/logs.ts';
import { assertLinear } from './growth.ts';

const SIZES = { from: 8 * 1024, to: amount(128 * 1024) };

const every = { keys: [] };
const attempt = (work: () => unknown) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** All functions that take a text from a log or a text that a user pastes. */
const ofTexts: Readonly<Record<string, (text: string) => unknown>> = {
  readExample: (text) => [readExample(text), readExample(`curl ${text}`)],
  parseRawRequest,
  positionsIn,
  segments,
  asVisible,
  asVisibleLines,
  asLabel,
  similarPath,
  findBase64: (text) => [...findBase64(text)],
  wholeBase64: (text) => [wholeBase64(text), wholeBase64(text, { declared: true })],
  undoChunked,
  'a long value in a description': (text) => {
    const value = `${text.slice(0, text.length / 4)}b${text.slice(0, text.length / 4)}`;
    const log = aLog({ rawData: `GET /?a=${value}&b=${value}`, description: text });
    const row = aRow({ detectedValue: 'GET', description: value });
    findMatch({ ...log, detectedValue: value }, readFields(log.rawData));
    return writeReport({ log, row, link: '', detail: 'exact', redaction: every, version: '1' });
  },
  ...Object.fromEntries(
    (['form', 'entities', 'escapes', 'json', 'any'] as const).map((encoding) => [
      `undo ${encoding}`,
      (text: string) => undo(encoding, text),
    ]),
  ),
  formFields: (text) => [...formFields(text, { start: 0, end: text.length })],
  cookies: (text) => [...cookies(text, { start: 0, end: text.length })],
  multipartFields: (text) => [
    ...multipartFields(text, 'b'),
    ...multipartFields(text, text.slice(0, text.length / 4)),
  ],
  readFields: (text) => [
    readFields(text),
    readFields(`POST /?f=${text} HTTP/1.1\nCookie: ${text}\n\n${text}`),
    readFields(`POST /a HTTP/1.1\n\n<${text}`),
    readFields(`POST /a HTTP/1.1\n\n{"query":${JSON.stringify(`{ ${text}`)},"a":${text}`),
  ],
  parameter: (text) => parameter(text, 'boundary'),
  // Callers cut a match.
  hiddenInMatch: (text) => hiddenInMatch(text.slice(0, 2_000)),
  hiddenInMessage,
  answerText: (text) => answerText({}, text),
  findAll: (text) => findAll(text, text.slice(text.length / 2), 1000),
  foldCase,
  keywordTest: (text) => keywordTest('needle')(aRow({ uri: text })),
  readText: (text) => readText(text, [defaultConventions]),
  parseLink,
  parseRepository: (text) => parseRepository(`https://host/${text}`),
  parseTyped,
  baseUrlProblem: (text) => [baseUrlProblem(text), baseUrlProblem(`https://${text}`)],
  parseJson: (text) => attempt(() => parseJson(text)),
};

/** All functions that take a log, except those that do little more than `redactLog`. */
const ofLogs: Readonly<Record<string, (log: DetectionLog, row: LogRow) => unknown>> = {
  redactLog: (log, row) => redactLog(log, row, every),
  addedHeaders: (log) => addedHeaders(log),
  decodedDocument: ({ rawData }) => decodedDocument(rawData),
  findMatch: ({ rawData, description }, { detectedValue }) =>
    findMatch({ rawData, description, detectedValue }, readFields(rawData)),
  logContent: (log, row) => logContent({ log, row }),
  ...Object.fromEntries(
    COPY_FORMATS.map((format) => [
      `writeCopy ${format}`,
      (log: DetectionLog, row: LogRow) => writeCopy({ format, logs: [{ log, row, link: '' }], version: '1' }),
    ]),
  ),
  'writeReport exact': (log, row) =>
    writeReport({ log, row, link: '', detail: 'exact', redaction: every, version: '1' }),
  ...Object.fromEntries(
    EXPORT_KINDS.map((kind) => [
      `${kind}Export`,
      (detail: DetectionLog, row: LogRow) =>
        exportFormats[kind].record({ key: detail.key, row, detail }, true),
    ]),
  ),
};

/** The texts that an attacker might repeat, each with a possible start and end. */
const fillings: readonly (readonly [start: string, part: string, end?: string])[] = [
  ['', ' ', 'x'],
  ['', '\r\n '],
  ['', '\n'],
  ['a', '\u{e0001}'],
  ['', 'a'],
  ['.', 'aB3_-', '.'],
  ['eyJ', 'a', '.a.'],
  ['', 'eyJa.'],
  ['', '='],
  ['"password":"', '\\'],
  ['', '"token":{'],
  ['', '<password>'],
  ['', '<password><![CDATA['],
  ['', '://a:'],
  ['', 'a@b.'],
  ['', '%25'],
  ['', '%u0041+'],
  ['', '&#x41'],
  ['', '\\u0041'],
  ['', '&a=1'],
  ['', 'a=1; '],
  ['', 'Content-Disposition: form-data; name="token"\r\n'],
  ['', '\n--b'],
  ['', '1\r\na'],
  ['[', '[],', '1]'],
  ['HTTP/1.1 200 ', ' ', '\n'],
  ['HTTP/1.1 2', '0'],
  ['', '/issues/', '\n'],
  ['', '/', '.'],
  ['', 'a.b 1 #1.'],
  ['', '2026-01-01T00:00:00Z '],
  ['', '`|'],
];

function filled([start, part, end = '']: (typeof fillings)[number], size: number): string {
  return start + part.repeat(Math.ceil(size / part.length)) + end;
}

/** Returns a log with the text in every place, and its row. */
function logOf(text: string): [log: DetectionLog, row: LogRow] {
  const piece = text.slice(0, text.length / 4);
  const onLine = piece.replace(/[\r\n]/g, ' ');
  const head = {
    firstLine: text,
    headers: [
      [piece, text],
      ['Cookie', text],
      ['Date', text],
    ] as const,
  };
  const rawData = [
    `POST /${onLine} HTTP/1.1`,
    `Authorization: ${onLine}`,
    `Content-Type: multipart/form-data; boundary=${onLine}`,
    piece,
    '',
    text,
  ].join('\r\n');
  const log = aLog({ virtualHost: text, request: head, response: head, rawData, description: text });
  return [log, aRow({ uri: text, detectedValue: text, rawData, time: text, other: { odd: text } })];
}

describe('textGrowth', function () {
  this.timeout(120_000);

  for (const [name, work] of Object.entries(ofTexts)) {
    it(`${name} takes linear time`, () => {
      for (const filling of fillings) {
        assertGrowth(filling, (size) => {
          const text = filled(filling, size);
          return () => work(text);
        });
      }
    });
  }

  for (const [name, work] of Object.entries(ofLogs)) {
    it(`${name} takes linear time`, () => {
      for (const filling of some(fillings, 2)) {
        assertGrowth(filling, (size) => {
          const [log, row] = logOf(filled(filling, size / 4));
          return () => work(log, row);
        });
      }
    });
  }
});

function assertGrowth(filling: (typeof fillings)[number], prepare: (size: number) => () => unknown): void {
  try {
    assertLinear(prepare, SIZES);
  } catch (error) {
    throw new Error(`${JSON.stringify(filling)} ${error}`, { cause: error });
  }
}
