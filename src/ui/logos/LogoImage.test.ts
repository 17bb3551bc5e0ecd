import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { logoUrl } from './LogoImage.tsx';
import { CHAIN_LOGOS, TOKEN_LOGOS } from './logoNames.ts';

it('finds a chain by its id, and a token by its ticker in any case', () => {
  expect(logoUrl('chain', 8453)).toBe('/logos/chain/8453.svg');
  expect(logoUrl('token', 'USDC')).toBe('/logos/token/usdc.svg');
});

it('uses the configured path unchanged', () => {
  expect(logoUrl('token', '/My-Logos/gold.png')).toBe('/My-Logos/gold.png');
});

it.each(['UЅDC', '../token/usdc', 'usdc usdt', '', '__proto__'])('has no logo for %o', (ticker) => {
  expect(logoUrl('token', ticker)).toBeNull();
});

it('has no logo for an unknown chain, or without a source', () => {
  expect(logoUrl('chain', 31337)).toBeNull();
  expect(logoUrl('token', null)).toBeNull();
});

it.each([
  ['chain', CHAIN_LOGOS],
  ['token', TOKEN_LOGOS],
] as const)('lists exactly the %s logos in public/logos', (folder, names) => {
  const files = readdirSync(new URL(`../../../public/logos/${folder}`, import.meta.url));
  expect(
    names
      .split(' ')
      .map((name) => `${name}.svg`)
      .sort(),
  ).toEqual(files.sort());
});
