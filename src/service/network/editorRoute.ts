import { OVER } from '../../base/abort.ts';
import { ServiceError } from '../../base/errors.ts';
import { type Route, receiveAll } from './routes.ts';

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
  return {
    get(url, headers, receiver) {
      const controller = new AbortController();
      const { signal } = controller;
      const receive = async () => {
        if (url.protocol !== 'https:') {
          throw new ServiceError('bad-base-url', 'The editor’s route takes https:// only.', {
            host: url.host,
          });
        }
        const response = await fetch(url, {
          method: 'GET',
          headers,
          redirect: 'manual',
          credentials: 'omit',
          signal,
        });
        signal.throwIfAborted();
        receiver.head(response.status, (name) => response.headers.get(name) ?? undefined);
        await receiveAll(response.body ?? [], receiver);
      };
      receive().catch(receiver.fail);
      return () => controller.abort(OVER);
    },
    close() {},
  };
}
