/**
 * The bytes of a body as received from the network. Collecting them requires very little work on the calling thread.
 */

import { ServiceError } from '../../base/errors.ts';
import { message } from '../../text/l10n.ts';

export interface Body {
  /** The bytes, in their own buffers, so that they can be transferred to a thread. */
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  readonly bytes: number;
}

/**
 * Size of the largest block, in bytes. A block is as large as the chunk that it is created for, and at least twice as
 * large as the previous block.
 */
const LARGEST_BLOCK = 1024 * 1024;

const NO_BYTES = new Uint8Array(0);

/** Collects a body. The part that has arrived so far is available at any time. */
export class BodyCollector {
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #block = NO_BYTES;
  #used = 0;
  #bytes = 0;

  get soFar(): Body {
    const last = this.#used > 0 ? [this.#block.subarray(0, this.#used)] : [];
    return { blocks: [...this.#full, ...last], bytes: this.#bytes };
  }

  /** @throws ServiceError `too-large` beyond `limit` bytes */
  add(chunk: Uint8Array, limit: number): void {
    if (this.#bytes + chunk.byteLength > limit) {
      throw new ServiceError('too-large', `The body is larger than ${limit} bytes.`, {
        expected: message('at most {0} MiB', limit / 1024 / 1024),
      });
    }
    this.#bytes += chunk.byteLength;
    for (let rest = chunk; rest.byteLength > 0; ) {
      if (this.#used === this.#block.byteLength) {
        if (this.#used > 0) this.#full.push(this.#block);
        this.#block = new Uint8Array(Math.min(LARGEST_BLOCK, Math.max(rest.byteLength, 2 * this.#used)));
        this.#used = 0;
      }
      const part = rest.subarray(0, this.#block.byteLength - this.#used);
      this.#block.set(part, this.#used);
      this.#used += part.byteLength;
      rest = rest.subarray(part.byteLength);
    }
  }
}

/**
 * Returns the body as text, without a byte order mark.
 * @throws ServiceError `not-json` if it is not UTF-8
 */
export function bodyText({ blocks }: Body): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for (const [index, block] of blocks.entries())
      text += decoder.decode(block, { stream: index < blocks.length - 1 });
    return text;
  } catch {
    throw new ServiceError('not-json', 'The body is not UTF-8.', {
      found: message('text that is not UTF-8'),
    });
  }
}
