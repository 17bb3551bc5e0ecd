import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { OperatorCommand } from '../../../service/operatorCommand.ts';
import { createOperatorCommand } from '../../../service/operatorCommand.ts';
import { post } from '../../../service/testService.ts';
import type { User } from '../../campaign/workloadUsers.ts';
import { createUserGroup, signTransaction } from '../../campaign/workloadUsers.ts';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../world/attacker.ts';
import { createAttacker } from '../world/attacker.ts';
import type { AttackWorld } from '../world/attackWorld.ts';

const TOGETHER = 200;
const APART = 41;
// No other user of the attack transfers it, so its minimum can change.
const TOKEN = 'WBTC';
const QUOTED = '0.0002';
// The quoted amount is less than a thousandth of it.
const RAISED_MINIMUM = '1';
// The worker reads the first balances a minute after its start.
const FIRST_READING_MS = 150_000;
const BOOKS_MS = 120_000;
const PAYMENT_MS = 90_000;

/** A deposit that a user was quoted. */
type Quoted = { readonly to: Address; readonly receive: bigint; send(): Promise<void> };

async function quote({ sides: [origin, destination], service }: AttackWorld, user: User): Promise<Quoted> {
  const to = privateKeyToAddress(generatePrivateKey());
  const order = {
    ...{ from_address: user.account.address, from_chain_name: origin.name, to_address: to },
    ...{ to_chain_name: destination.name, token_name: TOKEN, ui_value: QUOTED },
  };
  const { data } = await waitUntil(
    async () => {
      const answer = await post(`${service.url}/get_build_tx`, order);
      return answer.status.code === 0 ? answer : null;
    },
    { what: `a build of ${QUOTED} ${TOKEN}` },
  );
  const { transfer_body: body } = data.txs;
  const call = { to: body.to, data: body.data, value: BigInt(body.value), gas: 200_000n };
  return {
    to,
    receive: BigInt(data.receive_value.raw_value),
    send: async () => {
      const serializedTransaction = await signTransaction(origin, user, call);
      await origin.chain.client.sendRawTransaction({ serializedTransaction });
    },
  };
}

async function depositDust(attacker: Attacker): Promise<void> {
  await attacker.depositTogether(TOGETHER, { amount: 1n });
  await attacker.depositAtOnce(APART, { amount: 1n });
}

/** Restarts the installation with a minimum far above the quoted amount. */
async function raiseMinimum(world: AttackWorld): Promise<void> {
  const { file, folder } = world;
  const raised = file.tokens.map((token) => ({
    ...token,
    transfers: token.transfers.map((one) => (token.name === TOKEN ? { ...one, min: RAISED_MINIMUM } : one)),
  }));
  const installationPath = await folder.write('raised.json', JSON.stringify({ ...file, tokens: raised }));
  await world.restart({ installationPath });
  await world.service.waitForPairs();
}

/** @throws when the deposit is not paid its quote in time */
async function verifyPaid({ sides: [, { chain, vaults }] }: AttackWorld, { to, receive }: Quoted): Promise<void> {
  const readPayments = async () => {
    const logs = await chain.client.getLogs({
      ...{ address: vaults, event: paidEvent, args: { to }, fromBlock: 0n, strict: true },
    });
    return logs.length > 0 && logs;
  };
  const what = 'the payment of a deposit that was quoted before the minimum was raised';
  const paid = await waitUntil(readPayments, { timeoutMs: PAYMENT_MS, what });
  const amount = paid.reduce((sum, { args }) => sum + args.amount, 0n);
  if (amount < receive) throw new Error(`the deposit was quoted ${receive} and paid ${amount}`);
}

/** @throws when the books of any account differ, or do not show the dust in time */
async function verifyBooks(operator: OperatorCommand): Promise<void> {
  const text = new RegExp(`ETH {2}vault: .*dust 0\\.0*${2 * (TOGETHER + APART)}\\b`);
  let last = '';
  const compare = async () => {
    last = (await operator.run('reconcile')).stdout;
    if (/differs by|missing/.test(last)) throw new Error(`dust makes the books differ: ${last}`);
    return text.test(last);
  };
  try {
    await waitUntil(compare, { timeoutMs: BOOKS_MS, everyMs: 3000, what: 'books with all dust' });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${last}`, { cause: error });
  }
}

/**
 * Deposits of one base unit before and after an operator raises a minimum. They must neither make the books differ nor be stored,
 * and a small deposit that was quoted before must be paid.
 */
export const dust: Attack = {
  name: 'dust',
  title: `Dust: ${2 * (TOGETHER + APART)} deposits of one base unit while an operator raises a minimum`,
  prepare: async (world) => {
    const attacker = await createAttacker(world);
    const { users } = await createUserGroup(world.sides[0], 1);
    const [user] = users;
    if (!user) throw new Error('the group has no user');
    const { programs, installationPath, database } = world.service.options;
    const environment = { CAUSEWAY_INSTALLATION: installationPath, DATABASE_URL: database.operator };
    const operator = createOperatorCommand(environment, [programs.operator]);
    return async () => {
      const isOpened = async () => !/could not be compared/.test((await operator.run('reconcile')).stdout);
      await waitUntil(isOpened, { timeoutMs: FIRST_READING_MS, everyMs: 3000, what: 'the first reading of balances' });
      const quoted = await quote(world, user);
      await depositDust(attacker);
      await raiseMinimum(world);
      await quoted.send();
      await depositDust(attacker);
      return {
        stop: async () => {
          await verifyPaid(world, quoted);
          await verifyBooks(operator);
        },
      };
    };
  },
};
