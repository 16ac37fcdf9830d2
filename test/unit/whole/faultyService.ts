/** A service that responds like the sample service until a test sets a misbehavior. */

import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import { withLogs } from '../../hostileLogs.ts';
import { response } from '../service/loopback.ts';

export type Misbehave = (socket: net.Socket) => void;

export class FaultyService {
  readonly #sample: SampleService;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  readonly #answers = new Set<Promise<void>>();
  #port = 0;
  /** Responds in place of the sample service. */
  misbehave: Misbehave | undefined;
  /** Called once, when the next request arrives. */
  onRequest: (() => void) | undefined;
  /** The number of requests so far. */
  requests = 0;

  private constructor(sample: SampleService) {
    this.#sample = sample;
    this.#server = net.createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('data', (data) => {
        const answer = this.#answer(socket, data.toString('latin1'));
        this.#answers.add(answer);
        void answer.finally(() => this.#answers.delete(answer));
      });
    });
  }

  static async start(): Promise<FaultyService> {
    const service = new FaultyService(await startSampleService({ domains: withLogs(120) }));
    await service.listen();
    return service;
  }

  get key(): string {
    return this.#sample.key;
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Accepts connections on the same port as before. */
  async listen(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Drops all connections and refuses new ones. */
  async refuse(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.drop();
    await once(this.#server, 'close');
  }

  /** Drops all connections. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    await this.refuse();
    await Promise.all(this.#answers);
    await this.#sample.close();
  }

  async #answer(socket: net.Socket, request: string): Promise<void> {
    // A TLS client receives a plain HTTP error.
    if (!request.startsWith('GET ')) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    this.requests++;
    const { onRequest, misbehave } = this;
    this.onRequest = undefined;
    if (misbehave) misbehave(socket);
    onRequest?.();
    if (misbehave) return;
    const [, path = '/'] = request.split(' ');
    const key = /^x-service-key: (.*)$/im.exec(request)?.[1]?.trim() ?? '';
    const answer = await fetch(this.#sample.baseUrl + path, { headers: { 'x-service-key': key } });
    const body = Buffer.from(await answer.arrayBuffer());
    socket.write(response(`${answer.status} X`, body, 'Content-Type: application/json'));
  }
}
