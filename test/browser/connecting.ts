import type { SampleService } from '../../src/sample/server.ts';
import type { EditorWindow } from './hostWindow.ts';

/** Adds a connection to `service` by typing, and waits for its domains. */
export async function connect(
  editor: EditorWindow,
  service: SampleService,
  name = 'My Service',
): Promise<void> {
  const { quickInput } = editor;
  await editor.command('Add Connection…');
  await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
  await quickInput.answer(service.baseUrl);
  await quickInput.message.filter({ hasText: 'kept in the secret storage' }).waitFor();
  await quickInput.answer(service.key);
  await quickInput.message.filter({ hasText: 'name for this connection' }).waitFor();
  await quickInput.answer(name);
  await editor.tree('Domains').row('shop.example').waitFor();
}
