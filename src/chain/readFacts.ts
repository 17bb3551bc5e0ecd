import { zeroAddress } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Facts, Reading, Simulation } from '../domain/checks.ts';
import { planTransactions } from '../domain/checks.ts';
import { encodeApproval } from '../domain/depositEncoder.ts';
import type { VerifiedBuild } from '../domain/verifyBuild.ts';
import type { ChainReads } from './chainReads.ts';
import type { Call, Rehearsal } from './simulateInOrder.ts';

/** Gas of a deposit that a node cannot try out before its permission stands; the contract's own measure is about 65,000. */
const DEPOSIT_GAS = 120_000n;

async function reading<T>(promise: Promise<T>): Promise<Reading<T>> {
  try {
    return { ok: true, value: await promise };
  } catch {
    return { ok: false };
  }
}

/** The calls that the wallet will be asked for, as they would be sent. */
function plannedCalls(build: VerifiedBuild, allowance: Reading<bigint>): readonly Call[] {
  const { origin, originToken } = build.route;
  const approval = (amount: bigint): Call => ({
    to: originToken.address,
    data: encodeApproval(origin.depositContract, amount),
    value: 0n,
  });
  return planTransactions(build, allowance).map(({ kind }) => {
    if (kind === 'deposit') return build.deposit;
    return approval(kind === 'approve' ? build.send : 0n);
  });
}

function toSimulation({ reverted }: Rehearsal): Simulation {
  return reverted === null ? { kind: 'passes' } : { kind: 'reverts', reason: reverted };
}

/** Room for a price of gas that moves between here and the wallet. */
const withRoom = (gas: bigint) => (gas * 5n) / 4n;

/** Reads what the checks of a review go by. Never throws: what no node answered is marked as such. */
export async function readFacts(reads: ChainReads, build: VerifiedBuild): Promise<Facts> {
  const { intent, route } = build;
  const [originId, account] = [route.origin.id, intent.account];
  const token = route.originToken.address;
  const allowance = await reading(
    isNativeToken(token)
      ? Promise.resolve(0n)
      : reads.allowanceOf({ chainId: originId, token, account }, route.origin.depositContract),
  );
  const [recipientCode, accountCode, nativeBalance, price, rehearsal] = await Promise.all([
    reading(reads.codeOf(route.destination.id, intent.recipient)),
    reading(reads.codeOf(originId, account)),
    reading(reads.balanceOf({ chainId: originId, token: zeroAddress, account })),
    reading(reads.maxFeePerGas(originId)),
    reading(reads.simulateInOrder(originId, account, plannedCalls(build, allowance))),
  ]);
  const gasCost: Reading<bigint> =
    price.ok && rehearsal.ok
      ? {
          ok: true,
          value: price.value * (withRoom(rehearsal.value.gas) + (rehearsal.value.isWhole ? 0n : DEPOSIT_GAS)),
        }
      : { ok: false };
  const simulation: Reading<Simulation> = rehearsal.ok
    ? { ok: true, value: toSimulation(rehearsal.value) }
    : { ok: false };
  return { allowance, recipientCode, accountCode, nativeBalance, gasCost, simulation };
}
