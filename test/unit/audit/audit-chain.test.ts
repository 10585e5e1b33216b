import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChainLink,
  GENESIS_HASH,
  linkHash,
  nextLink,
  verifyChain,
} from '../../../src/audit/audit-chain.js';
import { chainOf } from '../../support/audit-records.js';
import { rounds } from '../../support/rounds.js';

const COUNT = 6;
const sound = chainOf(COUNT);
const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at % copy.length]! ^= 1;
  return copy;
};
/** What an attacker does who can compute hashes, but changes only one record. */
const rehashed = (link: ChainLink): ChainLink => ({ ...link, hash: linkHash(link) });
const edited = (at: number, edit: (link: ChainLink) => ChainLink) =>
  sound.map((link) => (link.seq === at ? edit(link) : link));

describe('linkHash', () => {
  it('is the SHA-256 of the lines that its description says', () => {
    const prevHash = Buffer.alloc(32, 0xab);
    const text = `wardbox-audit-1\n7\n2026-01-01T00:00:00.000Z\n${'ab'.repeat(32)}\n{"a":1}\n`;
    expect(
      linkHash({ seq: 7, at: '2026-01-01T00:00:00.000Z', event: '{"a":1}', prevHash }),
    ).toEqual(createHash('sha256').update(text).digest());
  });
});

describe('nextLink', () => {
  it('starts at 1 after 32 zero bytes and then follows', () => {
    const first = nextLink(undefined, 't', '{}');
    expect(first).toMatchObject({ seq: 1, prevHash: Buffer.alloc(32) });
    expect(nextLink(first, 't', '{}')).toMatchObject({ seq: 2, prevHash: first.hash });
  });
});

describe('verifyChain', () => {
  it('passes a sound chain and gives its head', () => {
    expect(verifyChain(sound, COUNT)).toEqual({
      intact: true,
      records: COUNT,
      headHash: sound.at(-1)!.hash.toString('hex'),
    });
  });

  it('passes an empty log', () => {
    const headHash = GENESIS_HASH.toString('hex');
    expect(verifyChain([], 0)).toEqual({ intact: true, records: 0, headHash });
    expect(verifyChain(sound, COUNT - 1)).toMatchObject({ intact: false, brokenAt: COUNT });
  });

  it.each([
    ['time', (link: ChainLink) => ({ ...link, at: link.at.replace('2026', '2025') })],
    ['event', (link: ChainLink) => ({ ...link, event: link.event.replace('success', 'refused') })],
    ['hash', (link: ChainLink) => ({ ...link, hash: flipped(link.hash, 31) })],
    ['previous hash', (link: ChainLink) => ({ ...link, prevHash: flipped(link.prevHash, 0) })],
  ])('says which record had its %s changed', (_, edit) => {
    for (let at = 1; at <= COUNT; at += 1) {
      expect(verifyChain(edited(at, edit), COUNT)).toMatchObject({
        intact: false,
        brokenAt: at,
        records: at - 1,
      });
    }
  });

  it('finds a changed record whose hash was made new at the one behind it', () => {
    const forged = edited(3, (link) => rehashed({ ...link, event: '{}' }));
    expect(verifyChain(forged, COUNT)).toMatchObject({ intact: false, brokenAt: 4 });
  });

  it('finds a newest record that was changed with its hash only against a kept head', () => {
    const forged = edited(COUNT, (link) => rehashed({ ...link, event: '{}' }));
    const verdict = verifyChain(forged, COUNT);
    expect(verdict).toMatchObject({ intact: true });
    expect(verdict).not.toMatchObject({ headHash: sound.at(-1)!.hash.toString('hex') });
  });

  it('says which record is missing, the first and middle ones', () => {
    for (let gone = 1; gone < COUNT; gone += 1) {
      const links = sound.filter(({ seq }) => seq !== gone);
      expect(verifyChain(links, COUNT)).toEqual({
        intact: false,
        records: gone - 1,
        brokenAt: gone,
        reason: 'the record is missing',
      });
    }
  });

  it('detects records that were renumbered after one was removed', () => {
    const links = sound
      .filter(({ seq }) => seq !== 3)
      .map((link, index) => rehashed({ ...link, seq: index + 1 }));
    expect(verifyChain(links, COUNT - 1)).toMatchObject({ intact: false, brokenAt: 3 });
  });

  it('finds a tail that was cut off by the counter of the database', () => {
    for (let left = 0; left < COUNT; left += 1) {
      expect(verifyChain(sound.slice(0, left), COUNT)).toEqual({
        intact: false,
        records: left,
        brokenAt: left + 1,
        reason: 'the newest records were removed',
      });
    }
  });

  it('finds an inserted record and two that changed places', () => {
    const inserted = [...sound.slice(0, 2), nextLink(sound[1], 't', '{}'), ...sound.slice(2)];
    expect(verifyChain(inserted, COUNT + 1)).toMatchObject({ intact: false, brokenAt: 4 });
    const swapped = [...sound.slice(0, 2), sound[3]!, sound[2]!, ...sound.slice(4)];
    expect(verifyChain(swapped, COUNT)).toMatchObject({ intact: false, brokenAt: 3 });
    const renumbered = edited(3, (link) => ({ ...sound[3]!, seq: link.seq }));
    expect(verifyChain(renumbered, COUNT)).toMatchObject({ intact: false, brokenAt: 3 });
  });

  it('finds any single change at any place, at that place', () => {
    const fields = fc.constantFrom('at', 'event', 'hash', 'prevHash', 'seq');
    const place = fc.integer({ min: 1, max: COUNT });
    fc.assert(
      fc.property(place, fields, fc.nat(200), fc.nat(94), (at, field, position, code) => {
        const links = edited(at, (link) => {
          const value = link[field as keyof ChainLink];
          if (typeof value === 'number') return { ...link, seq: value + 1 + position };
          if (Buffer.isBuffer(value)) return { ...link, [field]: flipped(value, position) };
          const cut = position % value.length;
          const put = String.fromCharCode(32 + code);
          fc.pre(value[cut] !== put);
          return { ...link, [field]: value.slice(0, cut) + put + value.slice(cut + 1) };
        });
        expect(verifyChain(links, COUNT)).toMatchObject({ intact: false, brokenAt: at });
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });

  it('finds text that was moved from one field to the next', () => {
    const links = edited(2, (link) => ({ ...link, at: `${link.at}\n`, event: link.event }));
    expect(verifyChain(links, COUNT)).toMatchObject({ intact: false, brokenAt: 2 });
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (head, tail) => {
        fc.pre(head + tail !== '');
        const first = { seq: 1, at: 't', event: '{}', prevHash: GENESIS_HASH };
        const second = { ...first, at: `t${head}`, event: `${tail}{}` };
        expect(linkHash(second).equals(linkHash(first))).toBe(false);
      }),
    );
  });

  it('passes every order-preserving build of a chain and no other order', () => {
    const order = fc.shuffledSubarray([...sound.keys()], { minLength: 1 });
    fc.assert(
      fc.property(order, (indexes) => {
        const links = indexes.map((index) => sound[index]!);
        const isWhole = indexes.length === COUNT && indexes.every((index, i) => index === i);
        expect(verifyChain(links, COUNT).intact).toBe(isWhole);
      }),
    );
  });
});
