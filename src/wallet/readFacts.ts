import { zeroAddress } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Facts, Reading, Simulation } from '../domain/checks.ts';
import { encodeApproval } from '../domain/depositEncoder.ts';
import type { VerifiedBuild } from '../domain/verifyBuild.ts';
import type { Call } from './accountReads.ts';
import type { ChainReads } from './chainReads.ts';
import { isInsufficientGas, isRevert, revertReason } from './walletProblem.ts';

/** Gas of a deposit that cannot be estimated before its permission stands; the contract's own measure is about 65,000. */
const DEPOSIT_GAS = 120_000n;

async function reading<T>(promise: Promise<T>): Promise<Reading<T>> {
  try {
    return { ok: true, value: await promise };
  } catch {
    return { ok: false };
  }
}

/** What the wallet will be asked for first: only that can be tried out as things stand. */
function firstCall({ deposit, route, send }: VerifiedBuild, allowance: bigint): { call: Call; isDeposit: boolean } {
  if (isNativeToken(route.originToken.address) || allowance >= send) return { call: deposit, isDeposit: true };
  const amount = allowance > 0n && route.originToken.resetsAllowance ? 0n : send;
  const data = encodeApproval(route.origin.depositContract, amount);
  return { call: { to: route.originToken.address, data, value: 0n }, isDeposit: false };
}

async function simulate(reads: ChainReads, build: VerifiedBuild, call: Call): Promise<Simulation> {
  try {
    await reads.simulate(build.route.origin.id, build.intent.account, call);
    return { kind: 'passes' };
  } catch (error) {
    if (isRevert(error)) return { kind: 'reverts', reason: revertReason(error) };
    // Too little to pay for the call itself is the gas check's to say.
    if (isInsufficientGas(error)) return { kind: 'passes' };
    throw error;
  }
}

async function gasCost(reads: ChainReads, build: VerifiedBuild, first: { call: Call; isDeposit: boolean }) {
  const chainId = build.route.origin.id;
  const [price, gas] = await Promise.all([
    reads.maxFeePerGas(chainId),
    reads.estimateGas(chainId, build.intent.account, first.call),
  ]);
  return price * (first.isDeposit ? gas : gas + DEPOSIT_GAS);
}

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
  const first = firstCall(build, allowance.ok ? allowance.value : 0n);
  const [recipientCode, accountCode, nativeBalance, cost, simulation] = await Promise.all([
    reading(reads.codeOf(route.destination.id, intent.recipient)),
    reading(reads.codeOf(originId, account)),
    reading(reads.balanceOf({ chainId: originId, token: zeroAddress, account })),
    reading(gasCost(reads, build, first)),
    reading(simulate(reads, build, first.call)),
  ]);
  return { allowance, recipientCode, accountCode, nativeBalance, gasCost: cost, simulation };
}
