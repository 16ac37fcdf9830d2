/** Measures the time from a click on a log's row to its content, compared with the minimum for any panel. */
import { openEditor } from '../browser/host.ts';
import { pointAt } from '../browser/hostRows.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { report, timesOf } from './compare.ts';
import { packWebview, timeClick } from './hostExtensions.ts';

const ROUNDS = 10;

describe('In the editor', () => {
  let editor: EditorWindow;

  before(async () => {
    editor = await openEditor({
      extensions: [await packWebview()],
      viewport: { width: 1280, height: 1600 },
    });
    await editor.openViews();
  });

  after(() => editor?.close());

  it('paints a log', async () => {
    const { page } = editor;
    await editor.command('Explore Sample Data');
    await editor.tabs().first().waitFor();
    await editor.command('Close All Editors', 'View');
    let next = 1;
    const variants = {
      'an empty webview': async () => {
        await pointAt(editor.tree('Bench').row('Empty Webview'));
        return timeClick(page, 'p');
      },
      'a detection log, asked of the sample service': async () => {
        await pointAt(editor.tree('Domains').logs.nth(next++));
        return timeClick(page, '.columns');
      },
    };
    const times = await timesOf(variants, ROUNDS, async (open) => {
      const milliseconds = Number(await open());
      await editor.command('Close All Editors', 'View');
      return milliseconds;
    });
    report('From the click to content in a new panel', times);
  });
});
