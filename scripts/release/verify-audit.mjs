#!/usr/bin/env node
/**
 * Verifies an exported audit log without the appliance: Node is all that it needs.
 *
 *   wardbox audit export --out audit.jsonl      on the appliance; then take audit.jsonl,
 *   wardbox audit key > audit-key.pem           the key and <data>/audit/checkpoints.jsonl away
 *   node verify-audit.mjs audit.jsonl --checkpoints checkpoints.jsonl --key audit-key.pem
 *
 * A key that was taken away when the appliance was set up says more than one fetched with the file; it
 * is good for all keys that followed it. Several files are read as one log, in their order: sealed
 * segments (<data>/audit/segments/*.jsonl.gz) and then an export of what came after them.
 * `--partial` takes a log that begins later or ends earlier than the checkpoints do.
 *
 * Exit status: 0 intact, 1 cannot be read, 2 wrong usage, 3 not intact.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

const ZEROS = '0'.repeat(64);
const RECORD =
  /^\{"seq":(\d+),"at":"([^"\\]*)","prev_hash":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","event":(.*)\}$/;

class NotIntact extends Error {}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const fail = (where, what) => {
  throw new NotIntact(`${where}: ${what}`);
};

const keyName = (key) => sha256(key.export({ type: 'spki', format: 'der' }));

function parsed(line, where) {
  try {
    return Object(JSON.parse(line));
  } catch {
    return fail(where, 'it cannot be read');
  }
}

/** In the last one that a key signs it says so, and which one comes next. */
const isHandover = ({ format, public: own, next }) =>
  format === 'wardbox-checkpoint-2' && typeof own === 'string' && typeof next === 'string';

/** All keys that the lines name, by their names: being named does not make a key trusted. */
function namedKeys(lines, trusted) {
  const keys = new Map([[keyName(trusted), trusted]]);
  for (const [index, line] of lines.entries()) {
    if (!line.includes('"next":')) continue;
    const { public: own, next } = parsed(line, `checkpoint ${index + 1}`);
    for (const der of [own, next]) {
      try {
        const key = createPublicKey({
          key: Buffer.from(String(der), 'base64'),
          format: 'der',
          type: 'spki',
        });
        if (key.asymmetricKeyType === 'ed25519') keys.set(keyName(key), key);
      } catch {
        // Without it, what it should have signed cannot be verified.
      }
    }
  }
  return keys;
}

function readCheckpoint(line, number, last, key) {
  const where = `checkpoint ${number}`;
  const read = parsed(line, where);
  const { format, seq, head, highest, at, previous } = read;
  if (format !== 'wardbox-checkpoint-1' && !isHandover(read)) fail(where, 'it is of another form');
  if (key === undefined || read.key !== keyName(key)) {
    fail(where, 'it was signed with a foreign key');
  }
  const handover = isHandover(read) ? [read.public, read.next] : [];
  const fields = [format, read.number, seq, head, highest, at, read.key, previous, ...handover];
  const text = Buffer.from(fields.map((field) => `${field}\n`).join(''));
  if (!verify(null, text, key, Buffer.from(String(read.signature), 'base64'))) {
    fail(where, 'it was changed');
  }
  if (read.number !== number) fail(where, 'it is missing, or out of its order');
  if (previous !== (last?.hash ?? ZEROS)) fail(where, 'it does not follow the one before it');
  if (seq < (last?.seq ?? 0)) fail(where, 'it is behind the one before it');
  const next = handover.length > 0 && sha256(Buffer.from(read.next, 'base64'));
  return { number, seq, head, at, key: read.key, hash: sha256(line), next };
}

/**
 * Each is signed by the key whose turn it is. The trusted one must be the first, or have signed one:
 * that one names, by its hash, all that came before. What follows the last newline was left by a
 * crash.
 */
function readCheckpoints(path, trusted) {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const keys = namedKeys(lines, trusted);
  const checkpoints = [];
  let turn = lines.length === 0 ? undefined : parsed(lines[0], 'checkpoint 1').key;
  for (const line of lines) {
    const key = keys.get(turn);
    const read = readCheckpoint(line, checkpoints.length + 1, checkpoints.at(-1), key);
    checkpoints.push(read);
    if (read.next) turn = read.next;
  }
  if (lines.length > 0 && !checkpoints.some(({ key }) => key === keyName(trusted))) {
    fail('checkpoint 1', 'it was signed with a foreign key');
  }
  return checkpoints;
}

function readRecord(line, last) {
  const expected = (last?.seq ?? 0) + 1;
  const [, digits, at, prevHash, hash, event] = RECORD.exec(line) ?? [];
  if (digits === undefined) fail(`record ${expected}`, 'it cannot be read');
  const seq = Number(digits);
  if (last !== undefined && seq !== expected) fail(`record ${expected}`, 'it is missing');
  const before = last?.hash ?? (seq === 1 ? ZEROS : prevHash);
  if (prevHash !== before) fail(`record ${seq}`, 'it does not follow the one before it');
  const text = `wardbox-audit-1\n${seq}\n${at}\n${prevHash}\n${event}\n`;
  if (hash !== sha256(text)) fail(`record ${seq}`, 'it was changed');
  return { seq, hash };
}

/** An export may be of any length; a segment is short. */
function linesOf(path) {
  if (!path.endsWith('.gz')) {
    return createInterface({ input: createReadStream(path), crlfDelay: 0 });
  }
  return gunzipSync(readFileSync(path)).toString().split('\n').slice(0, -1);
}

/** Reads the files as one sequence; returns their ends and the hashes of the requested records. */
async function walk(paths, asked) {
  const hashes = new Map();
  let first;
  let last;
  for (const path of paths) {
    for await (const line of linesOf(path)) {
      last = readRecord(line, last);
      first ??= last;
      if (asked.has(last.seq)) hashes.set(last.seq, last.hash);
    }
  }
  return { first, last, hashes };
}

function compare(checkpoints, { first, last, hashes }, partial) {
  let agreed = 0;
  for (const { number, seq, head, at } of checkpoints) {
    const where = `checkpoint ${number}`;
    if (seq < (first?.seq ?? 0)) continue;
    if (seq > (last?.seq ?? 0)) {
      if (partial) continue;
      fail(where, `it saw ${seq} records at ${at}, the file ends with ${last?.seq ?? 0}`);
    }
    if (hashes.get(seq) !== head)
      fail(where, `record ${seq} is not the one that was there at ${at}`);
    agreed += 1;
  }
  return agreed;
}

function usage(message) {
  console.error(
    `${message}\nusage: verify-audit.mjs FILE... [--checkpoints FILE --key FILE] [--partial]`,
  );
  process.exit(2);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        checkpoints: { type: 'string' },
        key: { type: 'string' },
        partial: { type: 'boolean', default: false },
      },
    });
    if (positionals.length === 0) usage('A file with records is needed.');
    const { checkpoints, key } = values;
    if ((checkpoints === undefined) !== (key === undefined)) {
      usage('Checkpoints and the key that they were signed with go together.');
    }
    return { files: positionals, ...values };
  } catch (error) {
    return usage(error.message);
  }
}

const { files, checkpoints: path, key, partial } = readArguments();
try {
  const checkpoints =
    path === undefined ? [] : readCheckpoints(path, createPublicKey(readFileSync(key)));
  const walked = await walk(files, new Set(checkpoints.map(({ seq }) => seq)));
  const { first, last } = walked;
  if (!partial && first !== undefined && first.seq !== 1) {
    fail('record 1', `the file begins with record ${first.seq}`);
  }
  const agreed = compare(checkpoints, walked, partial);
  const what = last === undefined ? 'no record' : `records ${first.seq} to ${last.seq}`;
  console.log(`Intact: ${what}, head ${last?.hash ?? ZEROS}`);
  console.log(
    agreed === 0
      ? 'No checkpoint vouches for them.'
      : `Signed checkpoints that agree with them: ${agreed}.`,
  );
} catch (error) {
  const isBroken = error instanceof NotIntact;
  console.error(isBroken ? `NOT intact at ${error.message}.` : `Cannot be read: ${error.message}`);
  process.exitCode = isBroken ? 3 : 1;
}
