import type { Receipt } from '#client/receipt.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import { vaultsOf } from '../registry.ts';
import type { Facts } from '../verdict/facts.ts';
import { verdictOf } from '../verdict/verdictOf.ts';
import type { CaseVerdict } from './caseVerdict.ts';
import { isTakenOver } from './caseVerdict.ts';
import type { Answered, ChainSight, Evidence, SightOf } from './evidence.ts';

/** The sights by what they tell: a mined transaction tells more than a pending one. */
export function bestSight(sights: readonly ChainSight[]): ChainSight | null {
  const mined = sights.filter((sight) => sight.kind === 'mined');
  return (
    mined.find(({ deposits }) => deposits.length > 0) ??
    mined.find(({ payments }) => payments.length > 0) ??
    mined[0] ??
    sights.find(({ kind }) => kind === 'pending') ??
    null
  );
}

export function contradicts({ endpoints }: Pick<Answered, 'endpoints'>): boolean {
  return endpoints.some(({ answer }) => answer === 'differs');
}

const knowsTransfer = ({ kind }: Receipt) => kind === 'delivered' || kind === 'inProgress' || kind === 'failed';

/** The receipt of a service that knows the hash; null for every other answer, and for none. */
function knownReceipt({ receipts }: Evidence): Receipt | null {
  return receipts === 'silent' ? null : (receipts.find(knowsTransfer) ?? null);
}

/** Whether a failed transaction called a vault, as the payments of the bridge do. */
export function isFailedPayment({ chain, failure, to }: SightOf<'mined'>): boolean {
  return failure !== null && to !== null && vaultsOf(chain).some((vault) => isSameAddress(vault, to));
}

function contractsOf(chain: ChainConfig) {
  return [chain.depositContract, ...vaultsOf(chain)];
}

/** The chain whose contract the transaction called or paid on another chain. */
function intendedChain(sight: SightOf<'mined'>, chains: readonly ChainConfig[]): ChainConfig | null {
  const targets = [sight.to, ...(sight.moved ?? []).map(({ to }) => to)].filter((to) => to !== null);
  const isHere = contractsOf(sight.chain).some((one) => targets.some((to) => isSameAddress(to, one)));
  if (isHere) return null;
  const others = chains.filter(({ id }) => id !== sight.chain.id);
  return others.find((chain) => contractsOf(chain).some((one) => targets.some((to) => isSameAddress(to, one)))) ?? null;
}

function withoutDeposit(sight: SightOf<'mined'>, chains: readonly ChainConfig[]): CaseVerdict {
  const { chain, strangers, to } = sight;
  const moved = sight.moved ?? [];
  const chainName = chain.name;
  const [stranger] = strangers;
  if (stranger) return { kind: 'wrongContract', chainName, contract: stranger, moved };
  const toVault = moved.filter((one) => vaultsOf(chain).some((vault) => isSameAddress(vault, one.to)));
  if (toVault.length > 0) return { kind: 'sentToVault', chainName, moved: toVault };
  const meant = intendedChain(sight, chains);
  if (meant) return { kind: 'wrongChain', chainName, meantFor: meant.name, moved };
  const [first] = moved;
  if (first) {
    // A plain transfer calls the contract of its token, which has none of the tokens.
    const isTransfer = to === null || isSameAddress(to, first.token);
    return { kind: 'wrongContract', chainName, contract: isTransfer ? first.to : to, moved };
  }
  return { kind: 'noDeposit', chainName };
}

function minedVerdict(sight: SightOf<'mined'>, evidence: Evidence): CaseVerdict {
  const { chain, failure } = sight;
  if (knownReceipt(evidence)) return { kind: 'sourcesDisagree' };
  if (isFailedPayment(sight)) return { kind: 'failedPayment', chainName: chain.name };
  if (failure?.kind === 'outOfGas') return { kind: 'outOfGas', chainName: chain.name, gasLimit: failure.gasLimit };
  if (failure) return { kind: 'reverted', chainName: chain.name, reason: failure.reason };
  return withoutDeposit(
    sight,
    evidence.sights.map((one) => one.chain),
  );
}

/** What the service says of a deposit that the chains do not show. */
function reportedVerdict(receipt: Receipt, deposit: Facts['deposit']): CaseVerdict {
  const service: Facts['service'] = receipt.kind === 'delivered' ? { kind: 'paid' } : receipt;
  const none = { kind: 'none' } as const;
  const verdict = verdictOf({ deposit, service, payout: none, refund: none, pace: null });
  return isTakenOver(verdict) ? verdict : { kind: 'sourcesDisagree' };
}

function absentVerdict(evidence: Evidence): CaseVerdict {
  const { sights, receipts } = evidence;
  const chainNames = sights.map(({ chain }) => chain.name);
  const silent = sights.filter(({ kind }) => kind === 'silent').map(({ chain }) => chain.name);
  const receipt = knownReceipt(evidence);
  if (receipt)
    return reportedVerdict(
      receipt,
      silent.length > 0 ? { kind: 'incomplete', chainNames: silent } : { kind: 'nowhere', chainNames },
    );
  if (silent.length > 0) return { kind: 'rpcSilent', chainNames: silent };
  const refused = receipts === 'silent' ? undefined : receipts.find(({ kind }) => kind === 'refused');
  return refused ? reportedVerdict(refused, { kind: 'nowhere', chainNames }) : { kind: 'notFound', chainNames };
}

function tracedVerdict({ trace }: Evidence): CaseVerdict | null {
  switch (trace.kind) {
    case 'direct':
      return null;
    case 'payment':
      return { kind: 'paymentPasted', chainName: trace.chain.name };
    case 'failedPayment':
      return { kind: 'failedPayment', chainName: trace.chain.name };
    case 'safe':
      return { kind: 'safeHash', transaction: trace.transaction, fates: [] };
    case 'replaced':
      return { kind: 'replaced', chainName: trace.chain.name, by: trace.by, fates: [] };
    case 'cancelled':
      return { kind: 'cancelled', chainName: trace.chain.name, by: trace.by };
    case 'dropped':
      return { kind: 'dropped', chainName: trace.chain.name };
    case 'reorged':
      return { kind: 'reorgedAway', chainName: trace.chain.name };
  }
}

/** Decides about a hash that leads to no deposit. */
export function judgeHash(evidence: Evidence): CaseVerdict {
  const sight = bestSight(evidence.sights);
  if (sight && contradicts(sight)) return { kind: 'endpointsDisagree', chainName: sight.chain.name };
  const traced = tracedVerdict(evidence);
  if (traced) return traced;
  if (sight?.kind === 'mined') return minedVerdict(sight, evidence);
  if (!sight) return absentVerdict(evidence);
  const receipt = knownReceipt(evidence);
  return receipt ? reportedVerdict(receipt, { kind: 'pending' }) : { kind: 'pending', chainName: sight.chain.name };
}
