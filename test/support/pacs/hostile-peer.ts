import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Random } from '../../../src/core/random.js';

/** A protocol data unit, with its head. */
type Pdu = Buffer;

const HEAD_BYTES = 6;
const DATA_TRANSFER = 4;
/** Command Field of a C-STORE-RSP. */
const STORE_RESPONSE = 0x80_01;
/** What takes longer is ended: the listener would wait for the rest of a message. */
const QUIET_MS = 40;
const MAX_MS = 1_000;

/** Complete units; the rest that is none is left out. */
function pdusOf(bytes: Buffer): Pdu[] {
  const pdus: Pdu[] = [];
  for (let at = 0; at + HEAD_BYTES <= bytes.length; ) {
    const end = at + HEAD_BYTES + bytes.readUInt32BE(at + 2);
    if (end > bytes.length) break;
    pdus.push(bytes.subarray(at, end));
    at = end;
  }
  return pdus;
}

/** Records what a client sends to a node, unit by unit, while it passes through. */
export async function recordConversation(
  port: number,
  client: (port: number) => Promise<unknown>,
): Promise<readonly Pdu[]> {
  const sent: Buffer[] = [];
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('data', (chunk: Buffer) => sent.push(chunk));
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await client(typeof address === 'object' && address !== null ? address.port : 0);
  server.close();
  return pdusOf(Buffer.concat(sent));
}

const wordAt = (command: Buffer, element: number): Buffer | undefined => {
  for (let at = 0; at + 8 <= command.length; ) {
    const length = command.readUInt32LE(at + 4);
    if (command.readUInt16LE(at + 2) === element) return command.subarray(at + 8, at + 8 + length);
    at += 8 + length;
  }
  return undefined;
};

/** The objects that an answer of a node acknowledges, by their SOP Instance UIDs. */
export function acknowledgedBy(answer: Buffer): readonly string[] {
  return pdusOf(answer).flatMap((pdu) => {
    if (pdu[0] !== DATA_TRANSFER) return [];
    // Answers to C-STORE are one PDV: length, context, control.
    const command = pdu.subarray(HEAD_BYTES + 6);
    if (wordAt(command, 0x01_00)?.readUInt16LE() !== STORE_RESPONSE) return [];
    if (wordAt(command, 0x09_00)?.readUInt16LE() !== 0) return [];
    const uid = wordAt(command, 0x10_00)?.toString('latin1').replaceAll('\0', '').trim();
    return uid === undefined ? [] : [uid];
  });
}

const below = (random: Random, count: number) => Math.floor(random() * count);

/** Values at the edges of lengths and numbers. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7f_ff, 0x80_00, 0xff_ff, 0x7f_ff_ff_ff, 0xff_ff_ff_ff];

function damageBytes(bytes: Buffer, random: Random): void {
  if (bytes.length === 0) return;
  const at = below(random, bytes.length);
  if (random() < 0.5 && at + 4 <= bytes.length) {
    const value = EDGES[below(random, EDGES.length)] ?? 0;
    if (random() < 0.5) bytes.writeUInt32LE(value, at);
    else bytes.writeUInt32BE(value, at);
  } else bytes[at] = below(random, 256);
}

type Damage = (pdus: readonly Pdu[], random: Random) => readonly Pdu[];

const changed = (pdus: readonly Pdu[], at: number, change: (pdu: Buffer) => Buffer) =>
  pdus.map((pdu, index) => (index === at ? change(Buffer.from(pdu)) : pdu));

const DAMAGES: readonly Damage[] = [
  // Anywhere in a unit, its head included.
  (pdus, random) =>
    changed(pdus, below(random, pdus.length), (pdu) => {
      for (let times = 1 + below(random, 8); times > 0; times -= 1) damageBytes(pdu, random);
      return pdu;
    }),
  // Behind the head: in items, commands and data sets.
  (pdus, random) =>
    changed(pdus, below(random, pdus.length), (pdu) => {
      const body = pdu.subarray(HEAD_BYTES);
      for (let times = 1 + below(random, 8); times > 0; times -= 1) damageBytes(body, random);
      return pdu;
    }),
  // The first bytes of a body, where lengths and identifiers are.
  (pdus, random) =>
    changed(pdus, below(random, pdus.length), (pdu) => {
      damageBytes(pdu.subarray(HEAD_BYTES, HEAD_BYTES + 80), random);
      return pdu;
    }),
  // A unit that ends early, with its length or with a right one.
  (pdus, random) =>
    changed(pdus, below(random, pdus.length), (pdu) => {
      const short = pdu.subarray(0, below(random, pdu.length));
      if (random() < 0.5 && short.length >= HEAD_BYTES) {
        short.writeUInt32BE(short.length - HEAD_BYTES, 2);
      }
      return short;
    }),
  // Units left out, repeated, in another order.
  (pdus, random) => pdus.filter(() => random() < 0.7),
  (pdus, random) => pdus.flatMap((pdu) => (random() < 0.3 ? [pdu, pdu] : [pdu])),
  (pdus, random) => pdus.toSorted(() => random() - 0.5),
  // Another type.
  (pdus, random) =>
    changed(pdus, below(random, pdus.length), (pdu) => {
      pdu[0] = below(random, 10);
      return pdu;
    }),
  // A conversation that stops.
  (pdus, random) => pdus.slice(0, below(random, pdus.length)),
  // Garbage at the start, or in between.
  (pdus, random) => {
    const garbage = Buffer.alloc(1 + below(random, 400));
    for (let at = 0; at < garbage.length; at += 1) garbage[at] = below(random, 256);
    const place = below(random, pdus.length + 1);
    return [...pdus.slice(0, place), garbage, ...pdus.slice(place)];
  },
];

/** A conversation with one or two faults. */
export function damaged(pdus: readonly Pdu[], random: Random): Buffer {
  let result = pdus;
  for (let times = 1 + below(random, 2); times > 0 && result.length > 0; times -= 1) {
    const damage = DAMAGES[below(random, DAMAGES.length)];
    if (damage !== undefined) result = damage(result, random);
  }
  return Buffer.concat(result);
}

/**
 * Sends bytes to a node; resolves with its answer when it has ended the connection, or is quiet; or else,
 * however long that takes, when the answer is whole.
 */
export async function sendToNode(
  port: number,
  bytes: Buffer,
  isWhole?: (answer: Buffer) => boolean,
): Promise<Buffer> {
  const socket: Socket = connect(port, '127.0.0.1');
  const answer: Buffer[] = [];
  await new Promise<void>((resolve) => {
    let quiet: NodeJS.Timeout | undefined;
    const wait = () => {
      clearTimeout(quiet);
      if (isWhole === undefined) quiet = setTimeout(resolve, QUIET_MS);
      else if (isWhole(Buffer.concat(answer))) resolve();
    };
    const limit = isWhole === undefined ? setTimeout(resolve, MAX_MS) : undefined;
    socket.on('data', (chunk: Buffer) => {
      answer.push(chunk);
      wait();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(quiet);
      clearTimeout(limit);
      resolve();
    });
    socket.on('connect', () => socket.write(bytes, wait));
  });
  socket.destroy();
  return Buffer.concat(answer);
}
