/**
 * Tests connections, setup, counts, and faults in the pseudo-language: all text shown must be translated, except for
 * data.
 */
import assert from 'node:assert/strict';
import { pseudo } from '../../../scripts/l10n.mjs';
import type { Row } from '../../fakeEditor/quickInput.ts';
import type { FakeWindow } from '../../fakeEditor/window.ts';
import { until } from '../../until.ts';
import { untranslated } from '../../untranslated.ts';
import { response } from '../service/loopback.ts';
import { type Differences, startDifferingService } from '../setup/differingService.ts';
import { FaultyService } from './faultyService.ts';
import { messageTexts, openPseudo, promptTexts } from './pseudoWindow.ts';
import { childrenOf } from './readingPlaces.ts';

/** Names from the service, the user, and the conventions. */
const DATA = [
  /^GET \/\S+$/,
  '&nbsp;',
  'keyHeader, success, domains, logs, detail, counts',
  /\bpartnerLogs\.conventions\b(?:\["[^"]*"\])?[\w.]*/,
  /https?:\/\/[\w.:[\]/-]*/,
  /\b127\.0\.0\.1:\d+|localhost|\[::1\]/,
  /[\p{L}\p{M}\d.-]+\.(?:example|invalid|com)\b(?::\d+)?/u,
  /\b(?:domains|logs|detail|counts)\.\w+(?:\.\w+)?/,
  /“[A-Za-z_/-]*”/,
  /\b(?:milli)?seconds\b/,
  /\/(?:partner|api|v\d)[\w/:-]*/,
  /(?<=\s)\/[a-z][\w/:?…-]*/,
  /\bRES\d+|“[A-Z][\w ]*”/,
  /\b(?:UTC|YYYY[\w/:. -]*|X-[\w-]+|Authorization: Bearer|ECONNREFUSED|keyHeader)\b/,
  /:user_domain_idx/,
  /\bdata\.items\S*(?: \| \w+)*/,
  /"(?:page|offset)"/,
];

const opened = ({ fake }: FakeWindow) => [...fake.inputs, ...fake.picks].findLast(({ isOpen }) => isOpen);

describe('texts in the pseudo-language', function () {
  this.timeout(60_000);
  let service: FaultyService;
  let window: FakeWindow;
  /** The number of texts checked. */
  let seen = 0;

  before(async () => {
    service = await FaultyService.start();
    window = await openPseudo();
    const connection = { id: 'c', name: '0', baseUrl: `http://${service.host}` };
    await window.parts.keys.store(connection, service.key);
    await window.parts.connections.save(connection);
  });

  after(async () => {
    window?.close();
    await service?.close();
    console.log(`${seen} texts in the pseudo-language`);
  });

  afterEach(() => {
    for (const each of [...window.fake.inputs, ...window.fake.picks]) each.hide();
    service.misbehave = undefined;
    service.drop();
  });

  function check(texts: readonly (string | undefined)[]): void {
    seen += texts.filter(Boolean).length;
    assert.deepEqual(untranslated(texts, DATA), []);
  }

  const prompt = () => until('a prompt', () => opened(window));

  /** Checks the open prompt and all messages so far. */
  async function look(): Promise<void> {
    const shown = await prompt();
    await until('the prompt to be filled', () => !shown?.busy || !shown.isOpen);
    if (shown) check(promptTexts(shown));
    check(messageTexts(window));
  }

  /** Types an answer that is rejected, and checks the reason. */
  async function refused(answer: string): Promise<void> {
    const input = (await prompt()) ?? assert.fail();
    input.type(answer);
    input.accept();
    await until('a problem', () => input.validationMessage);
    check(promptTexts(input));
  }

  async function answer(text: string): Promise<void> {
    const input = (await prompt()) ?? assert.fail();
    input.type(text);
    input.accept();
    await until('the next prompt', () => opened(window) !== input);
  }

  async function take(fits: (row: Row) => boolean): Promise<void> {
    await until('the row', () => window.fake.picks.findLast(({ isOpen }) => isOpen)?.take(fits) === true);
  }

  const leave = () => opened(window)?.hide();

  it('of a window without connections', async () => {
    const empty = await openPseudo(2);
    const done = empty.run('partnerLogs.openCounts');
    const pick = await until('the prompt', () => opened(empty));
    if (pick) check(promptTexts(pick));
    pick?.hide();
    await done;
    empty.close();
  });

  it('of adding a connection, with all that can be wrong', async () => {
    const done = window.run('partnerLogs.addConnection');
    await look();
    const wrong = [
      'x',
      'ftp://a.example',
      'http://a.example',
      'https://a:b@a.example',
      'https://a.example/?x',
    ];
    for (const address of wrong) await refused(address);
    await answer(`http://${service.host}`);
    await look();
    for (const key of ['', 'a b']) await refused(key);
    await refused('another-key');
    await answer(service.key);
    await look();
    await refused('');
    leave();
    await done;
  });

  it('of changing and removing connections', async () => {
    const target = { connectionId: 'c' };
    let done = window.run('partnerLogs.editConnection', target);
    await look();
    await answer('http://localhost:1');
    await look();
    await refused('another-key');
    leave();
    await done;
    done = window.run('partnerLogs.replaceKey', target);
    await look();
    leave();
    await done;
    await window.run('partnerLogs.removeConnection', target);
    check(messageTexts(window));
    await window.run('partnerLogs.useSampleData');
    await window.run('partnerLogs.replaceKey', { connectionId: 'sample' });
    await window.run('partnerLogs.removeConnection', { connectionId: 'sample' });
    check(messageTexts(window));
    check(window.parts.connections.list().map(({ name }) => (name === '0' ? '' : name)));
    for (const panel of window.fake.panels) panel.dispose();
    await window.run('partnerLogs.clearRecent');
    done = window.run('partnerLogs.openCounts');
    await look();
    leave();
    await done;
    await window.parts.connections.remove('sample');
  });

  it('of links', async () => {
    const { Links } = await window.load<typeof import('../../../src/targets/links.ts')>('targets/links.ts');
    const links = new Links(window.parts.connections);
    const link = (base: string) =>
      `vscode://partner-logs.partner-logs/log?base=${encodeURIComponent(base)}&domain=1&idx=1&type=WAF`;
    await links.fromLink(link('https://elsewhere.example'));
    await links.fromLink(link('sample:'));
    check(messageTexts(window).map((text) => text.replace('sample:', '')));
  });

  it('of the choice of a domain', async () => {
    const done = window.run('partnerLogs.exportLogs');
    await look();
    leave();
    await done;
  });

  it('of the status bar', async () => {
    window.fake.settings['partnerLogs.statusBar.warnAbove'] = 1;
    for (const domain of (await childrenOf(window)).slice(0, 2))
      await window.run('partnerLogs.pinDomain', domain);
    const item = window.fake.statusItems.get('partnerLogs.attackers') ?? assert.fail();
    const texts = () => [
      item.text,
      item.name,
      item.accessibilityInformation?.label,
      item.tooltip?.value.replaceAll('\\', ''),
    ];
    check(texts());
    await window.parts.counts.refresh();
    await until('the counts', () => /\d/.test(item.text));
    check(texts());
    service.misbehave = (socket) => void socket.write(response('500 Down', ''));
    await window.parts.counts.refresh();
    await until('a warning', () => item.text.includes('$(warning)'));
    check(texts());
    service.misbehave = undefined;
    service.drop();
    Object.assign(window.fake, { settings: {} });
  });

  /** Returns the extension's own texts in the messages to a panel; the names of its states and spans are not texts. */
  function postedTexts(posted: unknown, name = ''): string[] {
    if (typeof posted === 'string')
      return /^(?:headline|cause|next|problem|notes|asOf)$/.test(name) ? [posted] : [];
    if (Array.isArray(posted)) return posted.flatMap((each) => postedTexts(each, name));
    return Object.entries(Object(posted)).flatMap(([key, value]) => postedTexts(value, key));
  }

  it('of the counts panels', async () => {
    const [domain] = (await childrenOf(window)).filter(({ kind }) => kind === 'domain');
    await window.run('partnerLogs.openCounts', domain);
    const pick = window.run('partnerLogs.openCounts', 'pinned');
    await look();
    leave();
    await pick;
    const [panel = assert.fail()] = window.fake.panels.filter(
      ({ viewType }) => viewType === 'partnerLogs.counts',
    );
    panel.say({ type: 'ready' });
    await until('the counts', () => JSON.stringify(panel.posted.at(-1))?.includes('"values"'));
    check([panel.title, ...postedTexts(panel.posted.at(-1))]);
    service.misbehave = (socket) => void socket.write(response('500 Down', ''));
    panel.say({ type: 'choose', span: 'last7' });
    await until('the fault', () => JSON.stringify(panel.posted.at(-1))?.includes('"failed"'));
    check(postedTexts(panel.posted.at(-1)));
    service.misbehave = undefined;
    service.drop();
    panel.dispose();
  });

  it('of what is odd in counts', async () => {
    const { countsView } =
      await window.load<typeof import('../../../src/counts/countsView.ts')>('counts/countsView.ts');
    const { rangeProblem } =
      await window.load<typeof import('../../../src/counts/countsRange.ts')>('counts/countsRange.ts');
    const total = { total: -1, previous: null, changeRate: null, periodLabel: null };
    const totals = { visitors: total, attackers: total, maliciousIps: total, bots: total };
    const [from, to] = ['2026-05-01', '2026-05-02'];
    const day = (date: string, visitors: number) => ({
      date,
      visitors,
      attackers: 1,
      maliciousIps: 1,
      bots: 1,
    });
    const days = ['03', '04', '05', '06'].flatMap((each) =>
      [1, 2].map((count) => day(`2026-05-${each}`, count)),
    );
    const asked = { from, to: from };
    for (const sent of [days, []]) {
      const counts = { range: { from, to }, totals, days: sent, timeZone: '?' };
      const { notes } = countsView(counts, asked, new Date());
      assert.ok(notes.length >= 3);
      check(notes);
    }
    const ranges = [
      ['', ''],
      ['2020-01-01', to],
      [from, '2030-01-01'],
      [to, from],
    ];
    check(ranges.map(([first = '', last = '']) => rangeProblem({ from: first, to: last }, '2026-05-31')));
  });

  const services: Record<string, Differences> = {
    works: {},
    'takes the key elsewhere': { keyHeader: 'X-Api-Key' },
    'pages by offset': { paging: 'offset' },
    'has other paths': { prefix: '/elsewhere' },
    'refuses parameters': { refused: { attack_logs: ['page'] } },
    'has other fields': { domain: ({ domain }) => ({ site_no: 7, hostname: domain }) },
  };
  for (const [what, differences] of Object.entries(services)) {
    it(`of the diagnosis of a service that ${what}`, async () => {
      const differing = await startDifferingService(differences);
      const connection = { id: 'd', name: '0', baseUrl: differing.baseUrl };
      await window.parts.keys.store(connection, differing.key);
      await window.parts.connections.save(connection);
      const done = window.run('partnerLogs.diagnoseConnection', { connectionId: 'd' });
      await look();
      const pick = window.fake.picks.findLast(({ isOpen }) => isOpen);
      const first = pick?.items.find(({ iconPath }) => iconPath?.id === 'clippy');
      assert.ok(first);
      await take(({ label }) => label === first.label);
      await done;
      check(messageTexts(window));
      const path = pick?.items.find(({ label }) =>
        label.includes(pseudo('Enter the path of the list of domains…')),
      );
      if (path) {
        const again = window.run('partnerLogs.diagnoseConnection', { connectionId: 'd' });
        await look();
        await take(({ label }) => label === path.label);
        await until('the path', () => window.fake.inputs.some(({ isOpen }) => isOpen));
        await look();
        await refused('no path');
        leave();
        await again;
      }
      await window.parts.connections.remove('d');
      await differing.close();
    });
  }

  it('of what is wrong with an answer, or with the conventions', async () => {
    const { describeFault } =
      await window.load<typeof import('../../../src/service/faults.ts')>('service/faults.ts');
    const { local } = await window.load<typeof import('../../../src/text/l10n.ts')>('text/l10n.ts');
    const { parseJson } =
      await window.load<typeof import('../../../src/service/answers/json.ts')>('service/answers/json.ts');
    const { decodeCounts } = await window.load<typeof import('../../../src/service/answers/decodeCounts.ts')>(
      'service/answers/decodeCounts.ts',
    );
    const { bodyOf } = await window.load<typeof import('../../../src/service/answers/envelope.ts')>(
      'service/answers/envelope.ts',
    );
    const { resolveConventions } =
      await window.load<typeof import('../../../src/service/conventions.ts')>('service/conventions.ts');
    const said = (work: () => unknown) => {
      try {
        work();
      } catch (fault) {
        const { headline, cause, next } = describeFault(fault, local);
        // Names of fields in a path.
        return [headline.replace(/\bdata(?:\.\w+|\[\d+\])*|\bmessage\b(?:\.\w+)?/g, ''), cause, next?.title];
      }
      return assert.fail('should have failed');
    };
    const answers = ['', '[]', '1', '{', 'x', '[[[', '{"message":7}', `${'['.repeat(200)}${']'.repeat(200)}`];
    const answer = (status: number, text: string) =>
      bodyOf({ status, text, contentType: undefined, retryAfter: '3' }, [], Date.now);
    check(answers.flatMap((text) => said(() => answer(200, text))));
    check(said(() => answer(503, '')));
    check(said(() => parseJson(`[${'1,'.repeat(250_001)}1]`)));
    const many = Array(10_001).fill({});
    check(
      [{}, { search_term: { from: 1 } }, { total_log: many }].flatMap((data) =>
        said(() => decodeCounts(data, { from: '2026-01-01', to: '2026-01-02' })),
      ),
    );
    const bad = [
      7,
      { nothing: 1 },
      { keyHeader: ' ' },
      { logs: { path: 'x', paging: 7 } },
      { logs: { paging: 7 } },
    ];
    const base = 'https://a.example';
    check(bad.flatMap((part) => said(() => resolveConventions({ [base]: part }, base))));
  });
});
