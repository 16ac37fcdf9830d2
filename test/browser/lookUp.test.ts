import assert from 'node:assert/strict';
import type { FakeService } from '../fakeService.ts';
import { openConnected } from './connecting.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

const SHOP = 1001;

describe('From a text to its log', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;
  let text: string;

  before(async () => {
    ({ service, editor } = await openConnected());
    text = await blockPage(1300);
  });

  /** Returns the text of a block page for a log of the sample. */
  async function blockPage(idx: number): Promise<string> {
    const url = `${service.baseUrl}/partner/logs/detailed_log/${SHOP}?idx=${idx}&detected_type=WAF`;
    const answer = await fetch(url, { headers: { 'X-Service-Key': service.key } });
    const { data } = (await answer.json()) as {
      data: { detailed_info: { req_line_headers: Record<string, string> } };
    };
    const { 'Request-Line': line = '', 'X-Forwarded-For': address } = data.detailed_info.req_line_headers;
    const [, target] = line.split(' ');
    return `Access to https://shop.example${target} was blocked.\nYour address: ${address}\nEvent ID: ${idx}\nStatus: 403`;
  }

  const tab = (idx: number) => editor.tabs().filter({ hasText: new RegExp(`shop\\.example ${idx}$`) });

  /** Selects a text in an editor and runs the command. */
  async function find(text: string): Promise<void> {
    const { page: window } = editor;
    await editor.command('New Untitled Text File', 'File');
    await editor.editorLines().first().waitFor();
    await window.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await window.keyboard.press('Control+v');
    await editor
      .editorLines()
      .first()
      .filter({ hasText: text.slice(0, 10) })
      .waitFor();
    await window.keyboard.press('Control+a');
    await editor.command('Find Selection in Logs');
  }

  it('opens the log of a block page at once', async () => {
    await find(text);
    await tab(1300).waitFor();
  });

  it('offers the log of a number beside words first', async () => {
    const { quickInput } = editor;
    // The number is looked up in the current domain.
    await clickRow(editor.tree('Domains').row('shop.example'));
    await find('Event ID: 1301');
    await quickInput.title.filter({ hasText: 'Choose a Log' }).waitFor();
    await quickInput.rows.first().filter({ hasText: '1301' }).waitFor();
    await editor.page.keyboard.press('Enter');
    await tab(1301).waitFor();
  });

  it('opens a log by domain and number, and searches for a text without a number', async () => {
    const { quickInput } = editor;
    await find('shop.example/1302');
    await tab(1302).waitFor();
    await find('AxiosError: Request failed with status code 403 at 203.0.113.9');
    await quickInput.title.filter({ hasText: 'Search Detection Logs of All Domains' }).waitFor();
    assert.equal(await quickInput.input.inputValue(), '203.0.113.9');
    await quickInput.cancel();
  });

  it('takes a typed reference', async () => {
    await editor.command('Open Detection Log…');
    await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await editor.quickInput.answer('shop.example/1303');
    await tab(1303).waitFor();
  });
});
