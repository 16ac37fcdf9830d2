/**
 * Tests every hostile text in every place that needs no browser, using the whole extension and a service that sends
 * only such texts. The displayed text must be the original or its visible form, and copied text must be readable by a
 * parser for its format. Places that the browser renders are tested in `browser/hostilePlaces.test.ts`.
 * PARTNER_LOGS_PROOFS=all also uses every text in the slow places.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ServiceError } from '../../../src/base/errors.ts';
import type * as treeRows from '../../../src/browse/tree/treeRows.ts';
import { statusText } from '../../../src/counts/statusText.ts';
import type { DetectionExtract } from '../../../src/detection/detectionExtract.ts';
import { FileIndex } from '../../../src/files/fileIndex.ts';
import { logFileName } from '../../../src/formats/exportedLog.ts';
import { EXPORT_KINDS, type ExportKind, exportFormats } from '../../../src/formats/exportFormats.ts';
import { formatLink, parseLink } from '../../../src/formats/link.ts';
import { type CopyFormat, copyLogs, type LogToCopy } from '../../../src/formats/logCopy.ts';
import { reportPreview } from '../../../src/formats/reportPreview.ts';
import { LONGEST_ANSWER } from '../../../src/lm/answerLimits.ts';
import { FoundRows } from '../../../src/lm/foundRows.ts';
import { LONGEST_LINE, type ToolName } from '../../../src/lm/toolInput.ts';
import { type ToolSources, toolAnswer } from '../../../src/lm/tools.ts';
import { TOOL_NOTICE } from '../../../src/lm/toolText.ts';
import type { Choices } from '../../../src/redaction/choices.ts';
import type { RedactionOptions } from '../../../src/redaction/redact.ts';
import type { LogService } from '../../../src/service/api.ts';
import { defaultConventions } from '../../../src/service/conventions.ts';
import type { Counts, DetectionLog, LogRow } from '../../../src/service/model.ts';
import type { TreeNode } from '../../../src/targets/nodes.ts';
import { english } from '../../../src/text/l10n.ts';
import { asVisible } from '../../../src/text/visible.ts';
import { PLAIN_DOMAIN, startHostileService } from '../../browser/hostileService.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import type { FakeService } from '../../fakeService.ts';
import { allPayloads, hostilePayloads, somePayloads } from '../../hostilePayloads.ts';
import { isWhole, some } from '../../proofs.ts';
import { until } from '../../until.ts';
import { exportAgain, FilesFolder } from '../files/openedFile.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';
import { readAnswer } from '../lm/readAnswer.ts';
import { parseCsv, parseNdjson } from '../share/export/exporting.ts';
import { tablePlaces } from './hostileTablePlaces.ts';
import { childrenOf } from './readingPlaces.ts';
import { assertLabel, assertLine, assertMarkdown, inUtf8 } from './shownTexts.ts';

/** The texts for the slow places: some of each class, unless all are requested. */
const SOME = isWhole ? allPayloads : somePayloads;
const HOSTILE_TEXTS = allPayloads.filter((text) => text.length <= 20_000);
/** The number of the domain that has the logs. */
const PLAIN = PLAIN_DOMAIN.user_domain_idx;
/** Number of rows per page. */
const PAGE = 100;

/** The number of texts by place, for the summary. */
const walked = new Map<string, number>();
function place(
  name: string,
  work: (texts: readonly string[]) => unknown,
  texts: readonly string[] = HOSTILE_TEXTS,
): void {
  it(`${name} › shows or holds them as they are, or in their visible form`, async () => {
    await work(texts);
    walked.set(name, texts.length);
  });
}

function logOf(text: string, idx: number): DetectionLog {
  return aLog({
    key: { domain: 7, idx, detectedType: text },
    virtualHost: text,
    request: {
      firstLine: text,
      headers: [
        [text, text],
        ['X-Text', text],
      ],
    },
    response: { firstLine: text, headers: [[text, text]] },
    rawData: text,
    description: text,
    timeZone: text,
    other: { text },
  });
}

function rowOf(text: string, idx: number): LogRow {
  const fields = { time: text, rule: text, ruleRaw: text, address: text, country: text, countryCode: text };
  const more = { uri: text, detectedValue: text, action: text, description: text, baseType: text };
  return aRow({ idx, ...fields, ...more, detectedType: text, other: { text } });
}

const copies = (texts: readonly string[]): LogToCopy[] =>
  texts.map((text, index) => ({ log: logOf(text, index), row: rowOf(text, index), link: 'vscode://x/log' }));

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

describe('hostile texts in every place', function () {
  this.timeout(240_000);
  let service: FakeService;
  let window: FakeWindow;
  const files = new FilesFolder();

  before(async () => {
    const all = Object.fromEntries(HOSTILE_TEXTS.map((text) => [text, text]));
    service = await startHostileService({
      texts: HOSTILE_TEXTS,
      rawData: (idx) =>
        idx > HOSTILE_TEXTS.length ? HOSTILE_TEXTS.join('\r\n') : (HOSTILE_TEXTS[idx - 1] ?? ''),
      headers: (idx) =>
        idx > HOSTILE_TEXTS.length ? all : { [HOSTILE_TEXTS[idx - 1] ?? '']: HOSTILE_TEXTS[idx - 1] ?? '' },
      plain: 'first',
    });
    window = await FakeWindow.open(plainProfile());
    window.fake.settings['partnerLogs.pageSize'] = PAGE;
    await window.connect(service.baseUrl, service.key);
  });

  after(async () => {
    files.remove();
    window.close();
    await service.close();
    const places = [...walked].map(([name, count]) => `${name} ${count}`);
    const sum = [...walked.values()].reduce((total, count) => total + count, 0);
    console.log(
      `${allPayloads.length} hostile texts of ${Object.keys(hostilePayloads).length} classes × ${walked.size} places: ${sum} (${places.join(', ')})`,
    );
  });

  it('are at least 2,000', () => assert.ok(allPayloads.length >= 2_000));

  const item = async (node: TreeNode) => {
    const { provider } = window.fake.trees.get('partnerLogs.domains') ?? assert.fail();
    return provider.getTreeItem(node);
  };
  /**
   * Returns true if a label is the visible form of part of a text, truncated at its end; a repeated `/` can be a single
   * one.
   */
  const isPart = (label: string, text: string) => {
    const shown = asVisible(text);
    const start = label.replace(/…$/, '');
    return [shown, shown.replace(/\/+/g, '/')].some((each) => each.includes(start)) || /\p{M}{9}/u.test(text);
  };

  place('tree: rows of domains, tooltips, labels for screen readers', async () => {
    const pager = window.parts.lists.domains('c');
    while (await pager.load().then(() => pager.state.hasMore)) await pager.more();
    for (const node of await childrenOf(window)) {
      if (node.kind !== 'domain' || node.index === PLAIN) continue;
      const text = HOSTILE_TEXTS[node.index - 1] ?? '';
      const { label, tooltip = '', accessibilityInformation } = await item(node);
      assertLine(label, text);
      assert.ok(tooltip.split('\n').length <= 5, tooltip);
      for (const line of [...tooltip.split('\n'), accessibilityInformation?.label ?? '']) assertLine(line);
    }
  });

  place('tree: rows of logs, tooltips, labels for screen readers', async () => {
    const domain = { connectionId: 'c', index: PLAIN };
    const node = (await childrenOf(window)).find((each) => each.kind === 'domain' && each.index === PLAIN);
    const pager = window.parts.lists.logs(domain);
    while (await pager.load().then(() => pager.state.hasMore)) await pager.more();
    for (const each of await childrenOf(window, node)) {
      if (each.kind !== 'log') continue;
      const { label, description = '', tooltip = '', accessibilityInformation } = await item(each);
      const text = HOSTILE_TEXTS[each.key.idx - 1] ?? '';
      assertLine(label);
      assert.ok(isPart(label, text), `${JSON.stringify(label)} of ${JSON.stringify(text)}`);
      assertLine(description, `${text}  ${text}  ${text}`);
      assert.ok(tooltip.split('\n').length <= 9, tooltip);
      for (const line of [...tooltip.split('\n'), accessibilityInformation?.label ?? '']) assertLine(line);
    }
  });

  place('quick pick: domains', async () => {
    const done = window.run('partnerLogs.openCounts', { connectionId: 'c' });
    const pick = await until('the prompt', () =>
      window.fake.picks.findLast(({ isOpen, busy }) => isOpen && !busy),
    );
    assert.ok(pick && pick.items.length > HOSTILE_TEXTS.length);
    for (const { label, description } of pick.items) {
      if (description === String(PLAIN)) continue;
      assertLabel(label, HOSTILE_TEXTS[Number(description) - 1] ?? '');
    }
    pick.hide();
    await done;
  });

  place(
    'quick pick: found logs, and the values to filter by',
    async () => {
      const [node] = (await childrenOf(window)).filter(
        (each) => each.kind === 'domain' && each.index === PLAIN,
      );
      for (const command of ['partnerLogs.searchLogs', 'partnerLogs.filterLogs']) {
        let isOver = false;
        const done = window.run(command, node).then(() => {
          isOver = true;
        });
        await until('the prompt', () => window.fake.picks.some(({ isOpen }) => isOpen));
        const [menu] = window.fake.picks.filter(({ isOpen }) => isOpen);
        menu?.take(({ label }) => label === 'Rule');
        await until('the prompts to be closed', () => {
          for (const open of window.fake.picks.filter(({ isOpen }) => isOpen)) {
            for (const text of open.texts) assertLabel(text.replace(/^\$\([a-z~-]+\) /, ''));
            open.hide();
          }
          return isOver;
        });
        await done;
      }
      window.fake.picks.splice(0);
    },
    HOSTILE_TEXTS.slice(0, 100),
  );

  place('notification: failures of the service', async (texts) => {
    const { showFault } = await window.load<typeof import('../../../src/ui/showFault.ts')>('ui/showFault.ts');
    for (const text of texts) {
      const error = new ServiceError('not-success', 'x', {
        status: 200,
        messageKey: text,
        messageValue: text,
      });
      await showFault('Nothing was copied.', error, { targets: [] });
      assertLabel(window.fake.messages.pop()?.text ?? '');
    }
  });

  place('status bar: text, tooltip, label', async (texts) => {
    const { StatusBar } =
      await window.load<typeof import('../../../src/counts/statusBar.ts')>('counts/statusBar.ts');
    const bar = new StatusBar();
    const show = (name: string) => {
      const fault = new ServiceError('not-success', 'x', { messageKey: name, messageValue: name });
      const unknown = { values: undefined, at: undefined, fault, note: name };
      const counts = { day: '2026-01-01', timeZone: name, ...unknown };
      bar.show(statusText([{ name, counts }], { warnAbove: null, staleAfter: 1, now: new Date() }));
    };
    const shown = window.fake.statusItems.get('partnerLogs.attackers') ?? assert.fail();
    for (const name of texts) {
      show(name);
      assert.match(shown.text, /^\$\([a-z]+\) [\d–,≥ ]+ attackers?$/);
      assertLine(shown.accessibilityInformation?.label ?? '');
      const [first = ''] = (shown.tooltip?.value ?? '').split('  \n');
      assertMarkdown(first, name);
      for (const line of (shown.tooltip?.value ?? '').split('  \n')) assertMarkdown(line.replace(/^\n/, ''));
    }
    bar.dispose();
  });

  place('detection panel: the message to its page', async () => {
    const key = { domain: PLAIN, idx: HOSTILE_TEXTS.length + 1, detectedType: 'WAF' };
    await window.run('partnerLogs.openDetectionLog', { connectionId: 'c', key });
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    const posted = await until(
      'the log',
      () => panel.posted.at(-1),
      (seen) => JSON.stringify(seen)?.includes('"kind":"log"'),
    );
    const { state } = posted as { state: { log: DetectionExtract } };
    const values = new Set(state.log.tables.request.rows.map(({ value }) => value.text));
    for (const text of HOSTILE_TEXTS) assert.ok(values.has(text), JSON.stringify(text.slice(0, 100)));
    panel.dispose();
  });

  place('documents: raw and decoded data', async () => {
    const key = { domain: PLAIN, idx: HOSTILE_TEXTS.length + 1, detectedType: 'WAF' };
    const { documents } = window.parts;
    const target = { connectionId: 'c', key };
    const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
    const read = (kind: 'raw' | 'decoded') =>
      documents.provideTextDocumentContent(documents.uri(target, kind), token as never);
    assert.equal(inUtf8(await read('raw')), inUtf8(HOSTILE_TEXTS.join('\r\n')));
    assert.ok((await read('decoded')).length > 0);
  });

  place(
    'clipboard: raw data, link',
    async (texts) => {
      for (const text of texts) {
        const idx = HOSTILE_TEXTS.indexOf(text) + 1;
        const key = { domain: PLAIN, idx, detectedType: 'WAF' };
        const target = { connectionId: 'c', key };
        window.fake.takes = 'Copy Anyway';
        window.fake.clipboard = '';
        await window.run('partnerLogs.copyRawData', target);
        await until(
          `the copy of ${JSON.stringify(text.slice(0, 100))}`,
          () => window.fake.clipboard !== '',
          Boolean,
          5,
        );
        assert.equal(inUtf8(window.fake.clipboard), inUtf8(text));
        await window.run('partnerLogs.copyLink', { ...target, key: { ...key, detectedType: text } });
        assert.match(window.fake.clipboard, /^vscode:\/\/partner-logs\.partner-logs\/log\?[\w.*%=&-]+$/);
      }
      for (const { text } of window.fake.messages.splice(0)) assertLine(text);
    },
    SOME.filter((text) => HOSTILE_TEXTS.includes(text)),
  );

  const written = (format: CopyFormat, texts: readonly string[], redaction?: RedactionOptions) =>
    copyLogs({ format, logs: copies(texts), redaction, version: '1' }).text;

  place('clipboard: JSON', (texts) => {
    for (const chunk of chunks(texts, 50)) {
      const read: unknown = JSON.parse(written('json', chunk));
      const records = (chunk.length > 1 ? read : [read]) as { detailed_info: { raw_data: string } }[];
      assert.equal(records.length, chunk.length);
      for (const [index, text] of chunk.entries()) assert.equal(records[index]?.detailed_info.raw_data, text);
    }
  });

  place('clipboard: HAR', (texts) => {
    for (const chunk of chunks(texts, 50)) {
      const { log } = JSON.parse(written('har', chunk));
      assert.equal(log.entries.length, chunk.length);
      assert.equal(log.version, '1.2');
    }
  });

  for (const format of ['curl', 'curlPowerShell'] as const) {
    place(`clipboard: ${format === 'curl' ? 'cURL' : 'cURL for PowerShell'}`, (texts) => {
      for (const chunk of chunks(texts, 50)) assert.match(written(format, chunk), /^[\n\x20-\x7e]*$/);
    });
  }

  for (const redaction of isWhole ? [undefined, essential] : [undefined])
    place(
      `clipboard: bug report, ${redaction ? 'essential' : 'exact'}`,
      (texts) => {
        for (const chunk of chunks(texts, 50)) {
          const report = written('bugReport', chunk, redaction);
          assert.doesNotMatch(report, /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
          const prose = outsideOfCode(report);
          assert.doesNotMatch(prose, /executed|attacker\.example|<script|javascript:|command:|\$\(/i);
        }
      },
      SOME,
    );

  place(
    'preview of a bug report: its text, its controls, and what the reader shows and hides',
    (texts) => {
      for (const text of texts) {
        const [log = assert.fail()] = copies([text]);
        const write = (choices: Choices) =>
          reportPreview({ log, redaction: { ...essential, choices }, version: '1' });
        const preview = write({ shown: [], hidden: [] });
        assert.equal(
          preview.text,
          copyLogs({ format: 'bugReport', logs: [log], redaction: essential, version: '1' }).text,
        );
        for (const { start, end } of preview.values)
          assert.match(preview.text.slice(start, end), /^‹[\p{L}\d,.+/ -]*›?$/u);
        const ids = preview.values.map(({ id }) => id);
        for (const choices of [
          { shown: ids, hidden: [] },
          { shown: [], hidden: [text] },
        ]) {
          const { text: report } = write(choices);
          assert.doesNotMatch(report, /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
          const prose = outsideOfCode(report);
          assert.doesNotMatch(prose, /executed|attacker\.example|<script|javascript:|command:|\$\(/i);
          if (choices.hidden.length > 0 && text.length >= 20) assert.ok(!report.includes(text), report);
        }
      }
    },
    SOME,
  );

  for (const kind of EXPORT_KINDS) {
    place(`export: ${exportFormats[kind].name}`, (texts) => {
      for (const chunk of chunks(texts, 200)) assertExport(kind, chunk);
    });
  }

  place('links: to logs, and hostile ones', async (texts) => {
    const links = window.parts.links;
    for (const text of texts) {
      const key = { domain: 1, idx: 2, detectedType: text };
      const link = formatLink({ uriScheme: 'vscode', baseUrl: service.baseUrl, key });
      const parsed = parseLink(link);
      if (parsed.ok) assert.deepEqual(parsed.key, { ...key, detectedType: inUtf8(text) });
      else assert.match(english(parsed.problem), /^(The|This) [a-z ,]+\.$/i);
      for (const name of ['base', 'domain', 'idx']) {
        const query = new URLSearchParams({ base: service.baseUrl, domain: '1', idx: '2', [name]: text });
        const target = await links.fromLink(`vscode://partner-logs.partner-logs/log?${query}`);
        if (target) assert.deepEqual([target.connectionId, typeof target.key.idx], ['c', 'number']);
        for (const message of window.fake.messages.splice(0)) assertLine(message.text);
      }
    }
  });

  place('names of files', (texts) => {
    for (const text of texts) assert.match(logFileName(logOf(text, 5).key, 'har'), /^[\w.-]+$/);
    for (const name of window.fake.offered) assert.match(name, /^[\w.-]+$/);
  });

  const tools: Readonly<Record<ToolName, { readonly size: number; readonly input: object }>> = {
    list_domains: { size: 20, input: {} },
    search_detection_logs: { size: 20, input: { domain: 1 } },
    read_detection_log: { size: 100, input: { domain: 1, idx: 1 } },
    read_counts: { size: 5, input: { domain: 1 } },
  };
  for (const [name, { size, input }] of Object.entries(tools) as [ToolName, (typeof tools)[ToolName]][]) {
    place(
      `tool: ${name}`,
      async (texts) => {
        for (const chunk of chunks(texts, size)) {
          const [notice, ...answer] = await toolAnswer(
            toolSources(chunk),
            name,
            input,
            new AbortController().signal,
          );
          assert.equal(notice, TOOL_NOTICE);
          const json = answer.join('\n');
          assert.ok(json.length <= LONGEST_ANSWER + 300);
          assert.doesNotMatch(json, /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
          readAnswer([notice, ...answer]);
        }
      },
      SOME,
    );
  }

  place('tool: the question to the person', async (texts) => {
    for (const text of texts) {
      const tool = window.fake.tools.get('partnerLogs_search_detection_logs');
      const asked = await tool?.prepareInvocation({ input: { keyword: text } });
      const line = asked?.confirmationMessages.message.value.split('\n').at(-1) ?? '';
      assertMarkdown(line.replace(/^- /, ''), `keyword: ${text}`, LONGEST_LINE);
    }
  });

  place('output: the lines of requests', () => {
    assert.ok(window.fake.lines.length > 0);
    for (const line of window.fake.lines) assert.match(line, /^GET [\w/.-]+ [\w-]+ \d+ ms (direct|editor)$/);
  });

  tablePlaces({
    place,
    window: () => window,
    domain: { connectionId: 'c', index: PLAIN },
    texts: HOSTILE_TEXTS,
    some: SOME.filter((text) => HOSTILE_TEXTS.includes(text)),
    rowOf,
  });

  place('file of exported logs: what the tree says of it', async (texts) => {
    const { connectionItem } = await window.load<typeof treeRows>('browse/tree/treeRows.ts');
    for (const text of texts) {
      const file = new FileIndex();
      file.head = { service: text, timeZone: text, filter: { rule: text } };
      const connection = {
        id: 'f',
        name: text,
        baseUrl: 'export:0',
        file: `file:///${encodeURI(inUtf8(text))}`,
      };
      const { label, tooltip, description } = connectionItem({ kind: 'connection', connection }, file);
      assertLine(String(label), text);
      assert.equal(description, 'level of detail not known · 0 logs');
      for (const line of String(tooltip).split('\n')) assertLine(line);
    }
  });

  place(
    'file of exported logs that is opened and exported again',
    async (texts) => {
      const head = { level: 'exact', content: 'full', service: 'x', timeZone: 'UTC', filter: {} } as const;
      const content = { detail: true, level: 'exact' } as const;
      const written = texts.map((text, idx) => {
        const key = { domain: 7, idx, detectedType: 'WAF' };
        const row = { ...rowOf(text, idx), detectedType: 'WAF' };
        const log = { key, row, detail: { ...logOf(text, idx), key }, head: idx === 0 ? head : undefined };
        return exportFormats.ndjson.record(log, content).text;
      });
      const first = inUtf8(written.join(''));
      const opened = await files.open(first);
      assert.deepEqual([opened.index.count, opened.index.counts.unreadable], [texts.length, 0]);
      const target = path.join(files.folder, 'again');
      await exportAgain(opened, { detail: true, target });
      assert.ok(first === readFileSync(target, 'utf8'), 'the bytes differ');
    },
    some(HOSTILE_TEXTS, 6),
  );

  it('opened no address and no dialog', () => {
    assert.deepEqual(window.fake.opened, []);
  });
});

function assertExport(kind: ExportKind, texts: readonly string[]): void {
  const content = { detail: true, level: 'exact' } as const;
  const { start, record } = exportFormats[kind];
  const logs = texts.map((text, index) => ({
    key: logOf(text, index).key,
    row: rowOf(text, index),
    detail: logOf(text, index),
  }));
  const text = start(content) + logs.map((log) => record(log, content).text).join('');
  if (kind === 'ndjson') {
    const records = parseNdjson(text) as { attack?: string }[];
    assert.deepEqual(
      records.map(({ attack }) => attack),
      [...texts],
    );
  } else {
    const [header = [], ...records] = parseCsv(text.slice(1));
    const column = header.indexOf('attack');
    for (const [index, sent] of texts.entries()) {
      const cell = records[index]?.[column] ?? 'no cell';
      assert.equal(cell.replaceAll("'", ''), sent.replaceAll("'", ''));
      for (const each of records[index] ?? [])
        assert.doesNotMatch(each, /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u);
    }
  }
}

/** Returns the text of Markdown outside fenced blocks and code spans. */
function outsideOfCode(markdown: string): string {
  const withoutBlocks = markdown.replace(/^(`{3,})[^\n`]*\n[\s\S]*?^\1`*$/gm, '');
  return withoutBlocks.replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
}

function toolSources(texts: readonly string[]): ToolSources {
  const metric = (text = '') => ({ total: 1, previous: text, changeRate: text, periodLabel: text });
  const counts = {
    range: { from: '2026-05-01', to: '2026-05-02' },
    totals: {
      visitors: metric(texts[0]),
      attackers: metric(texts[1]),
      maliciousIps: metric(texts[2]),
      bots: metric(texts[3]),
    },
    days: [],
    timeZone: texts[4] ?? '',
  } as unknown as Counts;
  const list = { total: texts.length, page: 1, perPage: 20 };
  const log = aLog({
    ...logOf(texts[0] ?? '', 1),
    request: { firstLine: texts[0], headers: texts.map((text) => [text, text] as const) },
  });
  const service = {
    domains: async () => ({ ...list, items: texts.map((name, index) => ({ index, name, other: { name } })) }),
    logs: async () => ({
      ...list,
      items: texts.map((text, idx) => ({ key: logOf(text, idx).key, row: rowOf(text, idx) })),
    }),
    log: async () => log,
    counts: async () => counts,
  } as unknown as LogService;
  return {
    connections: { list: () => [{ id: 'a', name: texts[0] ?? '' }] },
    services: {
      of: async () => service,
      filterNames: () => defaultConventions.logs.parameters,
      detectedType: () => defaultConventions.detail.detectedType,
      redaction: async () => essential,
    },
    logs: { bound: (target) => target, get: async () => log },
    toolWorkerFile: new URL('../../../src/lm/toolWorker.ts', import.meta.url),
    rows: new FoundRows(),
    today: () => '2026-05-20',
    zone: () => 'UTC',
  };
}
