/** A minimal client of the Chrome DevTools Protocol, for the inspector of the extension host. */
interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export class DevTools {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, (answer: Answer) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer: Answer = JSON.parse(String(data));
      this.#pending.get(answer.id)?.(answer);
      this.#pending.delete(answer.id);
    });
  }

  static async connect(url: string): Promise<DevTools> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`${url} does not answer.`)));
    });
    return new DevTools(socket);
  }

  async send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#last;
    const answered = new Promise<Answer>((resolve) => this.#pending.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  }

  close(): void {
    this.#socket.close();
  }
}
