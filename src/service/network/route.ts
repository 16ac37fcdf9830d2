/** One way to the network. The two are directRoute.ts and editorRoute.ts; routes.ts chooses. */
export interface Route {
  /**
   * Sends one GET. Resolves at the response headers, for any status; follows no redirect.
   * @throws any error of the HTTP client; networkFault.ts converts it to a `ServiceError`
   */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<RouteResponse>;
  /** Closes sockets. */
  close(): void;
}

export interface RouteResponse {
  /** The status; 0 when the route hides it, as a browser's `fetch` does for a redirect. */
  readonly status: number;
  /** Returns the value of a header, by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The body, decompressed. */
  readonly body: AsyncIterable<Uint8Array>;
}
