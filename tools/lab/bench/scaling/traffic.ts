import type { Address, Hash, Hex } from 'viem';
import { createPublicClient, pad, parseEther, toHex, webSocket, zeroAddress } from 'viem';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { transferId } from '#shared/transferId.ts';
import { ANVIL_ACCOUNTS } from '../../chains/anvil.ts';
import { depositCall } from '../../chains/depositCall.ts';
import type { Fleet, FleetChain } from './fleet.ts';

const AMOUNT = parseEther('0.01');
const CONFIRMATIONS = 2;
const TICK_MS = 100;
const RECIPIENTS = 50;
const GAS = toHex(200_000n);
const TIP = toHex(1_000_000_000n);

/** A deposit, and the times of its confirmation and its payment, in milliseconds of `performance.now`. */
export type Deposit = { readonly id: Hash; readonly confirmedAt: number | null; readonly paidAt: number | null };

export type Traffic = {
  /** Makes deposits at a rate for a time. @returns those it made */
  send(rate: number, seconds: number): Promise<readonly Deposit[]>;
  /** Reads in which blocks the deposits are. Until then, they count as unconfirmed. */
  locate(): Promise<void>;
  /** How many blocks all chains have mined. */
  blocks(): number;
  stop(): Promise<void>;
};

type Sent = { readonly chain: Watched; readonly destination: FleetChain; readonly hash: Hash; readonly id: Hash };

/** A chain whose blocks are timed. A subscription costs the chain and this program less than asking does. */
type Watched = FleetChain & {
  /** By block number. */
  readonly minedAt: ReadonlyMap<number, number>;
  /** The block of each deposit, by the hash of its transaction, as far as `locate` has found it. */
  readonly blockOf: ReadonlyMap<Hash, number>;
  readonly locate: () => Promise<void>;
  readonly nonces: number[];
  readonly stop: () => Promise<void>;
};

async function watch(chain: FleetChain): Promise<Watched> {
  const transport = webSocket(chain.rpcUrl.replace('http:', 'ws:'), { reconnect: false });
  const client = createPublicClient({ transport, cacheTime: 0 });
  const minedAt = new Map<number, number>();
  const blockOf = new Map<Hash, number>();
  await client.transport.subscribe({
    params: ['newHeads'],
    onData: ({ result }) => void minedAt.set(Number(result?.number), performance.now()),
  });
  let fromBlock = await client.getBlockNumber();
  const locate = async () => {
    const toBlock = await client.getBlockNumber();
    const address = chain.deployment.depositContract;
    for (const log of await client.getLogs({ address, event: depositEvent, fromBlock, toBlock })) {
      blockOf.set(log.transactionHash, Number(log.blockNumber));
    }
    fromBlock = toBlock + 1n;
  };
  const nonces = await Promise.all(
    ANVIL_ACCOUNTS.map(({ address }) => client.getTransactionCount({ address, blockTag: 'pending' })),
  );
  const stop = async () => (await client.transport.getRpcClient()).close();
  return { ...chain, minedAt, blockOf, locate, nonces, stop };
}

/** A recipient that never sends a transaction, so that the auditor can compare its balance. */
const recipientOf = (index: number): Address => pad(toHex(0xbeef_0000 + (index % RECIPIENTS)), { size: 20 });

/** The node signs, because signing here would cost more than the deposit does. */
async function send({ rpcUrl }: FleetChain, transaction: Readonly<Record<string, Hex>>): Promise<Hash> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [transaction] });
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answer = (await response.json()) as { readonly result?: Hash; readonly error?: { readonly message: string } };
  if (!answer.result) throw new Error(`a deposit was refused: ${answer.error?.message}`);
  return answer.result;
}

async function depositOn(chain: Watched, destination: FleetChain, count: number): Promise<Sent> {
  const account = count % ANVIL_ACCOUNTS.length;
  const nonce = chain.nonces[account] ?? 0;
  chain.nonces[account] = nonce + 1;
  const { depositContract: contract, vault } = chain.deployment;
  const order = { target: recipientOf(count), token: zeroAddress, maker: vault, amount: AMOUNT };
  const { data, value } = depositCall({ ...order, destination: destination.id });
  const hash = await send(chain, {
    ...{ from: ANVIL_ACCOUNTS[account]?.address ?? '0x', to: contract, data, value: toHex(value) },
    ...{ nonce: toHex(nonce), gas: GAS, maxFeePerGas: TIP, maxPriorityFeePerGas: TIP },
  });
  return {
    ...{ chain, destination, hash },
    id: transferId({ chainId: chain.id, contract, transactionHash: hash, ordinal: 0 }),
  };
}

function readDeposit({ chain, destination, hash, id }: Sent): Deposit {
  const block = chain.blockOf.get(hash);
  const confirmedAt = block === undefined ? null : (chain.minedAt.get(block + CONFIRMATIONS - 1) ?? null);
  return { id, confirmedAt, paidAt: destination.proxy.sentAt.get(id) ?? null };
}

/** Spreads deposits over the routes of all fleets: each chain in turn, to each other chain of its fleet in turn. */
export async function startTraffic(fleets: readonly Fleet[]): Promise<Traffic> {
  const watched = await Promise.all(fleets.map(({ chains }) => Promise.all(chains.map(watch))));
  const all = watched.flat();
  let count = 0;
  const sendNext = () => {
    const round = Math.floor(count / all.length);
    const origin = all[count % all.length];
    const others = watched.find((chains) => origin && chains.includes(origin))?.filter((other) => other !== origin);
    const destination = others?.[round % others.length];
    if (!origin || !destination) throw new Error('a fleet needs two chains');
    count += 1;
    return depositOn(origin, destination, round);
  };
  return {
    send: async (rate, seconds) => {
      const sent: Promise<Sent>[] = [];
      const startedAt = performance.now();
      for (;;) {
        const elapsed = Math.min((performance.now() - startedAt) / 1000, seconds);
        while (sent.length < Math.floor(elapsed * rate)) sent.push(sendNext());
        if (elapsed >= seconds) break;
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      }
      return (await Promise.all(sent)).map((one) => ({
        id: one.id,
        get confirmedAt() {
          return readDeposit(one).confirmedAt;
        },
        get paidAt() {
          return readDeposit(one).paidAt;
        },
      }));
    },
    locate: async () => {
      await Promise.all(all.map((chain) => chain.locate()));
    },
    blocks: () => all.reduce((sum, { minedAt }) => sum + minedAt.size, 0),
    stop: async () => {
      await Promise.all(all.map(({ stop }) => stop()));
    },
  };
}
