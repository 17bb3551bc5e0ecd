import type { Address } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { vaultsOf } from '../../config/registry.ts';
import type { DepositFact } from '../../transfer/verdict/facts.ts';
import { receiptFact } from '../../transfer/verdict/facts.ts';
import type { Verdict } from '../../transfer/verdict/verdict.ts';
import { verdictOf } from '../../transfer/verdict/verdictOf.ts';
import type { Answered, ChainEvidence, ChainEvidenceOf, Evidence } from './evidence.ts';

/** The most telling evidence: a mined transaction before a pending one. Null if no chain shows the hash. */
export function bestEvidence(perChain: readonly ChainEvidence[]): ChainEvidence | null {
  const mined = perChain.filter((one) => one.kind === 'mined');
  return (
    mined.find(({ deposits }) => deposits.length > 0) ??
    mined.find(({ payments }) => payments.length > 0) ??
    mined[0] ??
    perChain.find(({ kind }) => kind === 'pending') ??
    null
  );
}

export function contradicts({ endpoints }: Pick<Answered, 'endpoints'>): boolean {
  return endpoints.some(({ answer }) => answer === 'differs');
}

const knowsTransfer = ({ kind }: Receipt) => kind === 'delivered' || kind === 'inProgress' || kind === 'failed';

/** The receipt if the service knows the hash; otherwise null. */
function knownReceipt({ receipts }: Evidence): Receipt | null {
  return receipts === 'silent' ? null : (receipts.find(knowsTransfer) ?? null);
}

/** Whether a failed transaction called a vault, as the bridge's payments do. */
export function isFailedPayment({ chain, failure, to }: ChainEvidenceOf<'mined'>): boolean {
  return failure !== null && to !== null && vaultsOf(chain).some((vault) => isSameAddress(vault, to));
}

/** Another chain on which one of these addresses is a contract of the bridge; undefined if it is one on the transaction's chain. */
export function intendedChain(here: ChainConfig, used: readonly Address[], chains: readonly ChainConfig[]) {
  const isIn = (chain: ChainConfig) =>
    [chain.depositContract, ...vaultsOf(chain)].some((one) => used.some((to) => isSameAddress(to, one)));
  return isIn(here) ? undefined : chains.find((chain) => chain.id !== here.id && isIn(chain));
}

/** The receiver in a transaction without a deposit. In a plain token transfer, the called contract is only the token. */
export function receiverOf({ to, moved }: Pick<ChainEvidenceOf<'mined'>, 'to' | 'moved'>): Address | null {
  const [first] = moved ?? [];
  if (!first) return null;
  return to === null || isSameAddress(to, first.token) ? first.to : to;
}

function withoutDeposit(mined: ChainEvidenceOf<'mined'>, chains: readonly ChainConfig[]): Verdict {
  const { chain, strangers, to, receiverHasCode } = mined;
  const moved = mined.moved ?? [];
  const chainName = chain.name;
  const [stranger] = strangers;
  if (stranger) return { kind: 'wrongContract', chainName, contract: stranger, moved };
  const toVault = moved.filter((one) => vaultsOf(chain).some((vault) => isSameAddress(vault, one.to)));
  if (toVault.length > 0) return { kind: 'sentToVault', chainName, moved: toVault };
  const used = [to, ...moved.map((one) => one.to)].filter((one) => one !== null);
  const meant = intendedChain(chain, used, chains);
  if (meant) return { kind: 'wrongChain', chainName, meantFor: meant.name, moved };
  const account = receiverOf(mined);
  if (account === null) return { kind: 'noDeposit', chainName };
  return receiverHasCode === false
    ? { kind: 'sentToAccount', chainName, account, moved }
    : { kind: 'wrongContract', chainName, contract: account, moved };
}

function minedVerdict(mined: ChainEvidenceOf<'mined'>, evidence: Evidence, chains: readonly ChainConfig[]): Verdict {
  const { chain, failure } = mined;
  if (knownReceipt(evidence)) return { kind: 'sourcesDisagree' };
  if (isFailedPayment(mined)) return { kind: 'failedPayment', chainName: chain.name };
  if (failure?.kind === 'outOfGas') return { kind: 'outOfGas', chainName: chain.name, gasLimit: failure.gasLimit };
  if (failure) return { kind: 'reverted', chainName: chain.name, reason: failure.reason };
  return withoutDeposit(mined, chains);
}

/** What the service says about a deposit that no chain shows as mined. */
function reportedVerdict(receipt: Receipt, deposit: DepositFact): Verdict {
  const none = { kind: 'none' } as const;
  return verdictOf({ deposit, service: receiptFact(receipt), payout: none, refund: none, timing: null });
}

function absentVerdict(evidence: Evidence): Verdict {
  const { perChain, receipts } = evidence;
  const silent = perChain.filter(({ kind }) => kind === 'silent').map(({ chain }) => chain.name);
  const receipt = knownReceipt(evidence);
  if (receipt) return silent.length > 0 ? reportedVerdict(receipt, { kind: 'searching' }) : { kind: 'sourcesDisagree' };
  if (silent.length > 0) return { kind: 'rpcSilent', chainNames: silent };
  const refused = receipts === 'silent' ? undefined : receipts.find(({ kind }) => kind === 'refused');
  if (refused) return reportedVerdict(refused, { kind: 'mined' });
  return { kind: 'notFound', chainNames: perChain.map(({ chain }) => chain.name) };
}

function tracedVerdict({ trace }: Evidence): Verdict | null {
  switch (trace.kind) {
    case 'direct':
      return null;
    case 'payment':
      return { kind: 'payment', chainName: trace.chain.name };
    case 'failedPayment':
      return { kind: 'failedPayment', chainName: trace.chain.name };
    case 'safe':
      return trace.transaction === null
        ? { kind: 'awaitingSigners' }
        : { kind: 'noDeposit', chainName: trace.chain.name };
    case 'replaced':
      return { kind: 'replaced', chainName: trace.chain.name, by: trace.by };
    case 'cancelled':
      return { kind: 'cancelled', chainName: trace.chain.name, by: trace.by };
    case 'dropped':
      return { kind: 'dropped', chainName: trace.chain.name };
    case 'reorged':
      return { kind: 'reorgedAway', chainName: trace.chain.name };
  }
}

/** Decides about a hash that leads to no deposit. `chains`: all configured chains. */
export function judgeWithoutDeposit(evidence: Evidence, chains: readonly ChainConfig[]): Verdict {
  const best = bestEvidence(evidence.perChain);
  if (best && contradicts(best)) return { kind: 'endpointsDisagree', chainName: best.chain.name };
  const traced = tracedVerdict(evidence);
  if (traced) return traced;
  if (best?.kind === 'mined') return minedVerdict(best, evidence, chains);
  if (!best) return absentVerdict(evidence);
  const pending = { kind: 'pending', chainName: best.chain.name } as const;
  const receipt = knownReceipt(evidence);
  return receipt ? reportedVerdict(receipt, pending) : pending;
}
