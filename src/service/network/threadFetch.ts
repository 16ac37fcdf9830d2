/**
 * Makes the editor's `fetch`, which exists only in the extension host, available to a thread. Requests are sent to the
 * host, and responses are sent back.
 */

import { type Failure, fromFailure, type Send, toFailure } from '../../base/threadWork.ts';
import { defaultLimits } from '../limits.ts';
import type { Fetch, FetchResponse } from './editorRoute.ts';
import { networkFault } from './networkFault.ts';

/** A message that the thread sends to the host. */
export type FetchMessage =
  | { readonly fetch: number; readonly url: string; readonly init: Omit<RequestInit, 'signal'> }
  | { readonly cancel: number };

interface Head {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * A reply that the host sends for the fetch with this number. The head is sent first, followed by the body or the
 * reason it is missing.
 */
export type FetchReply = { readonly fetch: number } & (
  | { readonly head: Head }
  | { readonly body: readonly Uint8Array[] }
  | { readonly failure: Failure }
);

/** Functions that settle the promises for a fetch's response and body. */
interface PendingFetch {
  readonly head: (head: Head) => void;
  readonly body: (chunks: readonly Uint8Array[]) => void;
  readonly fail: (error: Error) => void;
}

/** The thread's side, which forwards each fetch to the host. */
export class HostFetch {
  readonly #send: Send<FetchMessage>;
  readonly #pending = new Map<number, PendingFetch>();
  #count = 0;

  constructor(send: Send<FetchMessage>) {
    this.#send = send;
  }

  readonly fetch: Fetch = (url, { signal, ...init }) => {
    const fetch = ++this.#count;
    const response = new Promise<FetchResponse>((resolve, reject) => {
      const body = new Promise<readonly Uint8Array[]>((arrived, failed) => {
        const head = ({ status, headers }: Head) => {
          const names = new Map(headers);
          resolve({ status, headers: { get: (name) => names.get(name) ?? null }, body: chunksOf(body) });
        };
        const fail = (error: Error) => {
          reject(error);
          failed(error);
        };
        this.#pending.set(fetch, { head, body: arrived, fail });
      });
      body.catch(() => {}); // The reader of the body handles the rejection.
    });
    signal?.addEventListener('abort', () => this.#cancel(fetch), { once: true });
    this.#send({ fetch, url: url.href, init });
    return response;
  };

  receive(reply: FetchReply): void {
    const pending = this.#pending.get(reply.fetch);
    if (pending === undefined) return;
    if ('head' in reply) {
      pending.head(reply.head);
      return;
    }
    this.#pending.delete(reply.fetch);
    if ('body' in reply) pending.body(reply.body);
    else pending.fail(fromFailure(reply.failure));
  }

  /** The caller also listens to the signal, so it is no longer waiting for a reply. */
  #cancel(fetch: number): void {
    if (this.#pending.delete(fetch)) this.#send({ cancel: fetch });
  }
}

async function* chunksOf(body: Promise<readonly Uint8Array[]>): AsyncGenerator<Uint8Array> {
  yield* await body;
}

/** The host's side, which performs fetches for a thread. */
export class FetchServer {
  readonly #fetch: Fetch;
  readonly #running = new Map<number, AbortController>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  receive(message: FetchMessage, reply: Send<FetchReply>): void {
    if ('cancel' in message) this.#running.get(message.cancel)?.abort();
    else void this.#answer(message, reply);
  }

  /** Aborts all fetches in progress. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #answer(
    { fetch, url, init }: Extract<FetchMessage, { fetch: number }>,
    reply: Send<FetchReply>,
  ): Promise<void> {
    const controller = new AbortController();
    this.#running.set(fetch, controller);
    let phase: 'headers' | 'body' = 'headers';
    try {
      const { signal } = controller;
      const { status, headers, body } = await this.#fetch(new URL(url), { ...init, signal });
      reply({ fetch, head: { status, headers: shown(headers) } });
      phase = 'body';
      const chunks = await wholeOf(body);
      const memory = chunks.map(({ buffer }) => buffer);
      reply({ fetch, body: chunks }, memory);
    } catch (error) {
      reply({ fetch, failure: toFailure(networkFault(error, phase, new URL(url).host)) });
    } finally {
      this.#running.delete(fetch);
    }
  }
}

/** The headers that clients read. */
const HEADERS = ['content-type', 'retry-after'];

function shown(headers: FetchResponse['headers']): (readonly [string, string])[] {
  return HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
}

/**
 * Returns the complete body in buffers that contain no other data. If it is too large, returns only enough for the
 * thread to reject it.
 */
async function wholeOf(body: FetchResponse['body']): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(hasItsMemoryAlone(chunk) ? chunk : new Uint8Array(chunk));
    length += chunk.byteLength;
    if (length > defaultLimits.bytes) break;
  }
  return chunks;
}

/** Returns true if a chunk is the only content of its buffer, which can then be transferred. */
function hasItsMemoryAlone(chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> {
  return chunk.buffer instanceof ArrayBuffer && chunk.byteLength === chunk.buffer.byteLength;
}
