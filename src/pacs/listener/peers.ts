import { createNetworks } from '../../core/networks.js';
import type { Peer } from './settings.js';

/** Finds the peer that calls with an AE title from an address; undefined for anybody else. */
export function createPeerLookup(
  peers: readonly Peer[],
): (aeTitle: string, address: string) => Peer | undefined {
  const known = peers.map((peer) => ({ peer, isAt: createNetworks(peer.addresses) }));
  return (aeTitle, address) =>
    known.find(({ peer, isAt }) => peer.aeTitle === aeTitle && isAt(address))?.peer;
}
