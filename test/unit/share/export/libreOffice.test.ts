import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { findProgram } from '../../../../scripts/run.mjs';
import { csvRecord } from '../../../../src/formats/csv.ts';
import { csvFormat } from '../../../../src/formats/exportCsv.ts';
import { HOSTILE, parseCsv, startExporting } from './exporting.ts';

const texts: readonly string[] = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  ' =1+1',
  '\t=1+1',
  '\u200b=1+1',
  '＝1+1',
  '{=1+1}',
  '=HYPERLINK("https://evil.example","here")',
  "=cmd|' /C calc'!A0",
  '007',
  '1e5',
  '12345678901234567890',
  '2026-01-02',
  '1/2',
  '3,14',
  '50%',
  'TRUE',
  'carriage return\r\nline feed\ntab\tquote " end\n',
  ' leading, trailing ',
  'two  spaces',
  '😀 é 한국어',
  'שלום \u202eback\u202c',
  'one\u2028two\u0085three',
  'REF! #REF! NaN',
  "'quoted",
  '',
];

/**
 * Returns the options for reading text with LibreOffice. Without `isText`, it also interprets text in quotation marks.
 * @param separators character codes, separated by `/`
 */
const reading = (isText: boolean, separators = '44') =>
  `CSV:${separators},34,76,1,,1033,${isText},${!isText},false,false,false,0,true`;
const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false,false,false,false,0';

/**
 * Returns the text as LibreOffice keeps it: with LF line ends and without NUL. In UTF-8, a lone surrogate becomes a
 * different character.
 */
const kept = (text: string) =>
  Buffer.from(text)
    .toString()
    .replace(/\r\n|\n\r|\r/g, '\n')
    .replaceAll('\0', '');

/** Replaces the LF at the end of each record with CRLF. */
const withCrLf = (csv: string) =>
  csv.replace(/^\ufeff/, '').replace(/"(?:[^"]|"")*"|\n/g, (part) => (part === '\n' ? '\r\n' : part));

/**
 * The number of UTF-16 units after which a cell is truncated, as stated in the message, and the minimum number that
 * such a cell contains.
 */
const LONGEST_CELL = 32_767;
const CERTAIN = 16_000;

describe('csvExport in LibreOffice, where it is installed', function () {
  this.timeout(180_000);
  const office = findProgram(['soffice', 'libreoffice']);
  let folder: string;

  before(async function () {
    if (!office) return this.skip();
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-office-'));
  });
  after(() => folder && rm(folder, { recursive: true }));

  /** Returns the file after LibreOffice has read and rewritten it. */
  async function converted(csv: string, extension: string, ...words: string[]): Promise<string> {
    await writeFile(path.join(folder, 'in.csv'), csv);
    const profile = pathToFileURL(path.join(folder, 'profile')).href;
    const out = path.join(folder, 'out');
    const given = [`-env:UserInstallation=${profile}`, '--headless', ...words, '--outdir', out];
    await promisify(execFile)(office ?? 'none', [...given, path.join(folder, 'in.csv')]);
    return readFile(path.join(out, `in.${extension}`), 'utf8');
  }

  async function assertIntact(csv: string): Promise<void> {
    const sent = parseCsv(csv.slice(1));
    const again = await converted(csv, 'csv', `--infilter=${reading(true)}`, '--convert-to', asCsv);
    const read = parseCsv(withCrLf(again));
    assert.equal(read.length, sent.length);
    for (const [line, record] of sent.entries()) {
      for (const [column, cell] of record.entries()) {
        const compared = cell.length <= LONGEST_CELL ? cell.length : CERTAIN;
        const found = read[line]?.[column]?.slice(0, compared);
        const where = `line ${line}, column ${column}: ${JSON.stringify(cell.slice(0, 200))}`;
        assert.ok(found === kept(cell).slice(0, compared), where);
      }
    }
  }

  async function hasFormula(csv: string, separators?: string): Promise<boolean> {
    const infilter = `--infilter=${reading(false, separators)}`;
    const sheet = await converted(csv, 'fods', infilter, '--convert-to', 'fods');
    assert.match(sheet, /<table:table-cell/);
    return sheet.includes('table:formula=');
  }

  it('would show a formula that is run', async () => {
    assert.equal(await hasFormula('\ufeff"=1+1"\r\n'), true);
  });

  for (const [name, separator, codes] of [
    ['comma', ',', '44'],
    ['semicolon', ';', '59'],
    ['tab', '\t', '9'],
    ['vertical bar', '|', '124'],
    ['comma, semicolon or tab', ';', '44/59/9'],
  ] as const) {
    it(`runs no formula where the separator is a ${name}`, async () => {
      const starts = [
        '',
        '"',
        ' ',
        '\u200b',
        '\n',
        '\r\n',
        '\r',
        '\u2028',
        '\v',
        separator,
        `${separator}\n`,
      ];
      const attacks = starts.flatMap((start) =>
        ['=1+1', '+1+1', '-1+1', '@SUM(1)'].map((sign) => `/?q=1${separator}${start}${sign}${separator}x`),
      );
      const lines = ['\n', '\r\n', '\r'].map((end) => `a${end}=1+1${separator}b`);
      const csv = [...attacks, ...lines].map((attack, index) => csvRecord([index, 'first', attack, 'last']));
      assert.equal(await hasFormula(`\ufeff${csv.join('')}`, codes), false);
    });
  }

  it('has every cell of the texts that spreadsheets take for something else, and runs no formula', async () => {
    const row = (value: string, idx: number) => ({
      key: { domain: 7, idx, detectedType: 'WAF' },
      row: { idx, rule: value, uri: `${value} end`, rawData: `before ${value}`, other: {} },
      detail: undefined,
    });
    const arbitrary = fc.sample(
      fc.string({ unit: fc.constantFrom(...'"\',;=+-@\t\r\n \u2028\ufeffa1é😀') }),
      300,
    );
    const content = { detail: false, level: 'exact' } as const;
    const records = [...texts, ...arbitrary].map(
      (text, idx) => csvFormat.record(row(text, idx), content).text,
    );
    const csv = csvFormat.start(content) + records.join('');
    await assertIntact(csv);
    assert.equal(await hasFormula(csv), false);
  });

  it('has every cell of the hostile logs in full, and runs no formula', async () => {
    const exporting = await startExporting();
    try {
      await exporting.run({ domain: HOSTILE, detail: true, kind: 'csv' });
      const csv = await exporting.text();
      await assertIntact(csv);
      assert.equal(await hasFormula(csv), false);
    } finally {
      await exporting.close();
    }
  });
});
