import assert from 'node:assert/strict';
import type { ReportPreviews } from '../../../src/share/reportPreviews.ts';
import type { Uri } from '../../fakeEditor/uri.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

const target = { connectionId: 'a', key: { domain: 7, idx: 42, detectedType: 'WAF' } };

describe('ReportPreviews', () => {
  const windows: FakeWindow[] = [];

  afterEach(() => {
    for (const window of windows.splice(0)) {
      window.fake.commands.delete('markdown.showPreviewToSide');
      window.close();
    }
  });

  /** Opens a window and collects the documents that are opened in the editor's preview. */
  async function openWindow(number: number) {
    const window = await FakeWindow.open(plainProfile(), number);
    windows.push(window);
    const shown: Uri[] = [];
    window.fake.commands.set('markdown.showPreviewToSide', async (uri) => {
      shown.push(uri as Uri);
    });
    const provider = window.fake.providers.get('partner-log-report') ?? assert.fail();
    const textOf = (uri: Uri) => provider.provideTextDocumentContent(uri, window.fake.token());
    return { previews: window.parts.previews as ReportPreviews, shown, textOf };
  }

  it('shows a report that is made again as another document of the same name, which the editor draws', async () => {
    const { previews, shown, textOf } = await openWindow(1);
    await previews.show(target, '# one');
    await previews.show(target, '# two');
    const [one, two] = shown;
    assert.ok(one && two);
    assert.equal(one.path, two.path);
    assert.notEqual(one.toString(), two.toString());
    assert.equal(await textOf(two), '# two');
  });

  it('shows a report after a reload as another document than the preview that was restored', async () => {
    const before = await openWindow(1);
    await before.previews.show(target, '# one');
    const after = await openWindow(2);
    const [restored] = before.shown;
    assert.ok(restored);
    assert.match(String(await after.textOf(restored)), /no longer available/);
    await after.previews.show(target, '# one');
    const [again] = after.shown;
    assert.ok(again);
    assert.notEqual(again.toString(), restored.toString());
    assert.equal(await after.textOf(again), '# one');
  });
});
