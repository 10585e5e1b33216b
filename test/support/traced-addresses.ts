/** A call of `connect`, `sendto`, `sendmsg` or `sendmmsg` that names whom it is for. */
export interface TracedCall {
  readonly call: string;
  /** `inet 127.0.0.1:53`, `unix /run/notify`, `netlink`. */
  readonly address: string;
}

const CALL = /\b(connect|sendto|sendmsg|sendmmsg)\(.*?sa_family=AF_(\w+)(.*)/;
const HOST = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/;
const PORT = /sin6?_port=htons\((\d+)\)/;
const PATH = /sun_path=@?"([^"]*)"/;

function addressOf(family: string, rest: string): string {
  const kind = family.toLowerCase();
  if (kind === 'unix') return `unix ${PATH.exec(rest)?.[1] ?? '?'}`;
  if (!kind.startsWith('inet')) return kind;
  const [, v4, v6] = HOST.exec(rest) ?? [];
  return `inet ${v4 ?? v6 ?? '?'}:${PORT.exec(rest)?.[1] ?? '?'}`;
}

/** Whom a program has called, from what strace wrote of its network calls. */
export function tracedCalls(trace: string): TracedCall[] {
  return trace.split('\n').flatMap((line) => {
    const [, call, family, rest] = CALL.exec(line) ?? [];
    if (call === undefined || family === undefined || rest === undefined) return [];
    return [{ call, address: addressOf(family, rest) }];
  });
}
