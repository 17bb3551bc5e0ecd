import type { Address, Hash, PublicClient } from 'viem';
import { createPublicClient, getAddress, http, isAddressEqual, parseAbiItem, zeroAddress } from 'viem';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { paidEvent } from '#shared/abi/payoutAbi.ts';
import { transferId } from '#shared/transferId.ts';
import type { Expectation, RouteTerms, SeenDeposit } from './expectedPayment.ts';
import { expect } from './expectedPayment.ts';

/** A chain as the auditor is told of it: where it is, and the addresses that everybody knows. */
export type AuditedChain = {
  readonly id: number;
  readonly rpcUrl: string;
  readonly depositContract: Address;
  readonly payoutContract: Address;
  /** Without the native token. */
  readonly tokens: readonly Address[];
};

export type AuditScope = {
  readonly chains: readonly AuditedChain[];
  readonly maker: Address;
  readonly routes: readonly RouteTerms[];
};

export const FAULTS = [
  /** Neither paid nor refunded. */
  'lost',
  'paidTwice',
  'refundedAndPaid',
  /** Paid to somebody else, in another token, on another chain, or another amount. */
  'wrongPayment',
  /** Somebody has more or less than all payments to him come to. */
  'wrongBalance',
  /** No deposit that was ever on a chain explains it. */
  'invented',
] as const;
export type FaultKind = (typeof FAULTS)[number];
export type Fault = { readonly kind: FaultKind; readonly id: Hash; readonly detail: string };

export type Verdict = {
  readonly deposits: number;
  readonly payouts: number;
  readonly refunds: number;
  /** Paid for a deposit that a reorganisation took away for good afterwards. */
  readonly exposed: number;
  readonly faults: readonly Fault[];
};

export type Paid = {
  readonly chainId: number;
  readonly hash: Hash;
  readonly id: Hash;
  readonly to: Address;
  readonly token: Address;
  readonly amount: bigint;
};

type Reader = AuditedChain & { readonly client: PublicClient };

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const RANGE = { fromBlock: 0n, toBlock: 'latest', strict: true } as const;

async function readDepositsOf(
  { id: chainId, client, depositContract }: Reader,
  maker: Address,
): Promise<SeenDeposit[]> {
  // All of the contract's logs, not only those for the maker: the ordinal counts them all.
  const logs = await client.getLogs({ address: depositContract, event: depositEvent, ...RANGE });
  const counts = new Map<Hash, number>();
  const ordered = [...logs].sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  return ordered.flatMap(({ transactionHash, args }) => {
    const ordinal = counts.get(transactionHash) ?? 0;
    counts.set(transactionHash, ordinal + 1);
    if (!isAddressEqual(args.maker, maker)) return [];
    const key = { chainId, contract: depositContract, transactionHash, ordinal };
    const { user: depositor, token, target, amount, destination } = args;
    return [{ id: transferId(key), chainId, transactionHash, depositor, token, target, amount, destination }];
  });
}

async function readPaid({ id: chainId, client, payoutContract }: Reader, payer: Address): Promise<Paid[]> {
  const logs = await client.getLogs({ address: payoutContract, event: paidEvent, args: { payer }, ...RANGE });
  return logs.map(({ transactionHash: hash, args: { id, to, token, amount } }) => ({
    chainId,
    hash,
    id,
    to,
    token,
    amount,
  }));
}

/** What left the maker in a token by the token's own account of it, by recipient: payments round the payout contract as well. */
async function readOutflow({ client }: Reader, token: Address, maker: Address): Promise<Map<Address, bigint>> {
  const logs = await client.getLogs({ address: token, event: transferEvent, args: { from: maker }, ...RANGE });
  const outflow = new Map<Address, bigint>();
  for (const { args } of logs) {
    const to = getAddress(args.to);
    outflow.set(to, (outflow.get(to) ?? 0n) + args.value);
  }
  return outflow;
}

function sumByRecipient(payments: readonly Paid[]): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const { to, amount } of payments) sums.set(getAddress(to), (sums.get(getAddress(to)) ?? 0n) + amount);
  return sums;
}

/** Tokens: what left the maker is what the payments say, to the unit and to the person. */
async function findTokenFaults(chain: Reader, maker: Address, paid: readonly Paid[]): Promise<Fault[]> {
  const faults = await Promise.all(
    chain.tokens.map(async (token): Promise<Fault[]> => {
      const outflow = await readOutflow(chain, token, maker);
      const sums = sumByRecipient(
        paid.filter((payment) => payment.chainId === chain.id && isAddressEqual(payment.token, token)),
      );
      const recipients = new Set([...outflow.keys(), ...sums.keys()]);
      return [...recipients].flatMap((to): Fault[] => {
        const [moved, said] = [outflow.get(to) ?? 0n, sums.get(to) ?? 0n];
        if (moved === said) return [];
        return [
          {
            kind: 'wrongBalance',
            id: '0x',
            detail: `${to} got ${moved} of ${token} on ${chain.id}, payments say ${said}`,
          },
        ];
      });
    }),
  );
  return faults.flat();
}

/** Coins leave no log of their own: whoever has never sent anything has exactly what was paid to him. */
async function findCoinFaults(
  { id: chainId, client }: Reader,
  expectations: readonly Expectation[],
  paid: readonly Paid[],
): Promise<Fault[]> {
  const isHere = (payment: { readonly chainId: number; readonly token: Address }) =>
    payment.chainId === chainId && isAddressEqual(payment.token, zeroAddress);
  const sums = sumByRecipient(paid.filter(isHere));
  const recipients = new Set(
    expectations.filter((expected) => expected.kind === 'payout' && isHere(expected)).map(({ to }) => getAddress(to)),
  );
  const faults = await Promise.all(
    [...recipients].map(async (address): Promise<Fault[]> => {
      const [balance, sent] = await Promise.all([
        client.getBalance({ address }),
        client.getTransactionCount({ address }),
      ]);
      const said = sums.get(address) ?? 0n;
      if (balance === said || sent > 0) return [];
      return [
        { kind: 'wrongBalance', id: '0x', detail: `${address} has ${balance} wei on ${chainId}, payments say ${said}` },
      ];
    }),
  );
  return faults.flat();
}

function isExpected(expected: Expectation, { chainId, to, token, amount }: Paid): boolean {
  const isRight =
    chainId === expected.chainId && isAddressEqual(to, expected.to) && isAddressEqual(token, expected.token);
  if (expected.kind === 'payout') return isRight && amount === expected.amount;
  return isRight && amount > 0n && amount <= expected.atMost;
}

function judge(deposit: SeenDeposit, expected: Expectation, payments: readonly Paid[]): Fault | null {
  const { id } = deposit;
  const detail = JSON.stringify({ deposit, expected, payments }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const [payment] = payments;
  if (!payment) return { kind: 'lost', id, detail };
  if (payments.length > 1) {
    const places = new Set(payments.map(({ chainId }) => chainId));
    return { kind: places.size > 1 ? 'refundedAndPaid' : 'paidTwice', id, detail };
  }
  return isExpected(expected, payment) ? null : { kind: 'wrongPayment', id, detail };
}

/**
 * Tells from the chains alone, without database, service or proxy, what became of every deposit. It can be asked at any time
 * and remembers every deposit that it has seen, so that what a reorganisation took away later is told from what never was.
 */
export type Auditor = {
  /** Looks at the deposits of now. @returns how many of them have no payment yet */
  look(): Promise<number>;
  verdict(): Promise<Verdict>;
  /** For every deposit that was seen paid: the seconds since it was seen first, as exact as the looks are frequent. */
  completions(): readonly number[];
};

export function createAuditor({ chains, maker, routes }: AuditScope): Auditor {
  const readers: readonly Reader[] = chains.map((chain) => ({
    ...chain,
    client: createPublicClient({ transport: http(chain.rpcUrl, { retryCount: 3, timeout: 30_000 }), cacheTime: 0 }),
  }));
  const everSeen = new Map<Hash, SeenDeposit>();
  const seenAt = new Map<Hash, number>();
  const completions = new Map<Hash, number>();

  const read = async () => {
    const [deposits, paid] = await Promise.all([
      Promise.all(readers.map((reader) => readDepositsOf(reader, maker))),
      Promise.all(readers.map((reader) => readPaid(reader, maker))),
    ]);
    const now = new Map(deposits.flat().map((deposit) => [deposit.id, deposit]));
    for (const [id, deposit] of now) {
      everSeen.set(id, deposit);
      if (!seenAt.has(id)) seenAt.set(id, Date.now());
    }
    for (const { id } of paid.flat()) {
      const since = seenAt.get(id);
      if (since !== undefined && !completions.has(id)) completions.set(id, (Date.now() - since) / 1000);
    }
    return { deposits: now, paid: paid.flat() };
  };

  return {
    completions: () => [...completions.values()],
    look: async () => {
      const { deposits, paid } = await read();
      const ids = new Set(paid.map(({ id }) => id));
      return [...deposits.keys()].filter((id) => !ids.has(id)).length;
    },
    verdict: async () => {
      const { deposits, paid } = await read();
      const faults: Fault[] = [];
      const expectations = [...everSeen.values()].map((deposit) => expect(routes, deposit));
      for (const deposit of deposits.values()) {
        const fault = judge(
          deposit,
          expect(routes, deposit),
          paid.filter(({ id }) => id === deposit.id),
        );
        if (fault) faults.push(fault);
      }
      const gone = paid.filter(({ id }) => !deposits.has(id));
      for (const [index, { id, hash }] of gone.entries()) {
        if (gone.findIndex((other) => other.id === id) < index) faults.push({ kind: 'paidTwice', id, detail: hash });
      }
      for (const { id, hash } of gone.filter((payment) => !everSeen.has(payment.id))) {
        faults.push({ kind: 'invented', id, detail: `paid in ${hash}` });
      }
      for (const reader of readers) {
        faults.push(...(await findTokenFaults(reader, maker, paid)));
        faults.push(...(await findCoinFaults(reader, expectations, paid)));
      }
      const refunds = paid.filter(({ id, chainId }) => everSeen.get(id)?.chainId === chainId).length;
      return {
        deposits: deposits.size,
        payouts: paid.length - refunds,
        refunds,
        exposed: gone.filter(({ id }) => everSeen.has(id)).length,
        faults,
      };
    },
  };
}
