import type { Address } from 'viem';
import { isNativeToken, parseAddress } from '../shared/address.ts';
import { encodeTarget, splitTarget } from '../shared/gasDrop.ts';
import type { Build, UnsignedTransaction } from '../shared/wire/build.ts';
import { encodeApproval } from './depositEncoder.ts';
import type { Asked, Mismatch, PinnedRoute } from './findMismatches.ts';
import { expectedDeposit, findMismatches } from './findMismatches.ts';
import { requireAmount } from './requireAmount.ts';

export type Verification =
  /** The transactions to sign, in order. This module encoded them: no byte comes from the service. */
  | { readonly ok: true; readonly transactions: readonly UnsignedTransaction[] }
  /** Sign nothing. */
  | { readonly ok: false; readonly mismatches: readonly Mismatch[] };

type Order = Asked & { readonly leastReceive: bigint; readonly mostSend: bigint };

function checksummed(text: Address): Address {
  const address = parseAddress(text);
  if (!address) throw new TypeError(`not an account address: ${text}`);
  return address;
}

/** The bridge refunds a deposit whose target is invalid. */
function requireTarget(recipient: Address, gasDrop = 0n): void {
  if (splitTarget(encodeTarget({ recipient, gasDrop })).gasDrop === gasDrop) return;
  throw new TypeError(`not an amount of gas on arrival: ${gasDrop}`);
}

/**
 * Verifies a build before a wallet signs it: contract, calldata, value, sender, recipient, gas on arrival,
 * token, amount, fees and sums.
 * @param asked what the person entered, the least amount that may arrive and the most that may leave: nothing else
 * limits the fees
 * @param route the chains, contracts and tokens that the caller pinned, never those in an answer
 * @throws TypeError if one of the caller's addresses or the gas on arrival is invalid, or a limit is missing
 */
export function verifyBuild(asked: Order, build: Build, route: PinnedRoute): Verification {
  requireAmount('leastReceive', asked);
  requireAmount('mostSend', asked);
  const order = { ...asked, account: checksummed(asked.account), recipient: checksummed(asked.recipient) };
  requireTarget(order.recipient, order.gasDrop);
  const token = checksummed(route.originToken.address);
  const [depositContract, vault] = [checksummed(route.origin.depositContract), checksummed(route.origin.vault)];
  const pinned: PinnedRoute = {
    ...route,
    origin: { ...route.origin, depositContract, vault },
    originToken: { ...route.originToken, address: token },
  };
  const mismatches = findMismatches(order, build, pinned);
  if (mismatches.length > 0) return { ok: false, mismatches };
  const { amount: send } = build.send;
  const approve = (amount: bigint): UnsignedTransaction => ({
    from: order.account,
    to: token,
    data: encodeApproval(depositContract, amount),
    value: 0n,
  });
  return {
    ok: true,
    transactions: [
      ...(build.approvalReset ? [approve(0n)] : []),
      ...(build.approval && !isNativeToken(token) ? [approve(send)] : []),
      expectedDeposit(order, pinned, send),
    ],
  };
}
