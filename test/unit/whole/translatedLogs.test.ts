/**
 * Tests logs, their documents, copies, and exports in the pseudo-language: all text shown must be translated, except
 * for data.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as detectionView from '../../../src/detection/detectionView.ts';
import type * as ruleMatch from '../../../src/http/match.ts';
import type * as copyMessages from '../../../src/share/copyMessages.ts';
import type * as fileFault from '../../../src/share/export/fileFault.ts';
import type * as timeLeft from '../../../src/share/export/summaryText.ts';
import type * as summaryText from '../../../src/share/export/summaryText.ts';
import type { ToReport } from '../../../src/share/reportMessages.ts';
import type { TreeNode } from '../../../src/targets/nodes.ts';
import type * as l10n from '../../../src/text/l10n.ts';
import type { QuickInput, QuickPick } from '../../fakeEditor/quickInput.ts';
import { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import type { FakeWindow } from '../../fakeEditor/window.ts';
import { until } from '../../until.ts';
import { untranslated } from '../../untranslated.ts';
import { FaultyService } from './faultyService.ts';
import { messageTexts, openPseudo, promptTexts } from './pseudoWindow.ts';
import { childrenOf } from './readingPlaces.ts';

/** Texts that are the same in every language: from the service, from formats, and from the computer. */
const DATA = [
  /\b(?:cURL|HAR|JSON|CSV|NDJSON|kB|MB|HTTP\/[\d.]+|RFC)\b/,
  /https?:\/\/[\w./-]*/,
  /[\w-]+\.example\b/,
  'EMFILE',
];

type LogNode = TreeNode & { readonly kind: 'log' };

interface FactRow {
  readonly name: { readonly text: string };
  readonly note?: string;
}

interface Posted {
  readonly log?: { readonly tables: { readonly facts: { readonly rows: readonly FactRow[] } } };
  readonly state?: {
    readonly kind: string;
    readonly title: string;
    readonly headline?: string;
    readonly cause?: string;
    readonly log?: { readonly tables: { readonly facts: { readonly rows: readonly FactRow[] } } };
  };
}

describe('texts of logs in the pseudo-language', function () {
  this.timeout(60_000);
  const target = path.join(tmpdir(), `partner-logs-pseudo-${process.pid}.csv`);
  let service: FaultyService;
  let window: FakeWindow;
  let domain: TreeNode & { readonly kind: 'domain' };
  let logs: readonly LogNode[];
  /** The number of texts checked. */
  let seen = 0;

  before(async () => {
    service = await FaultyService.start();
    window = await openPseudo();
    const connection = { id: 'c', name: '0', baseUrl: `http://${service.host}` };
    await window.parts.keys.store(connection, service.key);
    await window.parts.connections.save(connection);
    const [first] = (await childrenOf(window)).filter((row) => row.kind === 'domain');
    assert.ok(first);
    domain = first;
    logs = (await childrenOf(window, domain)).filter((row) => row.kind === 'log');
    assert.ok(logs.length > 2);
  });

  after(async () => {
    rmSync(target, { force: true });
    window?.close();
    await service?.close();
    console.log(`${seen} texts of logs in the pseudo-language`);
  });

  afterEach(() => {
    for (const each of [...window.fake.inputs, ...window.fake.picks]) each.hide();
    Object.assign(window.fake, { takes: undefined, saveTo: undefined });
  });

  function check(texts: readonly (string | undefined)[], data: readonly (string | RegExp)[] = []): void {
    const given = texts.filter(Boolean);
    assert.ok(given.length > 0, 'There is no text.');
    seen += given.length;
    assert.deepEqual(untranslated(texts, [...DATA, ...data]), []);
  }

  const opened = (): QuickInput | QuickPick | undefined =>
    [...window.fake.inputs, ...window.fake.picks].findLast(({ isOpen }) => isOpen);

  async function lookAt(): Promise<QuickInput | QuickPick> {
    const prompt = await until('a prompt', opened);
    assert.ok(prompt);
    check(promptTexts(prompt));
    return prompt;
  }

  /** Selects a row in the open prompt and waits for the next one. */
  async function take(index: number): Promise<void> {
    const pick = opened() as QuickPick;
    const row = pick.items[index];
    assert.ok(pick.take((each) => each === row));
    await until('the end of the prompt', () => !pick.isOpen);
  }

  async function messages(): Promise<void> {
    await until('a message', () => window.fake.messages.length > 0);
    check(messageTexts(window));
  }

  const statuses = () => window.fake.statuses.splice(0);

  it('of a panel, also of a log that is gone', async () => {
    await window.run('partnerLogs.openDetectionLog', logs[0]);
    const panel = window.fake.panels.at(-1);
    assert.ok(panel);
    panel.say({ type: 'ready' });
    const posted = () => panel.posted as Posted[];
    await until('the log', () => posted().some(({ state }) => state?.kind === 'log'));
    const facts = posted().flatMap(({ state, log }) => (state?.log ?? log)?.tables.facts.rows ?? []);
    check(facts.flatMap(({ name, note }) => [name.text, note]));
    await window.run('partnerLogs.openInNewTab', {
      connectionId: 'c',
      key: { ...logs[1]?.key, idx: 987_654 },
    });
    const failed = window.fake.panels.at(-1);
    assert.ok(failed);
    failed.say({ type: 'ready' });
    await until('the failure', () =>
      (failed.posted as Posted[]).some(({ state }) => state?.kind === 'failed'),
    );
    const { state } = (failed.posted as Posted[]).at(-1) ?? {};
    check([state?.headline, state?.cause], [/RES\d+ “[^”]*”/, /\d{3}/]);
    for (const each of [...window.fake.panels]) each.dispose();
  });

  it('of the preview of a report, also of one that is no longer available', async () => {
    await window.run('partnerLogs.previewBugReport', logs[0]);
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    const stateOf = () => (panel.posted as ToReport[]).findLast((each) => each.type === 'show')?.state;
    for (const detail of ['exact', 'essential']) {
      const state = await until('the report', stateOf, (shown) => shown?.kind === 'report');
      assert.ok(state?.kind === 'report');
      check([state.title, state.shown.summary]);
      panel.posted.splice(0);
      panel.say({ type: 'detail', detail });
    }
    const restored = new WebviewPanel('partnerLogs.report', '');
    await window.parts.previews.deserializeWebviewPanel(restored as never, undefined);
    restored.say({ type: 'ready' });
    const gone = await until('the state', () => {
      const { state } = (restored.posted as Posted[]).at(-1) ?? {};
      return state?.kind === 'failed' ? state : undefined;
    });
    check([gone?.headline, gone?.cause]);
    restored.dispose();
    for (const each of [...window.fake.panels]) each.dispose();
  });

  it('of going from log to log', async () => {
    await window.run('partnerLogs.previousLog', logs[0]);
    check(statuses());
    const unknown = { connectionId: 'c', key: { ...logs[1]?.key, idx: 987_654 } };
    await window.run('partnerLogs.nextLog', unknown);
    check(statuses());
    await window.run('partnerLogs.revealInTree', unknown);
    await messages();
    await window.run('partnerLogs.findRoute', logs[0]);
    await messages();
  });

  it('of documents and comparing', async () => {
    await window.run('partnerLogs.compareLogs', logs[0], [logs[0], logs[0]]);
    await messages();
    const done = window.run('partnerLogs.compareLogs', logs[0], [logs[0], logs[1]]);
    await lookAt();
    opened()?.hide();
    await done;
    const provider = window.fake.providers.get('partner-log');
    const { Uri } = await import('../../fakeEditor/uri.ts');
    await assert.rejects(
      async () =>
        provider?.provideTextDocumentContent(
          Uri.from({ scheme: 'partner-log', path: '/99/1.partnerlog' }),
          window.fake.token(),
        ),
      ({ message }: Error) => {
        check([message]);
        return true;
      },
    );
  });

  for (const format of ['BugReport', 'Curl', 'CurlPowerShell', 'Har', 'Json']) {
    it(`of copying (${format}), while what is copied stays English`, async () => {
      await window.run(`partnerLogs.copy${format}`, logs[0]);
      await messages();
      assert.doesNotMatch(window.fake.clipboard.normalize('NFD'), /[A-Za-z]\u0301[A-Za-z]\u0301/);
      await window.run(`partnerLogs.copy${format}`, logs[0], [logs[0], logs[1]]);
      await messages();
    });
  }

  it('of links and raw data', async () => {
    await window.run('partnerLogs.copyLink', logs[0]);
    await window.run('partnerLogs.copyLink', logs[0], [logs[0], logs[1]]);
    await window.run('partnerLogs.copyRawData', logs[0]);
    check(statuses());
    window.fake.saveTo = target;
    await window.run('partnerLogs.saveRawData', logs[0]);
    await messages();
    window.fake.saveTo = tmpdir();
    await window.run('partnerLogs.saveRawData', logs[0]);
    await messages();
  });

  it('of an issue', async () => {
    const done = window.run('partnerLogs.createIssue', logs[0]);
    const input = await lookAt();
    for (const wrong of ['x', 'https://a:b@a.example/a/b', 'https://a.example']) {
      input.type(wrong);
      input.accept();
      await until('a problem', () => input.validationMessage);
      check(promptTexts(input));
    }
    input.type('https://a.example/a/b');
    input.accept();
    await done;
    await messages();
  });

  it('of exports', async () => {
    let done = window.run('partnerLogs.exportLogs', domain);
    for (const row of [0, 0, 1]) {
      await lookAt();
      window.fake.saveTo = target;
      await take(row);
    }
    await done;
    await messages();
    done = window.run('partnerLogs.exportLogs', logs[0], [logs[0], logs[1]]);
    for (const row of [1, 1]) {
      await lookAt();
      await take(row);
    }
    await lookAt();
    window.fake.saveTo = tmpdir();
    await take(0);
    await done;
    await messages();
  });

  it('of tools: what is asked of the person', async () => {
    for (const tool of window.fake.tools.values()) {
      const asked = (await tool.prepareInvocation({ input: {} })) as unknown as {
        readonly invocationMessage: string;
        readonly confirmationMessages: {
          readonly title: string;
          readonly message: { readonly value: string };
        };
      };
      const { title, message } = asked.confirmationMessages;
      check([asked.invocationMessage, title, message.value]);
    }
  });

  it('that need what no ordinary log has', async () => {
    const { local, message } = await window.load<typeof l10n>('text/l10n.ts');
    const { LOOKING } = await window.load<typeof detectionView>('detection/detectionView.ts');
    const { describeMatch } = await window.load<typeof ruleMatch>('http/match.ts');
    assert.ok('text' in Object(LOOKING.matching));
    const match = { start: 1, end: 2, place: message('Path'), named: false, layers: ['0'] };
    for (const how of ['exact', 'decoded', 'case-folded', 'decoded and case-folded'] as const)
      check([local(describeMatch({ ...match, how }))]);
    const copy = await window.load<typeof copyMessages>('share/copyMessages.ts');
    const unusual = { nuls: 1, loneSurrogates: 2 };
    check([
      copy.rawDataProblem('', unusual),
      copy.rawDataProblem('x', unusual),
      copy.tooLong('bugReport', 2 ** 26),
      copy.tooLong(undefined, 2 ** 26),
      copy.rawDataCopied('x'),
      copy.savedMessage(1),
      copy.savedMessage(2, unusual),
      ...copy.hiddenValues({ hidden: 1 }),
      ...copy.hiddenValues({ hidden: 2 }),
    ]);
    const { summaryText: summary } = await window.load<typeof summaryText>('share/export/summaryText.ts');
    const none = { logs: 1, bytes: 1, failed: 1, longCells: 1, leftOut: 0 };
    const flags = {
      mayMissRows: true,
      hasUnreadable: true,
      ignoresPaging: true,
      notApplied: [],
      doubtful: [],
    };
    const [kind, large] = ['csv', { ...none, ...flags, bytes: 1e6 }] as const;
    check([
      summary({ ...none, ...flags }, { kind, level: 'essential' }),
      summary(large, { kind, level: 'exact' }),
    ]);
    const { timeLeft: left } = await window.load<typeof timeLeft>('share/export/summaryText.ts');
    check([left(90, 100, 9_000), left(50, 100, 12_000), left(10, 100, 20_000), left(1, 1_000, 20_000)]);
    const { describeFileFault } = await window.load<typeof fileFault>('share/export/fileFault.ts');
    const codes =
      'ENOSPC EDQUOT EFBIG ENOENT EACCES EPERM EROFS EISDIR NOT_A_FILE DANGLING_LINK EBUSY EIO EMFILE';
    check(
      codes
        .split(' ')
        .map((code) => describeFileFault(Object.assign(new Error('0'), { code, syscall: 'open' }))),
    );
  });
});
