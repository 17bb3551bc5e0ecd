import type { Address, Hash } from 'viem';
import { erc20Abi, zeroAddress } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import type { Catalog, Chain } from '../boot/model/catalog.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHead, readHeader, readLastDeepBlock } from '../chain/chainClient.ts';
import { readRescan } from '../chain/chains.ts';
import { askOnce, mapLimited } from '../chain/concurrency.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import { createTogetherReader } from '../chain/togetherReader.ts';
import { findMined } from '../chain/transactions.ts';
import type { Database } from '../db/database.ts';
import { createDustJudge } from '../deposits/dustJudge.ts';
import type { BookedPayment, GasComparison, Move, VaultComparison } from './model/compareVault.ts';
import { compareGas, compareVault } from './model/compareVault.ts';
import type { BookAccount, BookedDeposit } from './readings.ts';
import { readBookedMoves, readSendCosts } from './readings.ts';
import type { DepositMove, LoggedPayment } from './readMoves.ts';
import { readMoves } from './readMoves.ts';

/** Finds the last block of a range before this time; null if even the first block is not. */
export async function findBlockBefore(
  client: ChainClient,
  time: Date,
  { from, to }: BlockRange,
): Promise<bigint | null> {
  const isBefore = async (blockNumber: bigint) => (await readHeader(client, { blockNumber })).time < time;
  if (!(await isBefore(from))) return null;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (await isBefore(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** The vaults' total of each token on a chain, and the hot wallet's native balance, at the end of a block. */
export type Balances = { readonly vaults: ReadonlyMap<Address, bigint>; readonly hotWallet: bigint };

/** @throws NoQuorum and every error of the reader: many nodes keep only the state of recent blocks */
export async function readBalances(
  client: ChainClient,
  tokens: readonly Address[],
  blockNumber: bigint,
): Promise<Balances> {
  const { chain } = client;
  const reader = createTogetherReader(client, blockNumber);
  const readOne = (token: Address, address: Address) =>
    isNativeToken(token)
      ? reader.getBalance({ address, blockNumber })
      : reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address], blockNumber });
  const readToken = async (token: Address): Promise<readonly [Address, bigint]> => {
    const balances = await Promise.all(vaultsOf(chain).map((vault) => readOne(token, vault)));
    return [token, balances.reduce((sum, balance) => sum + balance, 0n)];
  };
  const [vaults, hotWallet] = await Promise.all([
    Promise.all(tokens.map(readToken)),
    reader.getBalance({ address: chain.hotWallet, blockNumber }),
  ]);
  return { vaults: new Map(vaults), hotWallet };
}

// How many headers are read concurrently.
const BLOCKS_AT_ONCE = 16;

/** An account in the books: a chain's vaults together for one token, or the hot wallet. */
export type AccountKey = { readonly account: BookAccount; readonly token: Address; readonly addresses: string };

export type AccountComparison = AccountKey &
  (
    | { readonly account: 'vault'; readonly comparison: VaultComparison }
    | { readonly account: 'hotWallet'; readonly comparison: GasComparison }
  );

export type BooksSource = { readonly catalog: Catalog; readonly database: Database; readonly client: ChainClient };

export function listTokens({ tokens }: Catalog, chain: Chain): readonly Address[] {
  return tokens.flatMap(({ deployments }) => deployments.get(chain.name)?.address ?? []);
}

export function listAccounts(catalog: Catalog, chain: Chain): readonly AccountKey[] {
  const addresses = [...vaultsOf(chain)].sort().join(' ');
  return [
    ...listTokens(catalog, chain).map((token) => ({ account: 'vault', token, addresses }) as const),
    { account: 'hotWallet', token: zeroAddress, addresses: chain.hotWallet },
  ];
}

export function balanceOf({ vaults, hotWallet }: Balances, { account, token }: AccountKey): bigint {
  if (account === 'hotWallet') return hotWallet;
  const balance = vaults.get(token);
  if (balance === undefined) throw new Error(`the balance of ${token} was not read`);
  return balance;
}

/** The newest block that the watcher has read and in which deposits and payments are final; null if there is none. */
export async function readLastBookedBlock({ database, client }: BooksSource): Promise<bigint | null> {
  const { chain, reader } = client;
  const { number: head } = await readHead(client);
  const { scannedTo } = await readRescan(database, chain.id);
  if (scannedTo === null) return null;
  const depths = [chain.finality, chain.payoutConfirmations];
  const deep = await Promise.all(depths.map((depth) => readLastDeepBlock(reader, depth, head)));
  const last = [...deep, scannedTo].reduce((least, block) => (block < least ? block : least));
  return last < 0n ? null : last;
}

type BurntQuery = {
  readonly range: BlockRange;
  readonly paid: readonly LoggedPayment[];
  readonly booked: readonly BookedPayment[];
};

/** The hot wallet made these payments. A restored database has found some of them on the chain. */
function listBookedHashes({ hotWallet }: Chain, { paid, booked }: BurntQuery): readonly Hash[] {
  const inBooks = new Set(booked.map(({ hash }) => hash));
  const own = paid.filter(({ payer, hash }) => isSameAddress(payer, hotWallet) && inBooks.has(hash));
  return [...new Set(own.map(({ hash }) => hash))];
}

/** The cost of the hot wallet's transactions. If the books lack a cost, the chain supplies it. */
async function readBurnt({ database, client }: BooksSource, query: BurntQuery) {
  const { id: chainId, hotWallet: address } = client.chain;
  const costs = new Map<Hash, bigint | null>(listBookedHashes(client.chain, query).map((hash) => [hash, null]));
  for (const { hash, gasCost } of await readSendCosts(database, { chainId, address }, query.range)) {
    costs.set(hash, gasCost);
  }
  let [burnt, unknown] = [0n, 0];
  for (const [hash, gasCost] of costs) {
    const mined = gasCost === null ? await findMined(client, hash) : null;
    if (gasCost !== null) burnt += gasCost;
    else if (mined && mined.dataCost !== null) burnt += mined.gasCost + mined.dataCost;
    else unknown += 1;
  }
  return { burnt, unknown };
}

/** The announced deposits that are not in the books because the watcher ignores them. */
async function findDust(
  { catalog, database, client }: BooksSource,
  announced: readonly DepositMove[],
  booked: readonly BookedDeposit[],
): Promise<readonly Move[]> {
  const placeOf = ({ hash, logIndex }: BookedDeposit) => `${hash} ${logIndex}`;
  const inBooks = new Set(booked.map(placeOf));
  const unbooked = announced.filter((deposit) => !inBooks.has(placeOf(deposit)));
  const isDust = createDustJudge({ catalog, database }, client.chain);
  const readBlock = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
  const judged = await mapLimited(unbooked, BLOCKS_AT_ONCE, async (deposit) => {
    return (await isDust(deposit, await readBlock(deposit.blockNumber))) ? [deposit] : [];
  });
  return judged.flat();
}

export type BooksPeriod = {
  /** The blocks after the opening balance, up to the closing one. */
  readonly range: BlockRange;
  /** By account. An account without an opening balance can't be compared. */
  readonly opening: (key: AccountKey) => bigint | null;
  readonly closing: Balances;
};

/**
 * Compares a chain's books with its balances and logs.
 * @throws NoQuorum, DatabaseUnavailable and every error of the reader: then nothing was compared
 */
export async function compareBooks(source: BooksSource, period: BooksPeriod): Promise<readonly AccountComparison[]> {
  const { catalog, database, client } = source;
  const { chain } = client;
  const { range, opening, closing } = period;
  const chainMoves = await readMoves(client, listTokens(catalog, chain), range);
  const { paid } = chainMoves;
  const booked = await readBookedMoves(database, { chainId: chain.id, vaults: vaultsOf(chain), range, paid });
  const books = { ...booked, dust: await findDust(source, chainMoves.deposits, booked.deposits) };
  const gas = await readBurnt(source, { range, paid, booked: booked.payments });
  return listAccounts(catalog, chain).flatMap((key): readonly AccountComparison[] => {
    const opened = opening(key);
    if (opened === null) return [];
    const balances = { opening: opened, closing: balanceOf(closing, key) };
    const vault = { token: key.token, treasury: chain.treasury, ...balances };
    return key.account === 'vault'
      ? [{ ...key, account: 'vault', comparison: compareVault(vault, chainMoves, books) }]
      : [{ ...key, account: 'hotWallet', comparison: compareGas({ ...balances, ...gas }) }];
  });
}
