import { serve } from '../unit/setup/differingServices.ts';
import { plausibleServices } from '../unit/setup/plausibleServices.ts';
import { providerServices } from '../unit/setup/providers.ts';
import { openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

const all = [...plausibleServices, ...providerServices];

/** Five kinds of services. */
const services = [
  'is of Laravel, with a message of text',
  'is of Spring, which says nothing of what is missing',
  'answers as HAL below resources',
  'is of Django, with results and count',
  'has kebab-case names below a prefix',
];

describe('A service that differs', function () {
  this.timeout(180_000);
  let editor: EditorWindow;

  before(async () => {
    editor = await openEditor();
    await editor.openViews();
  });
  after(() => editor?.close());

  for (const [at, name] of services.entries()) {
    it(`is read after one Enter where it ${name}`, async () => {
      const { page, quickInput } = editor;
      const service = all.find((each) => each.name === name);
      if (!service) throw new Error(`There is no service that ${name}.`);
      const { origin, close } = await serve(service);
      try {
        await editor.command('Add Connection…');
        await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
        await quickInput.answer(origin + (service.base ?? ''));
        await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
        await quickInput.answer(service.key);
        await clickRow(quickInput.rows.filter({ hasText: 'Save and Diagnose' }));
        await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
        await quickInput.answer(`Service ${at}`);
        const found = quickInput.rows.filter({ hasText: 'Apply working settings: ' });
        await found.and(page.locator('.focused')).waitFor();
        await quickInput.input.and(page.getByPlaceholder('Press Enter to fix it')).waitFor();
        await editor.screenshot(`differing-service-${at}-found`);
        await quickInput.input.press('Enter');
        await quickInput.title.filter({ hasText: `Diagnose Connection: Service ${at}` }).waitFor();
        await quickInput.input.and(page.getByPlaceholder('No problems found')).waitFor();
        await editor.screenshot(`differing-service-${at}-works`);
        await quickInput.cancel();
      } finally {
        close();
      }
    });
  }
});
