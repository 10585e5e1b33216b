import { readFileSync } from 'node:fs';

const LISTENING = '0A';
const FILES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** `0100007F` → `127.0.0.1`: the kernel writes each word of four bytes in its own order. */
function addressOf(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => [...Buffer.from(word, 'hex')].reverse());
  if (bytes.length === 4) return bytes.join('.');
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255;
  if (isMapped) return bytes.slice(12).join('.');
  const groups = Array.from({ length: 8 }, (_, index) =>
    Buffer.from(bytes.slice(2 * index, 2 * index + 2)).toString('hex'),
  );
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/**
 * Returns the addresses on which a process listens at a port, from the kernel's tables
 * (`/proc/net/tcp` and `tcp6`, proc(5)).
 *
 * @param tables the text of the tables
 */
export function listeningAt(port: number, tables: readonly string[]): string[] {
  const found = tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local, , state] = line.trim().split(/\s+/);
      const [hex, hexPort] = local?.split(':') ?? [];
      if (state !== LISTENING || hex === undefined || hexPort === undefined) return [];
      return Number.parseInt(hexPort, 16) === port ? [addressOf(hex)] : [];
    }),
  );
  return [...new Set(found)].sort();
}

/** Empty where the kernel has no such tables. */
export function kernelTables(): string[] {
  return FILES.flatMap((file) => {
    try {
      return [readFileSync(file, 'utf8')];
    } catch {
      return [];
    }
  });
}
