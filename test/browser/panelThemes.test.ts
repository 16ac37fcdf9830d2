import assert from 'node:assert/strict';
import path from 'node:path';
import { FakeService } from '../fakeService.ts';
import { assertKept } from '../kept.ts';
import { connect } from './connecting.ts';
import { colorsOf, cycle, EDITOR_THEMES, useTheme } from './editorTheme.ts';
import { openEditor } from './host.ts';
import { openLogOf } from './hostPanels.ts';

describe("Panels in the editor's themes", function () {
  this.timeout(180_000);

  it('have the colours of each theme, which the tests in a plain browser use', async () => {
    const service = await FakeService.startSample();
    const editor = await openEditor({
      settings: { ...cycle.settings, 'window.autoDetectHighContrast': false },
      keybindings: cycle.keybindings,
    });
    try {
      await editor.openViews();
      await connect(editor, service);
      const tree = editor.tree('Domains');
      await tree.expand(tree.row('shop.example'));
      await openLogOf(tree.logs.first());
      const panel = editor.panel().locator('body');
      await panel.locator('#match-title').waitFor();
      const colors: Record<string, object> = {};
      const backgrounds = new Set<string>();
      for (const theme of EDITOR_THEMES) {
        await useTheme(editor, theme);
        colors[theme] = await colorsOf(editor);
        const backgroundOf = 'String(getComputedStyle(document.body).backgroundColor)';
        const ofPanel = await panel.evaluate<string, unknown>(backgroundOf);
        const [ofEditor] = await editor.page
          .locator('.part.editor > .content')
          .evaluateAll((each) =>
            each.map((element) => String(element.computedStyleMap().get('background-color'))),
          );
        assert.equal(ofPanel, ofEditor, theme);
        backgrounds.add(ofPanel);
      }
      assert.ok(backgrounds.size >= 3);
      const lines = Object.entries(colors)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, each]) => JSON.stringify({ name, ...each }));
      await assertKept(path.join(import.meta.dirname, 'editorThemes.jsonl'), `${lines.join('\n')}\n`);
    } finally {
      await editor.close();
      await service.close();
    }
  });
});
