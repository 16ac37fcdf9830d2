import { readFile } from 'node:fs/promises';

/**
 * Returns the measurement that host/measure.ts writes to a file, once it has done so.
 *
 * @throws {Error} if the measurement failed
 */
export async function whenWritten(file: string): Promise<unknown> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') {
      const measured = JSON.parse(text);
      if (measured.error) throw new Error(measured.error);
      return measured;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
