/** The sample service with another header for the key and, if specified, a prefix before the interface's paths. */
import { failure } from '../../../src/sample/answers.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';

interface Differences {
  readonly keyHeader: string;
  readonly prefix?: string;
}

/** Starts the service on loopback. */
export async function startDifferingService({ keyHeader, prefix = '' }: Differences): Promise<FakeService> {
  const service = await FakeService.startSample({ domains: withLogs(30) });
  service.respond = ({ url, headers }, usual) => {
    if (headers[keyHeader.toLowerCase()] !== service.key) return failure('unauthorized');
    if (!url.pathname.startsWith(`${prefix}/`)) return failure('not found');
    const inner = new URL(url);
    inner.pathname = url.pathname.slice(prefix.length);
    return usual(inner);
  };
  return service;
}
