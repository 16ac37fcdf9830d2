import { ServiceError } from '../../base/errors.ts';
import type { Route } from './route.ts';

/** The members of a `Response` that this module uses. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export type Fetch = (url: URL, init: RequestInit) => Promise<FetchResponse>;

/**
 * Creates the editor's route, whose `fetch` honors `http.proxy`, PAC files, and the operating system's certificates. Do
 * not pass a dispatcher, because it would bypass these settings. Requires TLS, because a proxy would otherwise see the
 * key.
 */
export function editorRoute(fetch: Fetch): Route {
  return async (url, headers, signal) => {
    if (url.protocol !== 'https:')
      throw new ServiceError('bad-setting', 'The editor’s route takes https:// only.', { host: url.host });
    const init = { method: 'GET', headers, redirect: 'manual', credentials: 'omit', signal } as const;
    const response = await fetch(url, init);
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: response.body ?? nothing(),
    };
  };
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {}
