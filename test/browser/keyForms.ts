/** The forms in which a key might leak. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns each form by name: plain, percent-encoded, in JSON, in HTML, in hexadecimal, and in Base64 among other bytes.
 */
export function formsOf(key: string): ReadonlyMap<string, Buffer> {
  const base64 = [0, 1, 2].map((before): [string, string] => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
    // Excludes the digits at either end that also depend on the surrounding bytes.
    const digits = encoded
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1, Math.floor((encoded.length * 8) / 6));
    return [`Base64 after ${before} bytes`, digits];
  });
  const texts: [string, string][] = [
    ['plain', key],
    ['percent-encoded', encodeURIComponent(key)],
    ['twice percent-encoded', encodeURIComponent(encodeURIComponent(key))],
    ['as a form', new URLSearchParams({ key }).toString().slice('key='.length)],
    ['in JSON', JSON.stringify(key).slice(1, -1)],
    ['in HTML', inHtml(key)],
    ['hexadecimal', Buffer.from(key).toString('hex')],
    ['backwards', Array.from(key).reverse().join('')],
    ...base64,
    ...base64.map(([name, text]): [string, string] => [
      `${name}, for URLs`,
      text.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
  ];
  return new Map([
    ...texts.map(([name, text]) => [name, Buffer.from(text)] as const),
    ['UTF-16', Buffer.from(key, 'utf16le')] as const,
  ]);
}

/** Returns a text as markup. */
function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the forms found in a text or in bytes. */
export function foundIn(forms: ReadonlyMap<string, Buffer>, content: string | Buffer): string[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return [...forms].filter(([, form]) => bytes.includes(form)).map(([name]) => name);
}

/** Returns the files in a folder and its subfolders, with the forms found in each; `read` counts all files. */
export async function searchFolder(
  folder: string,
  forms: ReadonlyMap<string, Buffer>,
): Promise<{ readonly read: readonly string[]; readonly found: readonly string[] }> {
  const read: string[] = [];
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // A file might have been deleted in the meantime by log rotation.
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    read.push(path.relative(folder, file));
    const inFile = [...foundIn(forms, content), ...foundIn(forms, entry.name)];
    found.push(...inFile.map((name) => `${path.relative(folder, file)}: ${name}`));
  }
  return { read, found };
}
