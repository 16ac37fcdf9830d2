import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { limit, vsix } from '../../scripts/package.mjs';
import { root } from '../../scripts/run.mjs';

const dist = path.join(root, 'dist');

it('sizes of the package and its bundles', () => {
  const line = (name: string, bytes: number, packed: number) =>
    process.stdout.write(
      `    ${bytes.toLocaleString('en').padStart(9)}  ${packed.toLocaleString('en').padStart(8)}  ${name}\n`,
    );
  process.stdout.write('\n    Bytes, and bytes once packed\n');
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(cjs|js|css|ttf)$/.test(name)) continue;
    const content = readFileSync(path.join(dist, name));
    line(`dist/${name}`, content.length, gzipSync(content, { level: 9 }).length);
  }
  const { size } = statSync(vsix);
  line(`the package, of at most ${limit.toLocaleString('en')}`, size, size);
  assert.ok(size <= limit);
});
