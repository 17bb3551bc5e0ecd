import { parseEther } from 'viem';
import type { AlertCase } from './alertCase.ts';
import { must } from './alertCase.ts';
import { callVault, makeDeposit, setVaultBalance } from './chainActions.ts';

const WORKER_FILE = '/etc/causeway/worker.json';
const nothing = async () => {};

/** The alerts that the laboratory brings about, in an order in which none of them disturbs the next one. */
export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'CausewayConfigRefused',
    cause: 'the reload of a file with another operator.port',
    begin: async (world) => {
      await must(world, `cp ${WORKER_FILE} /root/worker.json`);
      const port = world.answers.ports.workerOperator;
      await must(world, `sed -i 's/"port": ${port}/"port": 1${port}/' ${WORKER_FILE}`);
      await must(world, 'systemctl reload causeway-worker');
    },
    commands: [{ text: "journalctl -u 'causeway-*' -o cat | grep 'not reloaded'", shows: /operator/ }],
    end: async (world) => {
      await must(world, `install -m 600 /root/worker.json ${WORKER_FILE} && systemctl reload causeway-worker`);
    },
  },
  {
    alert: 'CausewayDown',
    cause: 'the API is stopped',
    begin: async (world) => {
      await must(world, 'systemctl stop causeway-api');
    },
    commands: [{ text: "systemctl status 'causeway-*'", shows: /causeway-worker.service/ }],
    end: async (world) => {
      await must(world, 'systemctl start causeway-api');
    },
  },
  {
    alert: 'CausewaySignerDown',
    cause: "the file of the keystore's password is missing",
    begin: async (world) => {
      await must(world, 'mv /etc/causeway/keystore-password /root/');
      await world.machine.run('systemctl restart causeway-signer');
    },
    commands: [
      { text: 'systemctl status causeway-signer', shows: /(?:activating|failed)/ },
      { text: 'journalctl -u causeway-signer -n 50 -o cat', shows: /credentials/i },
    ],
    end: async (world) => {
      await must(world, 'mv /root/keystore-password /etc/causeway/');
    },
    after: [{ text: 'systemctl restart causeway-signer', shows: /^/ }],
  },
  {
    alert: 'CausewayDatabaseDown',
    cause: 'PostgreSQL is stopped',
    begin: ({ server }) => server.shutDown(),
    commands: [],
    end: ({ server }) => server.start(),
  },
  {
    alert: 'CausewayPaused',
    cause: 'a pause of everything',
    begin: async (world) => {
      await must(world, inShell('npm run operator -- pause all --why "unknown payments on Southshore"'));
    },
    commands: [
      { text: 'npm run operator -- pauses', shows: /unknown payments/ },
      { text: 'npm run operator -- resume all --why "the payments are known"', shows: /everything/ },
    ],
    end: nothing,
  },
  {
    alert: 'CausewayVaultPaused',
    cause: 'the guardian pauses the vault',
    begin: (world) => callVault(world, world.networks.rollup, 'pause'),
    commands: [{ text: 'npm run operator -- incidents', shows: /./ }],
    end: (world) => callVault(world, world.networks.rollup, 'unpause'),
  },
  {
    alert: 'CausewayPriceUnknown',
    cause: 'the feed reports half of the price',
    begin: ({ networks }) => networks.ethereum.reportPrice('ETH', '1500'),
    commands: [{ text: "journalctl -u 'causeway-*' -o cat | grep 'price unknown'", shows: /differ by more than 5 %/ }],
    end: ({ networks }) => networks.ethereum.reportPrice('ETH', '3000'),
  },
  {
    alert: 'CausewayRpcErrors',
    cause: 'the first endpoint drops its connections',
    begin: async ({ networks }) => networks.rollup.setDown(0, true),
    commands: [],
    end: async ({ networks }) => networks.rollup.setDown(0, false),
  },
  {
    alert: 'CausewayLiquidityLow',
    cause: 'the vault is almost empty',
    begin: (world) => setVaultBalance(world, world.networks.rollup, parseEther('0.02')),
    commands: [{ text: 'npm run operator -- liquidity', shows: /Lab Rollup +0.02 ETH/ }],
    end: (world) => setVaultBalance(world, world.networks.rollup, parseEther('20')),
  },
  {
    alert: 'CausewayPayoutsWait',
    cause: 'the vault is emptied after a deposit',
    begin: async (world) => {
      const { ethereum, rollup } = world.networks;
      await makeDeposit(world, rollup, ethereum);
      await setVaultBalance(world, ethereum, parseEther('0.001'));
    },
    commands: [{ text: 'npm run operator -- liquidity', shows: /Lab Ethereum +0.001 ETH/ }],
    end: (world) => setVaultBalance(world, world.networks.ethereum, parseEther('20')),
  },
];

/** What the page says first: the folder and the environment of the command line. */
export function inShell(command: string): string {
  return [
    'cd /opt/causeway',
    'export CAUSEWAY_CONFIG=/etc/causeway/worker.json',
    'set -a; . /etc/causeway/operator.env; set +a',
    command,
  ].join('\n');
}
