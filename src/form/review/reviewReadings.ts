import { zeroAddress } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Reading } from '../../lib/reading.ts';
import { reading } from '../../lib/reading.ts';
import { callsOf, planTransactions } from '../../transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { ChainReads } from '../../transfer/reads/chainReads.ts';
import type { SimulationResult } from '../../transfer/reads/simulateInOrder.ts';
import type { ReviewReadings } from '../model/check.ts';
import type { ResolvedName } from '../model/names.ts';
import { DEPOSIT_GAS } from '../model/originGas.ts';
import { readRecipientFacts } from './recipientReadings.ts';

export type ReviewReads = Parameters<typeof readRecipientFacts>[0] &
  Pick<ChainReads, 'allowanceOf' | 'maxFeePerGas' | 'simulateInOrder'>;

/**
 * A quarter more than simulated: the state may change before the wallet sends. A node that cannot simulate the deposit adds
 * all of it.
 */
function gasLimit({ gas, isComplete }: SimulationResult): bigint {
  return (gas * 5n) / 4n + (isComplete ? 0n : DEPOSIT_GAS);
}

function readAllowance(reads: ReviewReads, { intent, route }: VerifiedBuild): Promise<bigint> {
  const { address: token } = route.originToken;
  if (isNativeToken(token)) return Promise.resolve(0n);
  const holding = { chainId: route.origin.id, token, account: intent.account };
  return reads.allowanceOf(holding, route.origin.depositContract);
}

/** Reads everything that the review checks need. Never throws: a failed read is a reading that is not ok. */
export async function readForReview(
  reads: ReviewReads,
  build: VerifiedBuild,
  named: ResolvedName | null,
): Promise<ReviewReadings> {
  const { intent, route } = build;
  const [originId, account] = [route.origin.id, intent.account];
  const allowance = await reading(readAllowance(reads, build));
  const plan = planTransactions(build.terms, allowance.ok ? allowance.value : null);
  const [recipient, accountCode, nativeBalance, maxFeePerGas, simulation] = await Promise.all([
    readRecipientFacts(reads, build, named),
    reading(reads.codeOf(originId, account)),
    reading(reads.balanceOf({ chainId: originId, token: zeroAddress, account })),
    reading(reads.maxFeePerGas(originId)),
    reading(reads.simulateInOrder(originId, account, callsOf(plan))),
  ]);
  const gasCost: Reading<bigint> =
    maxFeePerGas.ok && simulation.ok
      ? { ok: true, value: maxFeePerGas.value * gasLimit(simulation.value) }
      : { ok: false };
  return { plan, ...recipient, accountCode, nativeBalance, gasCost, simulation };
}
