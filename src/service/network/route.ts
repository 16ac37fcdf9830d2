/**
 * A way to access the network. The two implementations are directRoute.ts and editorRoute.ts; routes.ts chooses between
 * them.
 */
export interface Route {
  /**
   * Sends one GET. Resolves when the response headers arrive, for any status. Does not follow redirects.
   * @throws any error of the HTTP client; networkFault.ts converts it to a `ServiceError`
   */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<RouteResponse>;
  /** Closes sockets. */
  close(): void;
}

export interface RouteResponse {
  /** The status; 0 if the route hides it, as a browser's `fetch` does for redirects. */
  readonly status: number;
  /** Returns the value of a header, by lowercase name. */
  readonly header: (name: string) => string | undefined;
  /** The body, decompressed. */
  readonly body: AsyncIterable<Uint8Array>;
}
