import assert from 'node:assert/strict';
import { bundle, languages, manifest, pseudo } from '../../scripts/l10n.mjs';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { PSEUDO } from './displayLanguages.ts';
import { openEditor } from './host.ts';

const REFUSED = 'The service did not accept the API key';

describe('Languages', function () {
  this.timeout(180_000);
  let service: SampleService;

  before(async () => {
    service = await startSampleService();
  });

  after(() => service?.close());

  for (const language of [...languages, PSEUDO]) {
    it(`has its views, commands and messages in ${language}`, async () => {
      const said = (english: string) =>
        language === PSEUDO ? pseudo(english) : (bundle(language)[english] ?? '');
      const { contributes } = manifest(language === PSEUDO ? undefined : language);
      const named = (name: string) => (language === PSEUDO ? pseudo(name) : name);
      const titleOf = (id: string) =>
        named(contributes.commands.find(({ command }: { command: string }) => command === id).title);
      const editor = await openEditor({ language });
      try {
        const { page, quickInput } = editor;
        await editor.openViews();
        const { view } = editor.tree(named(contributes.views.partnerLogs[0].name));
        await view.waitFor();
        assert.equal(await view.getByRole('button', { name: 'Add Connection' }).count(), 0);
        await editor.command(titleOf('partnerLogs.addConnection'));
        await quickInput.answer(service.baseUrl);
        await page.locator('.quick-input-widget input[type=password]').waitFor();
        await quickInput.answer('anotherKey');
        await quickInput.message.filter({ hasText: said(REFUSED) }).waitFor();
        await editor.screenshot(`language-${language}`);
      } finally {
        await editor.close();
      }
    });
  }
});
