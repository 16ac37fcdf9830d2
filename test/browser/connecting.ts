import { type SampleOptions, type SampleService, startSampleService } from '../../src/sample/server.ts';
import { type EditorOptions, openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

/** Starts a sample service and opens a window that shows its domains. Close both. */
export async function openConnected(
  options: EditorOptions = {},
  sample: SampleOptions = {},
): Promise<{ service: SampleService; editor: EditorWindow }> {
  const service = await startSampleService(sample);
  const opened: { close(): Promise<void> }[] = [service];
  try {
    const editor = await openEditor(options);
    opened.push(editor);
    await editor.openViews();
    await connect(editor, service);
    return { service, editor };
  } catch (error) {
    await Promise.all(opened.map((each) => each.close()));
    throw error;
  }
}

/** Adds a connection to `service` by typing, and waits for its domains. */
export async function connect(
  editor: EditorWindow,
  service: Pick<SampleService, 'baseUrl' | 'key'>,
  name = 'My Service',
): Promise<void> {
  const { quickInput } = editor;
  await editor.command('Add Connection…');
  await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
  await quickInput.answer(service.baseUrl);
  await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
  await quickInput.answer(service.key);
  await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
  await quickInput.answer(name);
  await editor.tree('Domains').row('shop.example').first().waitFor();
}
