import { zeroAddress } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import { isContract } from '../../chain/model/accountCode.ts';
import type { Reading } from '../../lib/reading.ts';
import { reading } from '../../lib/reading.ts';
import { callsOf, planTransactions } from '../../transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { ChainReads } from '../../transfer/reads/chainReads.ts';
import type { SimulationResult } from '../../transfer/reads/simulateInOrder.ts';
import type { ReviewReadings } from '../model/checks.ts';
import { DEPOSIT_GAS } from '../model/fees.ts';
import type { ResolvedName } from '../model/readRecipient.ts';
import type { RecipientSources } from '../recipient/useLearned.ts';

/** The chains, and what the app knows of recipients. */
export type ReviewReads = RecipientSources &
  Pick<
    ChainReads,
    'allowanceOf' | 'balanceOf' | 'codeOf' | 'maxFeePerGas' | 'sentBy' | 'simulateInOrder' | 'simulatePayout'
  >;

/** Reads everything that the review checks need. Never throws: a failed read is a reading that is not ok. */
export async function readForReview(
  reads: ReviewReads,
  build: VerifiedBuild,
  named: ResolvedName | null,
): Promise<ReviewReadings> {
  const { intent, route } = build;
  const { account, recipient } = intent;
  const [originId, destinationId] = [route.origin.id, route.destination.id];
  const allowance = await reading(readAllowance(reads, build));
  const plan = planTransactions(build.terms, allowance.ok ? allowance.value : null);
  const [
    simulation,
    maxFeePerGas,
    nativeBalance,
    accountCode,
    recipientCode,
    recipientElsewhere,
    recipientGas,
    payout,
    nameNow,
    blocked,
    contacts,
  ] = await Promise.all([
    reading(reads.simulateInOrder(originId, account, callsOf(plan))),
    reading(reads.maxFeePerGas(originId)),
    reading(reads.balanceOf({ chainId: originId, token: zeroAddress, account })),
    reading(reads.codeOf(originId, account)),
    reading(reads.codeOf(destinationId, recipient)),
    reading(findElsewhere(reads, build, named)),
    reading(readRecipientGas(reads, build)),
    isNativeToken(route.destinationToken.address)
      ? reading(
          reads.simulatePayout(destinationId, { vault: route.destination.vault, recipient, amount: build.receive }),
        )
      : null,
    named && reads.resolveName(named.name, destinationId).catch(() => ({ kind: 'unanswered' }) as const),
    reads.blockedAddresses && reading(reads.blockedAddresses()),
    reading(reads.contacts()),
  ]);
  const gasCost: Reading<bigint> =
    maxFeePerGas.ok && simulation.ok
      ? { ok: true, value: maxFeePerGas.value * gasLimit(simulation.value) }
      : { ok: false };
  const ofRecipient = { recipientCode, recipientElsewhere, recipientGas, payout, nameNow, blocked, contacts };
  return { plan, simulation, gasCost, nativeBalance, accountCode, ...ofRecipient };
}

function readAllowance(reads: ReviewReads, { intent, route }: VerifiedBuild): Promise<bigint> {
  const { address: token } = route.originToken;
  if (isNativeToken(token)) return Promise.resolve(0n);
  const holding = { chainId: route.origin.id, token, account: intent.account };
  return reads.allowanceOf(holding, route.origin.depositContract);
}

/**
 * A quarter more than simulated, because the state may change before the wallet sends. If the node can't simulate the
 * deposit, its usual gas is added.
 */
function gasLimit({ gas, isComplete }: SimulationResult): bigint {
  return (gas * 5n) / 4n + (isComplete ? 0n : DEPOSIT_GAS);
}

/** Looks for a contract at the recipient on the origin, and on the chain that resolved its name. */
async function findElsewhere(
  reads: ReviewReads,
  { intent, route }: VerifiedBuild,
  named: ResolvedName | null,
): Promise<{ readonly chainName: string } | null> {
  const nameChain = named ? [{ id: named.chainId, name: named.chainName }] : [];
  const others = nameChain.filter(({ id }) => id !== route.origin.id && id !== route.destination.id);
  const chains = [route.origin, ...others];
  const codes = await Promise.all(chains.map(({ id }) => reads.codeOf(id, intent.recipient)));
  const found = chains.find((_chain, index) => isContract(codes[index] ?? '0x'));
  return found ? { chainName: found.name } : null;
}

async function readRecipientGas(reads: ReviewReads, { intent, route }: VerifiedBuild) {
  const [chainId, account] = [route.destination.id, intent.recipient];
  const [balance, nonce] = await Promise.all([
    reads.balanceOf({ chainId, token: zeroAddress, account }),
    reads.sentBy(chainId, account),
  ]);
  return { balance, nonce };
}
