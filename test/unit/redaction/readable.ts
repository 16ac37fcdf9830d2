/**
 * Lists which secrets of a JSON Lines file are readable at the essential level, one line a secret.
 * `node test/unit/redaction/readable.ts secrets.jsonl`: each line has `log` (its `rawData`, and any other field of a
 * log), `row` (fields of a row), and `secret`, a string or several spellings of one secret.
 */
import { readFileSync } from 'node:fs';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { aRow } from '../formats/logs.ts';
import { forms, logOf } from './corpus/corpus.ts';

interface Line {
  readonly log?: Partial<DetectionLog>;
  readonly row?: Partial<LogRow>;
  readonly secret: string | readonly string[];
}

const lines = readFileSync(process.argv[2] ?? '', 'utf8').split('\n');
let [count, readable] = [0, 0];
for (const [index, line] of lines.entries()) {
  if (line.trim() === '') continue;
  const { log: parts = {}, row = {}, secret }: Line = JSON.parse(line);
  const log = { ...logOf({ raw: parts.rawData ?? '', row }).log, ...parts };
  const spellings = [secret].flat();
  const leaking = Object.entries(forms)
    .filter(([, write]) => spellings.some((each) => write(log, aRow(row)).includes(each)))
    .map(([form]) => form);
  count++;
  if (leaking.length > 0) readable++;
  console.log(
    `${index + 1}\t${leaking.length > 0 ? `READABLE in ${leaking.join(', ')}` : 'hidden'}\t${spellings[0]}`,
  );
}
console.log(`${readable} of ${count} secrets are readable.`);
