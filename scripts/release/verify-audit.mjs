#!/usr/bin/env node
/**
 * Verifies an exported audit log without the appliance: Node is all that it needs.
 *
 *   wardbox audit export --out audit.jsonl      on the appliance; then take audit.jsonl,
 *   wardbox audit key > audit-key.pem           the key and <data>/audit/checkpoints.jsonl away
 *   node verify-audit.mjs audit.jsonl --checkpoints checkpoints.jsonl --key audit-key.pem
 *
 * A key that was taken away when the appliance was set up says more than one fetched with the file.
 * `--partial` takes a file that begins later or ends earlier than the checkpoints do.
 *
 * Exit status: 0 intact, 1 cannot be read, 2 wrong usage, 3 not intact.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const ZEROS = '0'.repeat(64);
const RECORD =
  /^\{"seq":(\d+),"at":"([^"\\]*)","prev_hash":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","event":(.*)\}$/;

class NotIntact extends Error {}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const fail = (where, what) => {
  throw new NotIntact(`${where}: ${what}`);
};

function readCheckpoint(line, number, last, key) {
  const where = `checkpoint ${number}`;
  let read;
  try {
    read = JSON.parse(line);
  } catch {
    fail(where, 'it cannot be read');
  }
  const { format, seq, head, highest, at, previous } = Object(read);
  if (format !== 'wardbox-checkpoint-1') fail(where, 'it is of another form');
  if (read.key !== sha256(key.export({ type: 'spki', format: 'der' }))) {
    fail(where, 'it was signed with a foreign key');
  }
  const fields = [format, read.number, seq, head, highest, at, read.key, previous];
  const text = Buffer.from(fields.map((field) => `${field}\n`).join(''));
  if (!verify(null, text, key, Buffer.from(String(read.signature), 'base64'))) {
    fail(where, 'it was changed');
  }
  if (read.number !== number) fail(where, 'it is missing, or out of its order');
  if (previous !== (last?.hash ?? ZEROS)) fail(where, 'it does not follow the one before it');
  if (seq < (last?.seq ?? 0)) fail(where, 'it is behind the one before it');
  return { number, seq, head, at, hash: sha256(line) };
}

/** What stands behind the last newline was left by a crash. */
function readCheckpoints(path, key) {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const checkpoints = [];
  for (const line of lines) {
    checkpoints.push(readCheckpoint(line, checkpoints.length + 1, checkpoints.at(-1), key));
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

/** Walks the file; gives its ends and the hashes of the records that are asked for. */
async function walk(path, asked) {
  const hashes = new Map();
  let first;
  let last;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: 0 })) {
    last = readRecord(line, last);
    first ??= last;
    if (asked.has(last.seq)) hashes.set(last.seq, last.hash);
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
    `${message}\nusage: verify-audit.mjs EXPORT [--checkpoints FILE --key FILE] [--partial]`,
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
    if (positionals.length !== 1) usage('One exported file is needed.');
    const { checkpoints, key } = values;
    if ((checkpoints === undefined) !== (key === undefined)) {
      usage('Checkpoints and the key that they were signed with go together.');
    }
    return { file: positionals[0], ...values };
  } catch (error) {
    return usage(error.message);
  }
}

const { file, checkpoints: path, key, partial } = readArguments();
try {
  const checkpoints =
    path === undefined ? [] : readCheckpoints(path, createPublicKey(readFileSync(key)));
  const walked = await walk(file, new Set(checkpoints.map(({ seq }) => seq)));
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
