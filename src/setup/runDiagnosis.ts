import { type Connection, isSample } from '../connections/connection.ts';
import { conventionsOf } from '../connections/conventionsSetting.ts';
import {
  type DiagnosisFinding,
  diagnose,
  type Remedy,
  remedies,
  type ServiceOver,
} from '../connections/diagnosis.ts';
import type { Services } from '../connections/services.ts';
import { today } from '../service/calendar.ts';
import type { Conventions } from '../service/conventions.ts';
import { isServiceError } from '../service/errors.ts';
import type { Try } from './attempts.ts';
import { type Found, findConventions, MOST_REFUSALS, MOST_REQUESTS } from './findConventions.ts';

/** What a diagnosis has given so far. */
export interface Diagnosis {
  readonly findings: readonly DiagnosisFinding[];
  readonly tries: readonly Try[];
}

export interface DiagnosisResult extends Diagnosis {
  readonly found: Found;
  /** What would fix it and was not found by the search. */
  readonly remedies: readonly Remedy[];
}

/**
 * Runs the reads over each route, then looks for what differs, unless another paging is known to work.
 *
 * @param onProgress called after each request or two
 * @throws ServiceError as `Services.over` does, and the signal's reason when it is aborted
 */
export async function runDiagnosis(
  connection: Connection,
  services: Services,
  signal: AbortSignal,
  onProgress: (soFar: Diagnosis) => void,
): Promise<DiagnosisResult> {
  const { baseUrl } = connection;
  const conventions = conventionsOf(baseUrl);
  const findings: DiagnosisFinding[] = [];
  const tries: Try[] = [];
  let requests = 0;
  const serviceOver = await services.over(connection, () => {
    requests += 1;
  });
  for await (const finding of diagnose(serviceOver, conventions, signal)) {
    findings.push(finding);
    onProgress({ findings, tries });
  }
  const simple = remedies(findings, conventions);
  const route = findings.find(isAnswered)?.route;
  const place = { baseUrl, conventions };
  if (isSample(connection) || route === undefined || simple.some(({ kind }) => kind === 'paging')) {
    return { findings, tries, found: { place, questions: [] }, remedies: simple };
  }
  const searching = findConventions({
    place,
    serviceAt: ({ baseUrl: at, conventions: tried }) =>
      serviceOver(route, tried, { baseUrl: at, tries: 1 } satisfies Parameters<ServiceOver>[2]),
    domainsFault: faultOfDomains(findings, route, conventions),
    today: today('UTC', new Date()).day,
    budget: {
      requests: MOST_REQUESTS - requests,
      refusals: MOST_REFUSALS - findings.filter(isRefused).length,
    },
    signal: AbortSignal.any([signal, serviceOver.ending]),
  });
  for (;;) {
    const { value, done } = await searching.next();
    if (done) {
      // Whoever would have to type a path or another key first takes what was found.
      const isMended = value.questions.length === 0 && value.stopped === undefined;
      return { findings, tries, found: value, remedies: isMended ? [] : simple };
    }
    tries.push(value);
    onProgress({ findings, tries });
  }
}

/** Whether the connection reads so: a list is asked for under one of the paging presets only. */
export function isInUse({ read, paging }: DiagnosisFinding, conventions: Conventions): boolean {
  return (read !== 'domains' && read !== 'logs') || conventions[read].paging === paging;
}

/** Whether the service itself gave the outcome: below HTTP no convention helps. */
function isAnswered({ outcome }: DiagnosisFinding): boolean {
  if (outcome.kind !== 'fault') return outcome.kind !== 'not-tried';
  return isServiceError(outcome.fault) && outcome.fault.facts.status !== undefined;
}

function isRefused({ outcome }: DiagnosisFinding): boolean {
  return outcome.kind === 'fault' && isServiceError(outcome.fault, 'unauthorized');
}

function faultOfDomains(
  findings: readonly DiagnosisFinding[],
  route: string,
  conventions: Conventions,
): unknown {
  const domains = findings.find(
    (finding) => finding.read === 'domains' && finding.route === route && isInUse(finding, conventions),
  );
  return domains?.outcome.kind === 'fault' ? domains.outcome.fault : undefined;
}
