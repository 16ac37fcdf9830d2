/** Logs of the sample service, one of each rule, as the panel gets them. */
import { extractOf } from '../../src/detection/detectionExtract.ts';
import type { ToPanel } from '../../src/detection/detectionMessages.ts';
import { detectionView } from '../../src/detection/detectionView.ts';
import { readAttack } from '../../src/http/readAttack.ts';
import { isFound } from '../../src/http/ruleMatch.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { createLogService } from '../../src/service/client.ts';
import { defaultConventions } from '../../src/service/conventions.ts';
import { layout } from './sampleDetection.ts';

export interface SampleAttack {
  readonly rule: string;
  readonly message: ToPanel;
  readonly hasMatch: boolean;
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
    const chosen = [...ofRules].slice(0, count);
    return await Promise.all(
      chosen.map(async ([rule, { key, row }]) => {
        const log = await service.log(key);
        const attack = readAttack({ ...log, detectedValue: row.detectedValue });
        const view = detectionView({ connectionId: 'one', key, row }, log, attack);
        const state = { kind: 'log', title: rule, log: extractOf(view), layout } as const;
        return { rule, message: { type: 'show', state } as const, hasMatch: isFound(attack.matching) };
      }),
    );
  } finally {
    service.dispose();
    await sample.close();
  }
}
