import { parseEther } from 'viem';
import { compileContracts } from '../../../../../contracts/artifacts.ts';
import { ANVIL_ACCOUNTS } from '../../../chains/anvil.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import { deployArtifact, mint } from '../../predeploys.ts';
import type { World } from '../../tryDeployment.ts';
import type { AlertCase } from '../alertCase.ts';
import { inShell, must, nothing } from '../alertCase.ts';
import {
  buildDeposit,
  callNode,
  callVault,
  connect,
  depositUnknownToken,
  makeDeposit,
  setVaultBalance,
  waitForState,
} from '../chainActions.ts';
import { askDatabase } from '../machineActions.ts';

const STUCK = 'To free a stuck transfer';
const ETHEREUM = { '<name>': "'Lab Ethereum'" };
const toEthereum = ({ networks: { ethereum, rollup } }: World) => ({ from: rollup, to: ethereum });

const paused: AlertCase = {
  trials: [
    {
      alert: 'CausewayTransferStuck',
      labels: { state: 'confirmed' },
      cause: 'a deposit during a pause of everything',
      commands: [
        { text: 'causeway list --state <state>', shows: /because .* is paused|waits/ },
        { text: 'causeway list pauses', section: STUCK, shows: /unknown payments/ },
      ],
    },
    {
      alert: 'CausewayPaused',
      cause: 'a pause of everything',
      commands: [
        { text: 'causeway list pauses', shows: /unknown payments/ },
        { text: 'causeway resume all --why "the payments are known"', shows: /everything/ },
      ],
    },
  ],
  begin: async (world) => {
    const send = await buildDeposit(toEthereum(world));
    await must(world, inShell('causeway pause all --why "unknown payments"'));
    await waitForState(world, await send(), /confirmed/);
    return { '<state>': 'confirmed' };
  },
  end: nothing,
};

const vaultPaused: AlertCase = {
  trials: [
    {
      alert: 'CausewayPaymentsStopped',
      labels: { chain: 'Lab Ethereum', cause: 'vault' },
      cause: 'the guardian pauses the vault while a payment is due',
      commands: [
        {
          text: 'causeway list --state confirmed --chain <name>',
          fill: ETHEREUM,
          shows: /vault on Lab Ethereum is no longer paused/,
        },
        { text: 'causeway list incidents', shows: /vaultRefused/ },
      ],
    },
  ],
  begin: async (world) => {
    const { ethereum } = world.networks;
    const send = await buildDeposit(toEthereum(world));
    await callVault(world, ethereum, 'pause');
    await send();
    const incidents = () => askDatabase(world, "select 1 from incidents where kind = 'vaultRefused'");
    await waitUntil(async () => (await incidents()).length > 0, {
      timeoutMs: 180_000,
      everyMs: 1000,
      what: 'vaultRefused',
    });
    return {};
  },
  end: (world) => callVault(world, world.networks.ethereum, 'unpause'),
};

const payoutsWait: AlertCase = {
  trials: [
    {
      alert: 'CausewayTransferStuck',
      labels: { waits_for: 'funds' },
      cause: 'the vault is emptied after a deposit',
      commands: [{ text: 'causeway treasury', section: STUCK, shows: /Lab Ethereum +0.001 ETH/ }],
    },
  ],
  begin: async (world) => {
    await makeDeposit(toEthereum(world));
    await setVaultBalance(world, world.networks.ethereum, parseEther('0.001'));
    return {};
  },
  end: (world) => setVaultBalance(world, world.networks.ethereum, parseEther('20')),
};

/** Makes deposits during a pause, so that nothing pays them, and holds the transfers. @returns their ids */
async function holdDeposits(world: World, count: number): Promise<readonly string[]> {
  const sends = await Promise.all(Array.from({ length: count }, () => buildDeposit(toEthereum(world))));
  await must(world, inShell('causeway pause all --why "two deposits to hold"'));
  const ids: string[] = [];
  for (const send of sends) {
    const id = await waitForState(world, await send(), /seen|confirmed/);
    await must(world, inShell(`causeway hold ${id} --why "the sender asked for it"`));
    ids.push(id);
  }
  await must(world, inShell('causeway resume all --why "the deposits are held"'));
  return ids;
}

const held: AlertCase = {
  trials: [
    {
      alert: 'CausewayTransferHeld',
      cause: 'a deposit of an unknown token, and two deposits that an operator holds',
      commands: [
        { text: 'causeway list --state held', shows: /not support|unknown|token/ },
        { text: 'causeway show <id>', fill: { '<id>': '<paid>' }, shows: /State: held/ },
        {
          text: 'causeway close <id> --why "a token without a market"',
          fill: { '<id>': '<unknown>' },
          shows: /closed now/,
        },
        {
          text: 'causeway retry <id> --why "fees are on record again"',
          fill: { '<id>': '<paid>' },
          shows: /payout is due|decides it again/,
        },
        {
          text: 'causeway refund <id> --why "the sender asked for it"',
          fill: { '<id>': '<refunded>' },
          shows: /refund on Lab Rollup is due/,
        },
      ],
    },
  ],
  begin: async (world) => {
    const { rollup } = world.networks;
    const artifacts = await compileContracts();
    const token = await deployArtifact(rollup.nodeUrl, artifacts.TestToken, ['Unknown', 'UNKNOWN', 6]);
    const to = ANVIL_ACCOUNTS[1]?.address ?? token;
    await mint(rollup.nodeUrl, artifacts, { token, to, amount: 1_000_000n });
    const [paid = '', refunded = ''] = await holdDeposits(world, 2);
    const unknown = await waitForState(world, await depositUnknownToken(world, rollup, token), /held/);
    return { '<paid>': paid, '<refunded>': refunded, '<unknown>': unknown };
  },
  end: nothing,
};

// One depositor may have at most half of the open nonces.
const DEPOSITORS = [1, 5, 6, 7];
const MAX_OPEN = 16;
// A block that comes after a payment and before the next drop would mine it.
const DROP_EVERY_MS = 10;
const GWEI = 1_000_000_000n;
const BASE_FEES = [5n * GWEI, 20n * GWEI];

/** Makes nodes drop every transaction, and gas prices rise. @returns a function that ends both */
function dropTransactions({ networks: { ethereum } }: World) {
  const client = connect(ethereum);
  let baseFeePerGas: bigint | null = null;
  const timer = setInterval(() => {
    callNode(ethereum, 'anvil_dropAllTransactions', []).catch(() => {});
    if (baseFeePerGas !== null) client.setNextBlockBaseFeePerGas({ baseFeePerGas }).catch(() => {});
  }, DROP_EVERY_MS);
  return {
    raise: (fee: bigint) => {
      baseFeePerGas = fee;
    },
    stop: async () => {
      clearInterval(timer);
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    },
  };
}

async function countOpen(world: World, sql: string): Promise<number> {
  const [row] = await askDatabase<{ count: string }>(world, sql);
  return Number(row?.count ?? 0);
}

function createJam(): AlertCase {
  let stop = nothing;
  return {
    trials: [
      {
        alert: 'CausewayTransferStuck',
        labels: { state: 'broadcast' },
        cause: 'the nodes drop every transaction, and the base fee rises',
        commands: [
          { text: 'causeway list --state <state>', fill: { '<state>': 'broadcast' }, shows: /broadcast/ },
          { text: 'causeway show <id>', shows: /attempt 0/ },
        ],
      },
      {
        alert: 'CausewayPayoutsSlow',
        cause: 'the nodes drop every transaction, and the base fee rises',
        commands: [
          {
            text: `curl -s -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["0x5","latest",[50]]}' <url>`,
            section: 'To ask an RPC endpoint',
            shows: /baseFeePerGas/,
          },
        ],
      },
    ],
    begin: async (world) => {
      const dropping = dropTransactions(world);
      stop = dropping.stop;
      const openSends = "select count(*) from sends where state in ('open', 'mined')";
      const end = Date.now() + 240_000;
      for (let turn = 0; (await countOpen(world, openSends)) < MAX_OPEN; turn += 1) {
        if (Date.now() > end) throw new Error('fewer than 16 open payments');
        const account = DEPOSITORS[turn % DEPOSITORS.length] ?? 1;
        await makeDeposit({ ...toEthereum(world), amount: '0.01', account });
      }
      for (const [index, fee] of BASE_FEES.entries()) {
        const attempts =
          "select count(*) from attempts a join sends s using (chain_id, address, nonce) where s.state = 'open'";
        dropping.raise(fee);
        await waitUntil(async () => (await countOpen(world, attempts)) >= MAX_OPEN * (index + 2), {
          ...{ timeoutMs: 120_000, everyMs: 1000, what: 'another attempt for each nonce' },
        });
      }
      const [open] = await askDatabase<{ id: string }>(
        world,
        "select id from transfers where state in ('signed', 'broadcast')",
      );
      if (!open) throw new Error('no payment is open');
      return { '<id>': open.id, '<url>': world.networks.ethereum.endpoints[0].url };
    },
    end: () => stop(),
  };
}

export const PAYMENT_CASES: readonly AlertCase[] = [paused, vaultPaused, payoutsWait, held, createJam()];
