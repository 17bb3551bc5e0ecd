import { parseEther, parseUnits } from 'viem';
import { dropOldState } from '../../../endpoints/faults.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { Network } from '../../startNetworks.ts';
import type { World } from '../../tryDeployment.ts';
import type { AlertCase, EntryCommand } from '../alertCase.ts';
import {
  connect,
  lowerCap,
  makeDeposit,
  payByHand,
  raiseCap,
  setFaults,
  setGas,
  setVaultBalance,
  waitForState,
} from '../chainActions.ts';
import { ageBooks } from '../databaseFaults.ts';
import { askDatabase, changeFile, restoreFile, waitForLog } from '../machineActions.ts';

const ETHEREUM = { '<name>': "'Lab Ethereum'" };
const USDC_DECIMALS = 6;
const usdc = (amount: string) => parseUnits(amount, USDC_DECIMALS);
// The answers lead to caps of 1,200 per payment and 10,000 per window.
const LOW = { perPayment: usdc('500'), perWindow: usdc('500') };
const HIGH = { perPayment: usdc('1200'), perWindow: usdc('10000') };

const lowFunds: AlertCase = {
  trials: [
    {
      alert: 'CausewayLiquidityLow',
      labels: { chain: 'Lab Rollup', problem: 'balance' },
      cause: 'the vault is almost empty',
      commands: [{ text: 'causeway treasury', shows: /Lab Rollup +0.02 ETH/ }],
    },
    {
      alert: 'CausewayLiquidityLow',
      labels: { chain: 'Lab Ethereum', problem: 'window' },
      cause: "the owner lowers the vault's cap below the largest transfer",
      commands: [
        { text: 'causeway treasury', shows: /Lab Ethereum +\d+ USDC +500 USDC/ },
        { text: 'causeway list --chain <name>', fill: ETHEREUM, shows: /./ },
      ],
    },
    {
      alert: 'CausewayLiquidityLow',
      labels: { chain: 'Lab Rollup', problem: 'gas' },
      cause: 'the hot wallet has almost no native tokens',
      commands: [{ text: 'causeway treasury', shows: /Lab Rollup/ }],
    },
  ],
  begin: async (world) => {
    const { ethereum, rollup } = world.networks;
    await setVaultBalance(world, rollup, parseEther('0.02'));
    await lowerCap(world, ethereum, { token: ethereum.usdc, ...LOW });
    await setGas(world, rollup, 1n);
    return {};
  },
  end: async (world) => {
    const { ethereum, rollup } = world.networks;
    await setGas(world, rollup, parseEther('10'));
    await setVaultBalance(world, rollup, parseEther('20'));
    await raiseCap(world, ethereum, { token: ethereum.usdc, ...HIGH });
  },
};

const TREASURY: `0x${string}` = `0x${'7e'.repeat(20)}`;
const ROLES = ['worker', 'api'] as const;

// The second comparison of a new installation follows after an hour, and the next ones after a day.
const SECOND_HOURS = 2;
const DAY_HOURS = 24;
const LATE_HOURS = 27;

async function waitForRow(world: World, sql: string, what: string): Promise<void> {
  const look = async () => (await askDatabase(world, sql)).length > 0;
  await waitUntil(look, { timeoutMs: 240_000, everyMs: 1000, what });
}

const waitForBooks = (world: World, { id, name }: Network) =>
  waitForRow(world, `select 1 from book_readings where chain_id = ${id}`, `the first balances of ${name}`);

const aboveFloat: AlertCase = {
  trials: [
    {
      alert: 'CausewayAboveFloat',
      cause: "the configured float is below a vault's balance",
      commands: [{ text: 'causeway treasury', shows: /Lab Rollup: schedule 15 ETH to/ }],
    },
  ],
  begin: async (world) => {
    const { rollup } = world.networks;
    const { id, name } = rollup;
    // Until the books have been compared, no sweep is proposed.
    await waitForBooks(world, rollup);
    await ageBooks(world, rollup, SECOND_HOURS);
    const isCompared = `select 1 from book_readings where chain_id = ${id} and difference is not null`;
    await waitForRow(world, isCompared, `compared books of ${name}`);
    await changeFile(world, ROLES, (file) => {
      file.vaults = { ...file.vaults, treasury: { [name]: TREASURY } };
      for (const token of file.tokens) if (token.name === 'ETH') token.float = { [name]: '5' };
    });
    return {};
  },
  end: (world) => restoreFile(world, ROLES),
};

const HALT = 'To end a halt';
const BREAKER = 'To resume after the circuit breaker';
const BOOKS = 'To explain a difference in the books';
const NONCES = "To continue without the signer's payment log";

const RESOLVE = 'causeway resolve incident <number> --why "the key was used by hand"';

/** One event can cause several incidents of a kind, such as one per balance. */
function resolveAll(kind: string): EntryCommand {
  const numbers = `$(causeway list incidents | grep ' ${kind} .* open ' | cut -d ' ' -f 1)`;
  const each = `for number in ${numbers}; do ${RESOLVE.replace('<number>', '$number')}; done`;
  return { text: RESOLVE, fill: { [RESOLVE]: each }, shows: new RegExp(`${kind}: `) };
}

// The blocks whose state the endpoints still have.
const KEPT_STATE = 3n;

function createStolenKey(): AlertCase {
  const second = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;
  const fill = { Southshore: "'Lab Ethereum'" };
  return {
    trials: [
      {
        alert: 'CausewayIncident',
        labels: { kind: 'senderHalted' },
        cause: "the hot wallet's key pays from the vault by hand",
        commands: [{ text: 'causeway list incidents', shows: /senderHalted/ }],
        after: [resolveAll('senderHalted')],
      },
      {
        alert: 'CausewayPaymentsStopped',
        labels: { chain: 'Lab Ethereum', cause: 'halt' },
        cause: "the hot wallet's key pays from the vault by hand",
        commands: [
          { text: 'causeway list halts', section: HALT, shows: /Lab Ethereum.*has signed only up to/ },
          { text: 'causeway list --chain <name>', section: HALT, fill: ETHEREUM, shows: /./ },
        ],
        after: [
          {
            text: 'causeway unhalt Southshore --why "the key is no longer used by hand"',
            ...{ fill, section: HALT },
            shows: /it was halted because/,
          },
          { text: 'systemctl stop causeway-signer', section: NONCES, shows: /^/ },
          {
            text: 'causeway signer accept-nonces',
            section: NONCES,
            shows: /Accepted nonces .* on Lab Ethereum/,
          },
          { text: 'systemctl start causeway-signer', section: NONCES, shows: /^/ },
        ],
      },
      {
        alert: 'CausewayPaymentsStopped',
        labels: { cause: 'breaker' },
        cause: "the hot wallet's key pays by hand, without a deposit and above maxNetOutflow",
        commands: [{ text: 'causeway list pauses', section: BREAKER, shows: /circuit breaker/ }],
        after: [
          {
            text: 'causeway resume all --why "every payment has its deposit"',
            section: BREAKER,
            shows: /everything: its pause is over/,
          },
        ],
      },
      {
        alert: 'CausewayIncident',
        labels: { kind: 'booksDiffer' },
        cause: "the hot wallet's key pays by hand, and the last comparison was a day ago",
        commands: [
          { text: 'causeway list incidents', shows: /booksDiffer/ },
          {
            text: 'causeway reconcile --from 2026-11-21 --to 2026-11-23',
            section: BOOKS,
            exit: 1,
            shows: /payment missing in the books/,
          },
        ],
        after: [resolveAll('booksDiffer')],
      },
      {
        alert: 'CausewayChainReadBehind',
        labels: { chain: 'Lab Rollup', reader: 'books' },
        cause: 'the endpoints keep no state of final blocks, and the last comparison was 27 hours ago',
        commands: [
          {
            text: 'journalctl -u causeway-worker -o cat | grep "<reader> <chain>"',
            fill: { '<reader>': 'books', '<chain>': 'Lab Rollup' },
            shows: /missing trie node|must/,
          },
          { text: 'causeway reconcile', exit: 1, shows: /Lab Rollup +could not be compared/ },
        ],
      },
    ],
    begin: async (world) => {
      const { ethereum, rollup } = world.networks;
      await Promise.all([ethereum, rollup].map((network) => waitForBooks(world, network)));
      // A database without a signed payment counts as new, and its halt would not end without the former database's decisions.
      await waitForState(world, await makeDeposit({ from: rollup, to: ethereum }), /delivered/);
      const from = second(new Date());
      setFaults(rollup, dropOldState(KEPT_STATE));
      const hash = await payByHand(world, ethereum, parseEther('0.5'));
      const { blockNumber } = await connect(ethereum).getTransactionReceipt({ hash });
      const isFinal = `select 1 from chains where chain_id = ${ethereum.id} and least(final_block, scanned_to) >= ${blockNumber}`;
      await waitForRow(world, isFinal, 'the final payment');
      await ageBooks(world, ethereum, DAY_HOURS);
      await ageBooks(world, rollup, LATE_HOURS);
      await waitForLog(world, 'causeway-worker', 'books Lab Rollup');
      const tomorrow = new Date(Date.now() + DAY_HOURS * 3_600_000);
      return { '--from 2026-11-21 --to 2026-11-23': `--from ${from} --to ${second(tomorrow)}` };
    },
    end: async (world) => {
      setFaults(world.networks.rollup, null);
      await ageBooks(world, world.networks.ethereum, DAY_HOURS);
    },
  };
}

export const FUND_CASES: readonly AlertCase[] = [createStolenKey(), lowFunds, aboveFloat];
