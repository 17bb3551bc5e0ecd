import { describe, expect, it } from 'vitest';
import { config } from '../../../lab/web/fixtures.ts';
import { hasBothKinds, hideTestnets } from './choices.ts';

const [north, south] = config.chains;
if (!north || !south) throw new Error('the fixtures have no two chains');
const mainnet = { chain: { ...north, testnet: false }, obstacle: null };
const testnet = { chain: { ...south, testnet: true }, obstacle: null };

describe('testnets in the pickers', () => {
  it('stay hidden until the switch shows them, and a search says where they are', () => {
    expect(hideTestnets([mainnet, testnet], false)).toEqual([mainnet]);
    expect(hideTestnets([mainnet, testnet], true)).toEqual([mainnet, { ...testnet, obstacle: 'testnetsHidden' }]);
  });

  it('need no switch in an installation that has only one kind of chain', () => {
    expect(hasBothKinds([mainnet.chain, testnet.chain])).toBe(true);
    expect(hasBothKinds([mainnet.chain])).toBe(false);
    expect(hasBothKinds([testnet.chain])).toBe(false);
  });
});
