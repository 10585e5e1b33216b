import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to the appliance that can be cut, as a network does: TLS goes through it unread. */
export interface CutLine {
  /** The origin of the appliance at the other end of the line. */
  readonly origin: string;
  /** What the appliance says from now on does not arrive; what it is told does. */
  hold(): void;
  /** Ends all connections and takes no new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function layLine(to: string): Promise<CutLine> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const inward = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A line that was cut says so on both sides; there is nothing more to know.
    socket.on('error', () => undefined);
    return socket;
  };
  const server = createServer((outer) => {
    keep(outer);
    if (isCut) {
      outer.destroy();
      return;
    }
    const inner = keep(connect(Number(port), hostname));
    inward.add(inner);
    inner.on('close', () => {
      inward.delete(inner);
      outer.destroy();
    });
    outer.on('close', () => inner.destroy());
    outer.pipe(inner).pipe(outer);
  });
  server.listen(0, hostname);
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `https://${hostname}:${(server.address() as AddressInfo).port}`,
    hold() {
      for (const inner of inward) inner.unpipe();
    },
    cut,
    mend() {
      isCut = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
