import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import type { BuildContext } from '../../lab/web/buildMutations.ts';
import { mutateBuild } from '../../lab/web/buildMutations.ts';
import type { Json } from '../../lab/web/mutations.ts';
import { applyMutations, isRecord, valueAt } from '../../lab/web/mutations.ts';
import type { Route } from './bridgePage.ts';
import { approvalData, depositData } from './bridgePage.ts';
import type { HostileService } from './hostileService.ts';
import type { TestStack } from './testStack.ts';
import type { TestWallet } from './testWallet.ts';
import { expect } from './testWithHostileService.ts';

export const ATTACKER: Address = '0x000000000000000000000000000000000000bEEF';

/** The addresses and names in the real service's answer to a request. */
function contextOf(stack: TestStack, route: Route, asked: { request: Json; honest: Json }): BuildContext {
  const [origin, destination] = [stack.chain(route.from), stack.chain(route.to)];
  const token = stack.token(route.from, route.token).address;
  return {
    call: {
      recipient: String(valueAt(asked.request, 'to_address')),
      token,
      maker: origin.deployment.vault,
      amount: BigInt(String(valueAt(asked.honest, 'data.send_value.raw_value'))),
      destination: BigInt(destination.id),
      channel: 0n,
    },
    account: String(valueAt(asked.request, 'from_address')),
    depositContract: origin.deployment.depositContract,
    attacker: ATTACKER,
    otherContract: destination.deployment.depositContract,
    otherToken: stack.token(route.from, route.token === 'WBTC' ? 'USDC' : 'WBTC').address,
    otherTokenName: route.token === 'WBTC' ? 'USDC' : 'WBTC',
    originName: route.from,
    destinationName: route.to,
    isNative: token === zeroAddress,
  };
}

const isSuccess = (answer: Json) => isRecord(answer) && isRecord(answer.data);

/**
 * Applies the mutation of this name to every build of the service.
 * @returns the amounts that the real builds send; the list grows with each request
 */
export function tamperWithBuilds(
  hostile: HostileService,
  { stack, route }: { stack: TestStack; route: Route },
  name: string,
): readonly bigint[] {
  const sends: bigint[] = [];
  hostile.replaceAnswers('get_build_tx', (asked) => {
    if (!isSuccess(asked.honest)) return null;
    sends.push(BigInt(String(valueAt(asked.honest, 'data.send_value.raw_value'))));
    const mutation = mutateBuild(asked.honest, contextOf(stack, route, asked)).find(
      (candidate) => candidate.name === name,
    );
    if (!mutation) throw new Error(`no mutation is called ${name}`);
    return { kind: 'json', body: applyMutations(asked.honest, [mutation]) };
  });
  return sends;
}

type Asked = { readonly route: Route; readonly recipient: Address; readonly sends: readonly bigint[] };

/**
 * Compares every signature request byte for byte: only exact approvals for the pinned contract and deposits of one of
 * the stated amounts are allowed.
 */
export function expectOnlyWhatWasAsked(stack: TestStack, wallet: TestWallet, { route, recipient, sends }: Asked): void {
  const token = stack.token(route.from, route.token).address;
  const contract = stack.chain(route.from).deployment.depositContract;
  const isNative = token === zeroAddress;
  const allowed = sends.flatMap((amount) => {
    const value = isNative ? amount : 0n;
    const deposit = { to: contract, data: depositData(stack, { route, recipient, amount }), value };
    return isNative ? [deposit] : [{ to: token, data: approvalData(contract, amount), value: 0n }, deposit];
  });
  for (const { method, params, chainId } of wallet.signRequests()) {
    expect(method).toBe('eth_sendTransaction');
    expect(chainId).toBe(stack.chain(route.from).id);
    const [request] = params as { from?: string; to?: string; data?: string; value?: string }[];
    expect(request?.from?.toLowerCase()).toBe(wallet.address.toLowerCase());
    const asked = { to: request?.to?.toLowerCase(), data: request?.data, value: BigInt(request?.value ?? '0x0') };
    expect(allowed.map((one) => ({ ...one, to: one.to.toLowerCase() }))).toContainEqual(asked);
  }
}
