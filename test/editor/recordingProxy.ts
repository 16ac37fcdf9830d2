import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

export interface RecordingProxy {
  readonly url: string;
  /** The host and port of each requested tunnel, and the URL of each request without one. */
  readonly asked: readonly string[];
  /** Returns true if this text has passed through, either in a request or in a tunnel. */
  saw(text: string): boolean;
  close(): void;
}

/** Starts a proxy that records everything. All its tunnels lead to `port` on this computer. */
export async function startRecordingProxy(port: number): Promise<RecordingProxy> {
  const asked: string[] = [];
  const recorded: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  const server = http
    .createServer((request, response) => {
      asked.push(String(request.url));
      recorded.push(Buffer.from(JSON.stringify(request.rawHeaders)));
      response.writeHead(403).end();
    })
    .on('connect', (request, socket) => {
      asked.push(String(request.url));
      recorded.push(Buffer.from(JSON.stringify(request.rawHeaders)));
      const target = net.connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      socket.on('data', (data) => recorded.push(data)).on('error', () => target.destroy());
      target.on('error', () => socket.destroy());
    })
    .on('connection', (socket) => {
      sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    saw: (text) => Buffer.concat(recorded).includes(text),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
