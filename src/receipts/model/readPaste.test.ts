import fc from 'fast-check';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { config } from '../../../tools/lab/web/fixtures.ts';
import { MAX_CHARACTERS, MAX_ITEMS, readPaste } from './readPaste.ts';

const [north, south] = config.chains;
if (!north || !south) throw new Error('The fixtures have two chains.');
const chains = [
  { ...north, explorerUrl: 'https://www.northscan.example' },
  { ...south, explorerUrl: 'https://scan.example/south' },
  { ...south, id: 9, name: 'Deep', explorerUrl: 'https://scan.example/south/deep/' },
];
const HASH = `0x${'1f'.repeat(32)}` as const;
const OTHER = `0x${'2e'.repeat(32)}` as const;
const ADDRESS = getAddress(`0x${'ab'.repeat(20)}`);
const hash = (value: string, chainId: number | null = null) => ({ kind: 'hash', hash: value, chainId });
const address = (value: string, chainId: number | null = null) => ({ kind: 'address', address: value, chainId });
const read = (text: string) => readPaste(text, chains);
const items = (text: string) => read(text).items;
const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''));

describe('a paste', () => {
  it.each([
    HASH,
    `  ${HASH}\n`,
    HASH.toUpperCase(),
    HASH.slice(2),
    `My deposit is stuck: ${HASH}!`,
    `tx=${HASH}`,
    `${HASH.slice(0, 30)}\u200b${HASH.slice(30)}`,
    `https://other.example/tx/${HASH}?tab=logs`,
    `"${HASH}","12","5.00"`,
  ])('has the hash in %j', (text) => {
    expect(read(text)).toEqual({ items: [hash(HASH)], repeated: 0, notUnderstood: [], leftOut: 0, unread: 0 });
  });

  it.each([
    [`https://northscan.example/tx/${HASH}`, 31337],
    [`northscan.example/tx/${HASH}#eventlog`, 31337],
    [`http://www.northscan.example/tx/${HASH}`, 31337],
    [`https://scan.example/south/tx/${HASH}`, 31338],
    [`https://scan.example/south/deep/tx/${HASH}`, 9],
    [`https://scan.example/southern/tx/${HASH}`, null],
    [`https://northscan.example.evil.example/tx/${HASH}`, null],
    [`https://bridge.example/receipts/${HASH}?origin=31338`, 31338],
    [`https://bridge.example/receipts/${HASH}?origin=77`, null],
  ])('names the chain of the link %j', (text, chainId) => {
    expect(items(text)).toEqual([hash(HASH, chainId)]);
  });

  it('has an account from a link, and one without a checksum', () => {
    expect(items(ADDRESS)).toEqual([address(ADDRESS)]);
    expect(items(`to ${ADDRESS.toLowerCase()}.`)).toEqual([address(ADDRESS)]);
    expect(items(`https://northscan.example/address/${ADDRESS}`)).toEqual([address(ADDRESS, 31337)]);
  });

  it('has the Safe and the hash of a Safe link', () => {
    const link = `https://app.safe.global/transactions/tx?safe=eth:${ADDRESS}&id=multisig_${ADDRESS}_${HASH}`;
    expect(items(link)).toEqual([address(ADDRESS), hash(HASH)]);
  });

  it('splits two hashes or two links without a separator', () => {
    expect(items(`${HASH}${OTHER}`)).toEqual([hash(HASH), hash(OTHER)]);
    const links = `https://northscan.example/tx/${HASH}https://scan.example/south/tx/${OTHER}`;
    expect(items(links)).toEqual([hash(HASH, 31337), hash(OTHER, 31338)]);
  });

  it('counts repeated items, and takes the chain from any of their links', () => {
    const paste = read(`${HASH} ${HASH.slice(2)} https://northscan.example/tx/${HASH} ${OTHER}`);
    expect(paste.items).toEqual([hash(HASH, 31337), hash(OTHER)]);
    expect(paste.repeated).toBe(2);
  });

  it.each([
    ['a hash without its last digit', HASH.slice(0, -1)],
    ['a hash with one digit too many', `${HASH}a`],
    ['a hash with a wrong letter', `${HASH.slice(0, -1)}g`],
    ['a hash behind the letter O', `O${HASH.slice(1)}`],
    ['a hash without 0x and a digit', HASH.slice(3)],
    ['a shortened hash', `${HASH.slice(0, 8)}…${HASH.slice(-6)}`],
    ['a hash that a page cut', `${HASH.slice(0, 12)}...`],
    ['an address with a wrong checksum', `0xaB${ADDRESS.slice(4)}`],
    ['a short code', '0x12'],
  ])('names %s', (_name, piece) => {
    const paste = read(`Please look at ${piece} and ${OTHER}`);
    expect(paste.items).toEqual([hash(OTHER)]);
    expect(paste.notUnderstood).toEqual([piece]);
  });

  it('shortens a long piece that it lists, such as transaction data', () => {
    const [piece] = read(`0x${'ab'.repeat(5000)}`).notUnderstood;
    expect(piece).toHaveLength(81);
  });

  it.each([
    '',
    'hello',
    '250.5 USDC on 22.11.2026 at 09:05',
    `${'1234567890'.repeat(6)}1234`,
    '0xMaki sent it... right?',
  ])('ignores %j', (text) => {
    expect(read(text)).toEqual({ items: [], repeated: 0, notUnderstood: [], leftOut: 0, unread: 0 });
  });

  // A pattern that can split a row of dots in many ways would never finish.
  it('reads a piece with thousands of dots at once', () => {
    const piece = `0xa${'.'.repeat(5_000)}g`;
    expect(read(piece).items).toEqual([]);
    expect(items(`${piece} ${HASH}`)).toEqual([hash(HASH)]);
  });

  it('is limited, and counts what is left out', () => {
    const many = Array.from({ length: MAX_ITEMS + 7 }, (_one, index) => `0x${`${index}`.padStart(64, 'a')}`);
    const paste = read(many.join('\n'));
    expect(paste.items).toHaveLength(MAX_ITEMS);
    expect(paste.leftOut).toBe(7);
    expect(read(`${' '.repeat(MAX_CHARACTERS)}${HASH}`)).toMatchObject({ items: [], unread: 66 });
  });

  const separator = fc.constantFrom(' ', '\n', '\r\n', ',', ';', '\t', ' | ', '", "', ' and then ', ' (', ') > ');
  const item = fc.oneof(
    hex(64).map((digits) => ({ text: `0x${digits}`, item: hash(`0x${digits}`) })),
    hex(40).map((digits) => ({ text: `0x${digits}`, item: address(getAddress(`0x${digits}`)) })),
  );

  it('has every item of a list in order, whatever separates them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ text }) => text }), separator, (list, between) => {
        const paste = read(list.map(({ text }) => text).join(between));
        expect(paste.items).toEqual(list.map((one) => one.item));
        expect(paste.notUnderstood).toEqual([]);
      }),
    );
  });

  it('drops no run of hex digits after 0x: each is an item or is listed', () => {
    const piece = fc.integer({ min: 1, max: 78 }).chain((length) => hex(length));
    fc.assert(
      fc.property(fc.uniqueArray(piece), separator, (pieces, between) => {
        const { items: found, notUnderstood } = read(pieces.map((digits) => `0x${digits}`).join(between));
        const known = found.map((one) => ('hash' in one ? one.hash : one.address.toLowerCase()));
        expect([...known, ...notUnderstood].sort()).toEqual(pieces.map((digits) => `0x${digits}`).sort());
      }),
    );
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const paste = read(`${text} ${HASH}`);
        expect(paste.items).toContainEqual(hash(HASH));
      }),
    );
  });
});
