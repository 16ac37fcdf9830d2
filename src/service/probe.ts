/**
 * Sends single requests to find out how to use a service. There are no retries, and a response with any status is a
 * valid result.
 */
import { parseJson } from './answers/json.ts';
import type { ServiceOptions } from './api.ts';
import { parseBaseUrl, type RouteName } from './baseUrl.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type Body, bodyText } from './network/body.ts';
import { directRoute } from './network/directRoute.ts';
import { editorRoute, type Fetch } from './network/editorRoute.ts';
import { type AnswerHead, get, logged } from './network/request.ts';
import { requestUrl } from './network/url.ts';
import { withoutKey } from './reader.ts';
import type { WireRequest } from './wireRequest.ts';

interface ProbeRequest extends Pick<WireRequest, 'path' | 'placeholders' | 'query'> {
  readonly baseUrl: string;
  /** The headers for the key, as specified in the conventions; empty for a request without a key. */
  readonly keyHeaders: readonly string[];
}

/** A response with any status. The status is 0 if the editor hides it, as it does for redirects. */
export interface ProbeAnswer extends AnswerHead {
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: unknown;
  /** The start of the body. */
  readonly text: string;
}

/**
 * Sends a request. Rejects with a `ServiceError` for a failure below the HTTP layer or a response that is too large.
 */
export type Probe = (request: ProbeRequest, signal: AbortSignal) => Promise<ProbeAnswer>;

/** Maximum size, in bytes, of a response; a page of 100 rows is smaller. */
const MOST_BYTES = 8 * 1024 * 1024;
const TEXT_KEPT = 256 * 1024;

/** Creates a probe that uses a single route. The caller must close it. */
export function createProbe(
  {
    key,
    log,
    onlyRoute = 'direct',
  }: Pick<ServiceOptions, 'key' | 'log'> & { readonly onlyRoute?: RouteName | undefined },
  {
    limits = defaultLimits,
    fetch = (url, init) => globalThis.fetch(url, init),
  }: { readonly limits?: Limits; readonly fetch?: Fetch } = {},
): Probe & { close(): void } {
  const route = onlyRoute === 'direct' ? directRoute(limits) : editorRoute(fetch);
  const probe: Probe = async ({ baseUrl, path, placeholders, query, keyHeaders }, signal) => {
    const url = requestUrl(parseBaseUrl(baseUrl), path, placeholders, query);
    const secret = await key();
    const request = { url, keyHeaders, key: secret };
    const { body, ...head } = await logged(url, onlyRoute, log, () =>
      get(route, request, { ...limits, bytes: MOST_BYTES }, signal),
    ).catch((error) => {
      throw withoutKey(error, secret);
    });
    const text = textOf(body);
    return { ...head, body: jsonOf(text), text: text.slice(0, TEXT_KEPT) };
  };
  return Object.assign(probe, { close: () => route.close() });
}

function textOf(body: Body): string {
  try {
    return bodyText(body);
  } catch {
    return '';
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
