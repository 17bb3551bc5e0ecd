import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { UserGroup } from '../installation/deposits.ts';
import { createUserGroup, signTransaction } from '../installation/deposits.ts';
import type { Installation } from '../installation/installation.ts';
import type { Side } from '../installation/testbed.ts';
import { listPaid } from '../installation/testbed.ts';
import { post } from '../installation/testService.ts';
import { waitUntil } from '../processes/waitUntil.ts';

/** What honest users experienced: how long each transfer took, from requesting the build to the payment. */
export type HonestRun = {
  readonly delaysMs: readonly number[];
  /** Transfers that were not paid in time. */
  readonly missing: number;
};

export type HonestUsers = { run(transfers: number): Promise<HonestRun> };

type Transfer = {
  readonly to: Address;
  readonly side: Side;
  readonly startedMs: number;
  paidMs: number | null;
};

const DEPOSIT_EVERY_MS = 400;
const POLL_EVERY_MS = 100;
// How long a user keeps asking for a build that the service refuses.
const BUILD_AGAIN_MS = 500;
const BUILD_TIMEOUT_MS = 60_000;
const PAYMENT_TIMEOUT_MS = 90_000;
const GAS = 200_000n;
const ORDERS = [
  { token: 'ETH', value: '0.05' },
  { token: 'USDC', value: '75' },
] as const;

/** Requests a build until the service returns one. */
function askForBuild({ url }: Installation, order: object) {
  const ask = async () => {
    const { data, status } = await post(`${url}/get_build_tx`, order);
    return status.code === 0 && data.txs.transfer_body;
  };
  return waitUntil(ask, { timeoutMs: BUILD_TIMEOUT_MS, everyMs: BUILD_AGAIN_MS, what: 'a build' });
}

/** Makes one transfer from a side to the other, to a new recipient. */
async function transfer(installation: Installation, group: UserGroup, index: number): Promise<Transfer> {
  const [first, second] = installation.testbed.sides;
  const [origin, side] = group.side.name === first.name ? [first, second] : [second, first];
  const [user] = group.users;
  const order = ORDERS[(index >> 1) % ORDERS.length] ?? ORDERS[0];
  if (!user) throw new Error('the group has no user');
  const to = privateKeyToAddress(generatePrivateKey());
  const startedMs = performance.now();
  const body = await askForBuild(installation, {
    ...{ from_address: user.account.address, from_chain_name: origin.name, to_address: to, to_chain_name: side.name },
    ...{ token_name: order.token, ui_value: order.value },
  });
  const call = { to: body.to, data: body.data, value: BigInt(body.value), gas: GAS };
  const serializedTransaction = await signTransaction(origin, user, call);
  await origin.chain.client.sendRawTransaction({ serializedTransaction });
  return { to, side, startedMs, paidMs: null };
}

/** Records the time of every transfer that has been paid. @returns whether all have been */
async function notePayments(transfers: readonly Transfer[]): Promise<boolean> {
  const open = transfers.filter(({ paidMs }) => paidMs === null);
  for (const side of new Set(open.map((made) => made.side))) {
    const paid = new Set((await listPaid(side)).map(({ to }) => to.toLowerCase()));
    for (const made of open) if (made.side === side && paid.has(made.to.toLowerCase())) made.paidMs = performance.now();
  }
  return open.every(({ paidMs }) => paidMs !== null);
}

/** Watches until all transfers are sent and paid, or time runs out after the last one was sent. */
async function watchPayments(transfers: readonly Transfer[], isComplete: () => boolean): Promise<void> {
  let sinceMs = performance.now();
  while (performance.now() - sinceMs < PAYMENT_TIMEOUT_MS) {
    const areSent = isComplete();
    if (!areSent) sinceMs = performance.now();
    if ((await notePayments(transfers)) && areSent) return;
    await sleep(POLL_EVERY_MS);
  }
}

/** Creates users on both chains, who make transfers in both directions. */
export async function createHonestUsers(installation: Installation): Promise<HonestUsers> {
  const groups = await Promise.all(installation.testbed.sides.map((side) => createUserGroup(side, 1)));
  return {
    run: async (count) => {
      const transfers: Transfer[] = [];
      let refused = 0;
      let isComplete = false;
      const watching = watchPayments(transfers, () => isComplete);
      watching.catch(() => {});
      // Users do not wait for each other.
      const started: Promise<unknown>[] = [];
      for (let index = 0; index < count; index += 1) {
        const group = groups[index % groups.length];
        if (!group) throw new Error('there are no honest users');
        const made = transfer(installation, group, index).then(
          (made) => transfers.push(made),
          () => {
            refused += 1;
          },
        );
        started.push(made);
        await sleep(DEPOSIT_EVERY_MS);
      }
      await Promise.all(started);
      isComplete = true;
      await watching;
      const delaysMs = transfers.flatMap(({ startedMs, paidMs }) => (paidMs === null ? [] : [paidMs - startedMs]));
      return { delaysMs, missing: refused + transfers.length - delaysMs.length };
    },
  };
}
