/** Logs as sent to the panel: one for each rule of the sample service, and thirty of various kinds. */

import { gunzipSync } from 'node:zlib';
import type { LogContent, LogView } from '../../src/detection/logView.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { Field } from '../../src/service/answers/decode.ts';
import { decodeLog } from '../../src/service/answers/decodeLog.ts';
import { rowDecoder } from '../../src/service/answers/decodePage.ts';
import { defaultConventions } from '../../src/service/differences.ts';
import type { DetectionLog, LogRow } from '../../src/service/model.ts';
import { withLogs } from '../hostileLogs.ts';
import { readLines } from './lines.ts';
import { viewOf } from './sampleDetection.ts';

/** A log as returned by the service. */
export interface AttackAnswer {
  readonly row: { readonly idx: number; readonly attack: string };
  readonly detail: {
    readonly query: {
      readonly user_domain_idx: number;
      readonly idx: number;
      readonly detected_type: string;
    };
    readonly detailed_info: object;
  };
}

export interface SampleAttack {
  readonly name: string;
  readonly row: LogRow;
  readonly log: DetectionLog;
  readonly view: LogView;
  readonly content: LogContent;
  /** The text of each match, as sent. */
  readonly matched: readonly string[];
}

function attackOf(row: LogRow, log: DetectionLog): SampleAttack {
  const view = viewOf(log, row);
  const { content } = view;
  if (!content) throw new Error('A view of a log without content.');
  const { raw } = content;
  const matched = raw.marked.map(({ start, end }) => raw.text.slice(start, end));
  return { name: `${row.rule} ${row.idx}`, row, log, view, content, matched };
}

type VariedLog = AttackAnswer & {
  readonly detail: { readonly detailed_info: { readonly raw_data_gzip?: string } };
};

/** The row and `detailed_info` of each log in `variedLogs.jsonl`, which were written without knowledge of the panel. */
export const variedAnswers: readonly AttackAnswer[] = readLines<VariedLog>('variedLogs.jsonl').map(
  ({ row, detail }) => {
    const { raw_data_gzip: zipped, ...info } = detail.detailed_info;
    const text = zipped && { raw_data: gunzipSync(Buffer.from(zipped, 'base64')).toString() };
    return { row, detail: { ...detail, detailed_info: { ...info, ...text } } };
  },
);

/** Returns the row and `detailed_info` of up to `count` logs with different rules from the sample service. */
export async function sampleAnswers(count: number): Promise<AttackAnswer[]> {
  const sample = await startSampleService({ domains: withLogs(300) });
  const read = async (path: string) => {
    const answer = await fetch(sample.baseUrl + path, { headers: { 'X-Service-Key': sample.key } });
    const { data } = (await answer.json()) as { data: object };
    return data;
  };
  try {
    const page = await read('/partner/logs/attack_logs/1001?page=1&per_page=100');
    const { items } = page as { items: AttackAnswer['row'][] };
    const chosen = [...new Map(items.map((row) => [row.attack, row])).values()].slice(0, count);
    return await Promise.all(
      chosen.map(async (row) => {
        const detail = await read(`/partner/logs/detailed_log/1001?idx=${row.idx}&detected_type=WAF`);
        return { row, detail: detail as AttackAnswer['detail'] };
      }),
    );
  } finally {
    await sample.close();
  }
}

/** Converts responses to the form sent to the panel. */
export function attacksOf(answers: readonly AttackAnswer[]): SampleAttack[] {
  return answers.map(({ row, detail }) => {
    const { query } = detail;
    const key = { domain: query.user_domain_idx, idx: query.idx, detectedType: query.detected_type };
    const rowOf = rowDecoder(key.domain, defaultConventions);
    return attackOf(rowOf(new Field(row)), decodeLog({ data: detail }, key));
  });
}
