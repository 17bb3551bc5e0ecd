import type { Address } from 'viem';
import { getAddress, zeroAddress } from 'viem';
import { amountJson } from '../../lab/web/mutate.ts';
import type { Change, Json } from '../../lab/web/mutations.ts';
import { applyMutations, isRecord, valueAt } from '../../lab/web/mutations.ts';
import { MAX_UINT256 } from '../../shared/amount.ts';
import type { Route } from './bridgePage.ts';
import { approvalData, depositData } from './bridgePage.ts';
import type { HostileService } from './hostileService.ts';
import type { TestStack } from './testStack.ts';
import type { TestWallet } from './testWallet.ts';
import { expect } from './testWithHostileService.ts';

export const ATTACKER: Address = '0x000000000000000000000000000000000000bEEF';

const TRANSFER = 'data.txs.transfer_body';

const amountPlus = (honest: Json, field: string, added: bigint): Change => {
  const amount = BigInt(String(valueAt(honest, `${field}.raw_value`))) + added;
  return [field, amountJson(amount, Number(valueAt(honest, `${field}.decimals`)))];
};

type Bridge = { readonly stack: TestStack; readonly route: Route };
type Theft = (honest: Json, bridge: Bridge & { readonly recipient: Address }) => readonly Change[];

/** Builds that steal. lab/web/buildScenario.ts has many more. */
const THEFTS = {
  'another recipient': (honest, { stack, route }) => {
    const amount = BigInt(String(valueAt(honest, 'data.send_value.raw_value')));
    return [[`${TRANSFER}.data`, depositData(stack, { route, recipient: ATTACKER, amount })]];
  },
  'a higher amount': (honest, { stack, route, recipient }) => {
    const amount = BigInt(String(valueAt(honest, 'data.send_value.raw_value'))) + 5n;
    return [
      amountPlus(honest, 'data.send_value', 5n),
      amountPlus(honest, 'data.input_value', 5n),
      [`${TRANSFER}.data`, depositData(stack, { route, recipient, amount })],
    ];
  },
  'a plain payment to the attacker': () => [
    [`${TRANSFER}.to`, ATTACKER],
    [`${TRANSFER}.data`, '0x'],
    [`${TRANSFER}.value`, '1000000000000000000'],
  ],
  'an unlimited approval of the attacker': (_honest, { stack, route, recipient }) => {
    const token = stack.token(route.from, route.token).address;
    const data = approvalData(ATTACKER, MAX_UINT256);
    return [['data.txs.approve_body', { from: recipient, to: token, data, value: '0' }]];
  },
} satisfies Readonly<Record<string, Theft>>;

const isSuccess = (answer: Json) => isRecord(answer) && isRecord(answer.data);

/**
 * Makes every build of the service steal.
 * @returns the amounts that the real builds send; the list grows with each request
 */
export function tamperWithBuilds(
  hostile: HostileService,
  bridge: Bridge,
  name: keyof typeof THEFTS,
): readonly bigint[] {
  const sends: bigint[] = [];
  const theft: Theft = THEFTS[name];
  hostile.replaceAnswers('get_build_tx', ({ request, honest }) => {
    if (!isSuccess(honest)) return null;
    sends.push(BigInt(String(valueAt(honest, 'data.send_value.raw_value'))));
    const recipient = getAddress(String(valueAt(request, 'to_address')));
    const changes = theft(honest, { ...bridge, recipient });
    return { kind: 'json', body: applyMutations(honest, [{ name, changes }]) };
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
