/** Logs as the panel gets them: one of each rule of the sample service, and thirty of many kinds. */
import { gunzipSync } from 'node:zlib';
import { extractOf } from '../../src/detection/detectionExtract.ts';
import { detectionView } from '../../src/detection/detectionView.ts';
import { readAttack } from '../../src/http/readAttack.ts';
import { isFound } from '../../src/http/ruleMatch.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { decodeDetail } from '../../src/service/answers/decodeDetail.ts';
import { rowDecoder } from '../../src/service/answers/decodeItems.ts';
import { createLogService } from '../../src/service/client.ts';
import { defaultConventions } from '../../src/service/conventions.ts';
import type { DetectionLog, LogRow } from '../../src/service/model.ts';
import { layout } from './sampleDetection.ts';
import variedLogs from './variedLogs.json' with { type: 'json' };

export interface SampleAttack {
  readonly name: string;
  readonly row: LogRow;
  readonly log: DetectionLog;
  readonly state: ReturnType<typeof stateOf>;
  /** The text of each match, as sent. */
  readonly matched: readonly string[];
}

function stateOf(row: LogRow, log: DetectionLog, attack: ReturnType<typeof readAttack>) {
  const view = detectionView({ connectionId: 'one', key: log.key, row }, log, attack);
  return { kind: 'log', title: `Log ${log.key.idx}`, log: extractOf(view), layout } as const;
}

function attackOf(row: LogRow, log: DetectionLog): SampleAttack {
  const attack = readAttack({ ...log, detectedValue: row.detectedValue });
  const { matching } = attack;
  return {
    name: `${row.rule} ${row.idx}`,
    row,
    log,
    state: stateOf(row, log, attack),
    matched: isFound(matching) ? matching.matches.map(({ start, end }) => log.rawData.slice(start, end)) : [],
  };
}

/** Returns logs of different rules, at most `count`. */
export async function sampleAttacks(count: number): Promise<SampleAttack[]> {
  const sample = await startSampleService({ logsPerDomain: 300 });
  const service = createLogService({
    baseUrl: sample.baseUrl,
    key: async () => sample.key,
    conventions: defaultConventions,
  });
  try {
    const { items } = await service.logs(1001, { page: 1, perPage: 100 }, {});
    const ofRules = new Map(items.map((item) => [item.row.rule ?? '', item]));
    const chosen = [...ofRules.values()].slice(0, count);
    return await Promise.all(chosen.map(async ({ key, row }) => attackOf(row, await service.log(key))));
  } finally {
    service.dispose();
    await sample.close();
  }
}

/** The row and the `detailed_info` of each log of `variedLogs.json`. */
export const variedAnswers = variedLogs.map(({ row, detail }) => {
  const { raw_data_gzip: zipped, ...info } = { raw_data_gzip: undefined, ...detail.detailed_info };
  const text = zipped && { raw_data: gunzipSync(Buffer.from(zipped, 'base64')).toString() };
  return { row, detail: { ...detail, detailed_info: { ...info, ...text } } };
});

/** Returns the logs of `variedLogs.json`, which were written without knowledge of the panel. */
export function variedAttacks(): SampleAttack[] {
  const rowOf = rowDecoder(variedLogs[0]?.detail.query.user_domain_idx ?? 0, defaultConventions.logs.fields);
  return variedAnswers.map(({ row, detail }) => {
    const { query } = detail;
    const key = { domain: query.user_domain_idx, idx: query.idx, detectedType: query.detected_type };
    return attackOf(rowOf(row, 'row'), decodeDetail(detail, key));
  });
}
