import assert from 'node:assert/strict';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Activation: a new window', () => {
  let editor: EditorWindow;

  before(async () => {
    editor = await openEditor();
  });

  after(() => editor?.close());

  it('has Partner Logs in the activity bar, with a welcome and its first steps', async () => {
    await editor.openViews();
    const { view } = editor.tree('Domains');
    await view.getByRole('button', { name: 'Add Connection' }).waitFor();
    await view.getByRole('button', { name: 'Explore sample data' }).waitFor();
    assert.equal(await editor.tree('Domains').rows.count(), 0);
  });
});
