/** Texts that are kept as files and compared with newly created ones. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** True if kept files should be replaced instead of compared. */
const isUpdating = process.env['PARTNER_LOGS_KEPT'] === 'update';

/**
 * Asserts that `text` equals the content of the file.
 * @param file Absolute path
 */
export async function assertKept(file: string, text: string): Promise<void> {
  if (isUpdating) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const kept = await readFile(file, 'utf8').catch(() => '');
  assert.equal(text, kept, `${path.basename(file)} differs; PARTNER_LOGS_KEPT=update replaces it.`);
}
