/**
 * Five stories as a screen reader gets them, compared with the texts in `transcripts`. PARTNER_LOGS_KEPT=update replaces
 * these.
 */
import type { Frame } from 'playwright-core';
import { pageData, success } from '../../src/sample/answers.ts';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { openEditor } from './host.ts';
import { panelFocused } from './hostPanels.ts';
import type { EditorWindow } from './hostWindow.ts';
import { Transcript } from './transcript.ts';

const TODAY = new Date().toISOString().slice(0, 10);

const row = (idx: number, attack: string, uri: string, facts: Readonly<Record<string, string>>) => ({
  idx,
  attack,
  uri,
  log_time: `${TODAY} 00:00:0${idx % 10}`,
  action: 'Blocked',
  detected_type: 'WAF',
  country: 'Korea',
  country_code: 'KR',
  ip: `203.0.113.${idx % 10}`,
  ...facts,
});

const LOGS = [
  row(1009, 'SQL Injection', '/api/cart/coupon', { detected_value: "' OR 1=1--" }),
  row(1008, 'Cross Site Scripting', '/search', {
    detected_value: '<script>alert(1)</script>',
    action: 'Detected',
  }),
  row(1007, 'SQL Injection', '/login', { detected_value: "admin'--" }),
  row(1006, 'Directory Traversal', '/files', {
    detected_value: '../../etc/passwd',
    country: 'Japan',
    country_code: 'JP',
  }),
  row(1005, 'SQL Injection', '/login', { detected_value: "' OR 'a'='a", action: 'Detected' }),
];

const COUPON = {
  req_line_headers: {
    'Request-Line': 'POST /api/cart/coupon?ref=8f2c9d1e77aa HTTP/1.1',
    Host: 'shop.example',
    Cookie: 'session=kJ8sd9fKJsdf98sdf; theme=dark',
    'Content-Type': 'application/json',
  },
  raw_data: [
    'POST /api/cart/coupon?ref=8f2c9d1e77aa HTTP/1.1',
    'Host: shop.example',
    'Cookie: session=kJ8sd9fKJsdf98sdf; theme=dark',
    'Content-Type: application/json',
    'Content-Length: 65',
    '',
    '{"coupon":"SAVE\' OR 1=1--","note":"call me at noon","qty":3}',
  ].join('\r\n'),
  basestr: 'Detected pattern "\' OR 1=1--" in JSON field coupon',
};

/** Returns the requested page of the logs that match a filter. */
function listed(query: URLSearchParams) {
  const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 20)];
  const isWanted = (name: string, value: string) => [null, '', value].includes(query.get(name));
  const [from, to] = [query.get('from') ?? '', query.get('to') || '9'];
  const logs = LOGS.filter(
    ({ log_time, attack, ip, uri, ...others }) =>
      from <= dayIn(log_time) &&
      dayIn(log_time) <= to &&
      isWanted('attack', attack) &&
      isWanted('ip', ip) &&
      uri.includes(query.get('uri') ?? '') &&
      Object.values({ attack, ip, uri, ...others })
        .join()
        .includes(query.get('keyword') ?? ''),
  );
  return pageData(logs.slice((number - 1) * size, number * size), logs.length, number, size);
}

const dayIn = (time: string) => time.slice(0, 10).replaceAll('-', '');

const FILES = {
  req_line_headers: {
    'Request-Line': 'GET /files?name=..%2F..%2Fetc%2Fpasswd HTTP/1.1',
    Host: 'shop.example',
  },
  raw_data: 'GET /files?name=..%2F..%2Fetc%2Fpasswd HTTP/1.1\r\nHost: shop.example\r\n\r\n',
  basestr: 'Detected pattern "../../etc/passwd" in parameter name',
};

describe('Stories as a screen reader gets them', function () {
  this.timeout(600_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    service = await FakeService.start({
      domains: ['shop.example'],
      logs: LOGS,
      details: new Map([
        [1009, COUPON],
        [1006, FILES],
      ]),
    });
    service.respond = ({ url }, usual) =>
      url.pathname.includes('/attack_logs/') ? success(listed(url.searchParams)) : usual();
    editor = await openEditor();
    await editor.openViews();
    await welcome().waitFor({ timeout: 180_000 });
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const press = (key: string) => editor.page.keyboard.press(key);
  const welcome = () => editor.tree('Domains').view.getByRole('button', { name: 'Add Connection' });

  /** Waits for the panel that contains an element, and returns its page. */
  function panelWith(selector: string): Promise<Frame> {
    return until(`the panel with ${selector}`, async () => {
      for (const frame of editor.page.frames())
        if (
          await frame
            .locator(selector)
            .first()
            .isVisible()
            .catch(() => false)
        )
          return frame;
      return undefined;
    }) as Promise<Frame>;
  }

  /** Waits for a log's panel, including its similar requests. */
  async function log(idx: number): Promise<Frame> {
    await editor
      .tabs()
      .filter({ hasText: String(idx) })
      .waitFor();
    const panel = await panelWith('#match');
    await panel
      .locator('.similar')
      .filter({ hasText: /in \d+ days/ })
      .waitFor();
    return panel;
  }

  /** Connects by typing, unless the editor is connected. */
  async function connect(story?: Transcript): Promise<void> {
    const { quickInput } = editor;
    const tree = editor.tree('Domains');
    if (await tree.row('shop.example').isVisible()) return;
    const prompt = { Prompt: editor.page.locator('.quick-input-widget') };
    await editor.command('Add Connection…');
    await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
    await quickInput.focused();
    await story?.add('Run “Add Connection…”', prompt);
    await quickInput.answer(service.baseUrl);
    await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
    await story?.add('Enter the address', prompt);
    await quickInput.answer(service.key);
    await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
    await story?.add('Enter the key', prompt);
    await quickInput.answer('My Service');
    await log(1009);
  }

  async function closeAll(): Promise<void> {
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
  }

  async function open(idx: number): Promise<Frame> {
    await editor.command('Open Detection Log…');
    await editor.quickInput.answer(`shop.example/${idx}`);
    return log(idx);
  }

  /** Begins a story in an editor that is connected and has no open editors. */
  async function begin(name: string): Promise<Transcript> {
    const story = new Transcript(editor.page, name);
    await connect();
    await closeAll();
    return story;
  }

  it('connect and open the first log', async () => {
    const story = new Transcript(editor.page, 'connect-and-open-the-first-log');
    const { view } = editor.tree('Domains');
    await welcome().focus();
    await view.getByRole('button', { name: 'Collapse All' }).waitFor();
    await story.add('Open the views', { Domains: view });
    await connect(story);
    await story.add('Enter the name', { Domains: view.getByRole('tree') });
    await press('ArrowDown');
    await story.add('Press the down arrow');
    await press('Enter');
    await panelFocused(editor.page);
    const panel = await log(1009);
    await story.add('Press Enter', {
      Panel: panel.locator('.toolbar, .summary, .match, .similar'),
    });
    await story.check();
  });

  it('find a log from the palette by its number', async () => {
    const story = await begin('find-a-log-by-its-number');
    const prompt = { Prompt: editor.page.locator('.quick-input-widget') };
    await editor.command('Open Detection Log…');
    await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await story.add('Run “Open Detection Log…”', prompt);
    await editor.quickInput.typeKeys('1006');
    await editor.quickInput.rows.first().filter({ hasText: 'shop.example' }).waitFor();
    await story.add('Type its number', prompt);
    await press('Enter');
    const panel = await log(1006);
    await panelFocused(editor.page);
    await story.add('Press Enter', { Panel: panel.locator('.toolbar, .summary, .match, .similar') });
    await story.check();
  });

  it('read the match in the panel and copy the report', async () => {
    const story = await begin('read-the-match-and-copy-the-report');
    const panel = await open(1009);
    await panelFocused(editor.page);
    await story.add('Read the panel of a log', { Panel: panel.locator('body') });
    await press('Enter');
    await story.add('Press Enter, which shows the match in the raw data');
    await panel.getByRole('button', { name: 'Report' }).press('Enter');
    await story.add('Open the menu “Report”', { Menu: panel.getByRole('menu', { name: 'Report' }) });
    await press('Enter');
    await editor.notification('Copied as bug report').waitFor();
    await story.add('Copy the report');
    await editor.command('Clear All Notifications', 'Notifications');
    await story.check();
  });

  it('filter, group, select, and copy in the table', async () => {
    const story = await begin('filter-group-select-and-copy-in-the-table');
    const tree = editor.tree('Domains');
    await tree.action('Open Logs in Table', tree.row('shop.example'));
    const panel = await panelWith('.line.log');
    await panelFocused(editor.page);
    const grid = panel.locator('.grid');
    const status = panel.locator('.status');
    const shown = { Status: status, Rows: panel.locator('.lines') };
    await story.add('Run “Open Logs in Table”', {
      Toolbar: panel.locator('.toolbar'),
      Status: status,
      Table: grid,
    });
    await press('Control+f');
    await editor.page.keyboard.insertText('login');
    await panel.locator('.grid[aria-busy=false] .line.log').nth(2).waitFor({ state: 'detached' });
    await press('Enter');
    await panel.locator('.chip').waitFor();
    await story.add('Search for “login”, and press Enter', { Filter: panel.locator('.chips'), ...shown });
    await panel.getByRole('button', { name: /^Remove the filter/ }).press('Enter');
    await panel.locator('.line.log').nth(4).waitFor();
    await story.add('Remove the filter', { Filter: panel.locator('.chips'), Status: status });
    await panel.getByRole('combobox', { name: 'Group by' }).focus();
    await panel.getByRole('combobox', { name: 'Group by' }).selectOption('rule');
    await panel.locator('.group-line').nth(1).waitFor();
    await story.add('Group by rule', shown);
    await grid.press('Home');
    await press('ArrowRight');
    await panel.locator('.line.log').nth(2).waitFor();
    await story.add('Go to the rows, and expand the first group', shown);
    await press('ArrowDown');
    await story.add('Press the down arrow');
    await press('Shift+ArrowDown');
    await status.filter({ hasText: '2 selected' }).waitFor();
    await story.add('Select the next row as well', { Status: status });
    await press('Control+c');
    await until(
      'the copy',
      () => editor.clipboard(),
      (text) => text.includes('/login'),
    );
    await story.add('Copy');
    await story.check();
  });

  it('show and hide values in the preview of a report', async () => {
    const story = await begin('show-and-hide-values-in-a-report');
    const tree = editor.tree('Domains');
    await tree.expand(tree.row('shop.example'));
    await tree.menu(tree.logs.first(), 'Preview Bug Report');
    const panel = await panelWith('.report-value');
    await panelFocused(editor.page);
    await story.add('Run “Preview Bug Report”', { Panel: panel.locator('body') });
    await panel.locator('.report-value').first().focus();
    await story.add('Go to the first value');
    await press('Enter');
    await panel.getByRole('menuitem', { name: 'Show This Value' }).and(panel.locator(':focus')).waitFor();
    await story.add('Press Enter', { Menu: panel.getByRole('menu') });
    await press('Enter');
    await panel.locator('.report-value.shown').and(panel.locator(':focus')).waitFor();
    await story.add('Show the value');
    await press('Enter');
    await panel.getByRole('menuitem', { name: 'Hide Again' }).and(panel.locator(':focus')).waitFor();
    await press('Enter');
    await panel.locator('.report-value:not(.shown)').and(panel.locator(':focus')).waitFor();
    await story.add('Hide it again');
    await story.check();
  });
});
