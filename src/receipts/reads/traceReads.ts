import type { Address, Hash, Transaction } from 'viem';
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { ChainClient, ClientOf, Endpoint } from '../../chain/chainClients.ts';
import type { Registry } from '../../config/registry.ts';
import type { ChainEvidence, EndpointAnswer, Trace } from '../model/evidence.ts';
import type { LookupMemory, Remembered } from '../model/memory.ts';
import { accountsIn, recall, recallProposal } from '../model/memory.ts';
import type { FruitlessSearches, SafeExecution } from './historySearches.ts';
import { findExecution } from './historySearches.ts';

type ReplacementSender = Pick<Remembered, 'from'> & { readonly nonce: number };

const countAt = (client: ChainClient, { from: address }: ReplacementSender, blockNumber: bigint) =>
  getTransactionCount(client, { address, blockNumber });

/** The block that used the nonce. Endpoints keep old state for a limited time, so this can throw. */
async function blockOfNonce(client: ChainClient, sender: ReplacementSender, head: bigint): Promise<bigint> {
  let low = 0n;
  let high = head;
  while (low < high) {
    const middle = (low + high) / 2n;
    if ((await countAt(client, sender, middle)) > sender.nonce) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/** What happened to the nonce of a transaction that no endpoint shows. */
type NonceOutcome =
  | { readonly kind: 'free' }
  | {
      readonly kind: 'used';
      readonly by: Pick<Transaction, 'hash' | 'from' | 'to' | 'input' | 'value'>;
      readonly confirmations: number;
    };

/** @throws viem's errors when the endpoint does not answer, or no longer has the state */
async function readNonceOutcome(client: ChainClient, sender: ReplacementSender): Promise<NonceOutcome> {
  const head = await getBlockNumber(client, { cacheTime: 0 });
  if ((await countAt(client, sender, head)) <= sender.nonce) return { kind: 'free' };
  const blockNumber = await blockOfNonce(client, sender, head);
  const { transactions } = await getBlock(client, { blockNumber, includeTransactions: true });
  const by = transactions.find(({ from, nonce }) => isSameAddress(from, sender.from) && nonce === sender.nonce);
  if (!by) throw new Error(`block ${blockNumber} has no transaction with nonce ${sender.nonce}`);
  return { kind: 'used', by, confirmations: Number(head - blockNumber) + 1 };
}

/** Whether a transaction moves nothing. Wallets cancel with an empty transaction to their own account. */
function isCancellation({ from, to, input, value }: Extract<NonceOutcome, { kind: 'used' }>['by']): boolean {
  return to !== null && isSameAddress(from, to) && value === 0n && input === '0x';
}

/** Whether the chain still has a block. */
async function hasBlock(client: ChainClient, block: { number: bigint; hash: Hash }): Promise<boolean> {
  return (await getBlock(client, { blockNumber: block.number })).hash === block.hash;
}

const DIRECT: Trace = { kind: 'direct' };

type Asked = { readonly hash: Hash; readonly perChain: readonly ChainEvidence[]; readonly memory: LookupMemory };

/** A private relay or another node's mempool can hold a transaction for minutes before it is mined. */
const UNSEEN_MS = 5 * 60_000;

type Needs = {
  readonly clientOf: ClientOf;
  readonly endpointsOf: (chain: ChainConfig) => readonly Endpoint[];
  readonly registry: Registry;
  readonly fruitless: FruitlessSearches;
  readonly now: () => number;
};
type Sender = { readonly from: Address; readonly nonce: number };

/** Whether a mined transaction has used the nonce, by one endpoint; null if it does not answer. */
const isUsedAt = ({ client }: Endpoint, { from: address, nonce }: Sender): Promise<boolean | null> =>
  getTransactionCount(client, { address }).then(
    (count) => count > nonce,
    () => null,
  );

/** Finds out what happened to a hash that no chain shows as mined. Never throws: without a trace the result is `direct`. */
export function createTraceReads({ clientOf, endpointsOf, registry, fruitless, now }: Needs) {
  const absentSince = new Map<Hash, number>();
  const evidenceOfChain = (perChain: readonly ChainEvidence[], chainId: number) =>
    perChain.find(({ chain }) => chain.id === chainId);

  /** Whether the transaction was last seen minutes ago. For a stored transfer, the time starts at the first lookup. */
  function isLongUnseen({ hash, seenAtMs }: Remembered): boolean {
    const since = seenAtMs ?? absentSince.get(hash) ?? now();
    if (seenAtMs === undefined && !absentSince.has(hash)) absentSince.set(hash, since);
    return now() - since >= UNSEEN_MS;
  }

  async function traceNonce(seen: Remembered, { chain, ...evidence }: ChainEvidence): Promise<Trace> {
    const { hash, from, nonce, chainId } = seen;
    if (nonce === null) return DIRECT;
    const sender = { from, nonce };
    const asked = endpointsOf(chain);
    const used = await Promise.all(asked.map((endpoint) => isUsedAt(endpoint, sender)));
    // An endpoint confirms the trace only if it answered both about the transaction and about the nonce.
    const confirmed = (isUsed: boolean): readonly EndpointAnswer[] =>
      evidence.endpoints.map(({ host, answer }, index) => {
        const own = used[index] ?? null;
        if (own === null) return { host, answer: 'silent' };
        return { host, answer: own === isUsed ? answer : 'behind' };
      });
    const witness = asked.find((_endpoint, index) => used[index] === true);
    if (!witness) {
      const isDropped = used.includes(false) && isLongUnseen(seen);
      return isDropped ? { kind: 'dropped', chain, endpoints: confirmed(false) } : DIRECT;
    }
    const outcome = await readNonceOutcome(witness.client, sender).catch(() =>
      readNonceOutcome(clientOf(chainId), sender),
    );
    if (outcome.kind === 'free') return DIRECT;
    const { hash: by } = outcome.by;
    // It was mined after the endpoints were asked for it.
    if (by === hash) return DIRECT;
    const { confirmations } = outcome;
    const kind = isCancellation(outcome.by) ? 'cancelled' : 'replaced';
    return { kind, by, confirmations, chain, endpoints: confirmed(true) };
  }

  async function traceRemembered({ hash, perChain, memory }: Asked): Promise<Trace> {
    const seen = recall(memory, hash);
    const evidence = seen && evidenceOfChain(perChain, seen.chainId);
    if (!seen || !evidence || (evidence.kind !== 'unknown' && evidence.kind !== 'pending')) return DIRECT;
    const wasRemoved = seen.block !== null && !(await hasBlock(clientOf(seen.chainId), seen.block));
    const { chain, endpoints } = evidence;
    // A transaction that is pending again can still be mined.
    const nonce = evidence.kind === 'pending' ? DIRECT : await traceNonce(seen, evidence);
    if (nonce.kind === 'replaced' || nonce.kind === 'cancelled') return nonce;
    if (wasRemoved && seen.block) return { kind: 'reorged', blockHash: seen.block.hash, chain, endpoints };
    return nonce;
  }

  async function executionOn(chain: ChainConfig, hash: Hash, accounts: readonly Address[]) {
    const search = `execution/${chain.id}/${hash}/${accounts.join()}`;
    if (fruitless.has(search)) return null;
    try {
      const found = await findExecution(clientOf(chain.id), { hash, accounts });
      if (!found) fruitless.add(search);
      return found && { chain, ...found };
    } catch {
      return null;
    }
  }

  async function traceSafe({ hash, perChain, memory }: Asked): Promise<Trace> {
    const toTrace = (chainId: number, found: { safe: Address; transaction: Hash | null }): Trace => {
      const evidence = evidenceOfChain(perChain, chainId);
      return evidence ? { kind: 'safe', ...found, chain: evidence.chain, endpoints: evidence.endpoints } : DIRECT;
    };
    const executions = await Promise.all(registry.chains.map((chain) => executionOn(chain, hash, accountsIn(memory))));
    const execution = executions.find((one) => one !== null);
    if (execution) {
      const { safe, transaction }: SafeExecution = execution;
      return toTrace(execution.chain.id, { safe, transaction });
    }
    const proposal = recallProposal(memory, hash);
    return proposal ? toTrace(proposal.chainId, { safe: proposal.safe, transaction: null }) : DIRECT;
  }

  return async function traceOf(asked: Asked): Promise<Trace> {
    const remembered = await traceRemembered(asked).catch(() => DIRECT);
    const isPending = asked.perChain.some(({ kind }) => kind === 'pending');
    return remembered.kind !== 'direct' || isPending ? remembered : traceSafe(asked);
  };
}
