/** A response, for any status. Redirects are not followed. */
export interface RouteResponse {
  /** 0 if the route hides it, as a browser's `fetch` does for redirects. */
  readonly status: number;
  /** Returns the value of a header, by lowercase name. */
  readonly header: (name: string) => string | undefined;
  /** The decompressed body. Ending the iteration early stops the request. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * A way to send a GET: directRoute.ts or editorRoute.ts. Rejects with any error of the HTTP client; networkFault.ts
 * converts it to a `ServiceError`.
 */
export type Route = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<RouteResponse>;
