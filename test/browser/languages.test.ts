import assert from 'node:assert/strict';
import { bundle, languages, manifest } from '../../scripts/l10n.mjs';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { openEditor } from './host.ts';

const REFUSED = 'The service did not accept the API key';

describe('Languages', function () {
  this.timeout(180_000);
  let service: SampleService;

  before(async () => {
    service = await startSampleService();
  });

  after(() => service?.close());

  for (const language of languages) {
    it(`has its views, commands and messages in ${language}`, async () => {
      const { contributes } = manifest(language);
      const { title } = contributes.commands.find(
        ({ command }: { command: string }) => command === 'partnerLogs.addConnection',
      );
      const editor = await openEditor({ language });
      try {
        const { page, quickInput } = editor;
        await editor.openViews();
        const { view } = editor.tree(contributes.views.partnerLogs[0].name);
        await view.waitFor();
        assert.equal(await view.getByRole('button', { name: 'Add Connection' }).count(), 0);
        await editor.command(title);
        await quickInput.answer(service.baseUrl);
        await page.locator('.quick-input-widget input[type=password]').waitFor();
        await quickInput.answer('anotherKey');
        await quickInput.message.filter({ hasText: bundle(language)[REFUSED] ?? '' }).waitFor();
      } finally {
        await editor.close();
      }
    });
  }
});
