import { readFile } from 'node:fs/promises';

/** Returns the text of a file once it has any. */
export async function whenWritten(file: string): Promise<string> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return text;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
