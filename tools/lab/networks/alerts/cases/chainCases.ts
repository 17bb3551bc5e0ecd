import type { Fault } from '../../../endpoints/endpoint.ts';
import { alterBlocks, combine, dropLogsBefore, on, stopAtNewestBlock } from '../../../endpoints/faults.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { AlertCase, EntryCommand } from '../alertCase.ts';
import { callNode, connect, setFaults } from '../chainActions.ts';
import { askDatabase, waitForLog } from '../machineActions.ts';

const METRICS = 'curl -s http://127.0.0.1:8789/metrics';
const DOCTOR: EntryCommand = { text: "causeway doctor | grep ': RPC '", shows: /RPC 1/ };
const ASKING = 'To ask an RPC endpoint';

const logOf = (reader: string, chain: string): EntryCommand => ({
  text: 'journalctl -u causeway-worker -o cat | grep "<reader> <chain>"',
  fill: { '<reader>': reader, '<chain>': chain },
  shows: /turn failed/,
});

const ETHEREUM = 'Lab Ethereum';
const ROLLUP = 'Lab Rollup';

const askNumber: EntryCommand = {
  text: `curl -s -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}' <url>`,
  section: ASKING,
  shows: /"result":"0x/,
};
const askBlock: EntryCommand = {
  text: `curl -s -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["finalized",false]}' <url>`,
  section: ASKING,
  shows: /"hash":"0x/,
};
const askChain: EntryCommand = {
  text: `curl -s -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' <url>`,
  section: ASKING,
  shows: /"result":"0x/,
};

const dropLogs = on('eth_getLogs', 'drop');

const priceUnknown: AlertCase = {
  trials: [
    {
      alert: 'CausewayPriceUnknown',
      cause: 'the feed reports half the price',
      commands: [
        { text: "journalctl -u 'causeway-*' -o cat | grep 'price unknown'", shows: /differ by more than 5 %/ },
      ],
    },
  ],
  begin: async ({ networks }) => {
    await networks.ethereum.reportPrice('ETH', '1500');
    return {};
  },
  end: ({ networks }) => networks.ethereum.reportPrice('ETH', '3000'),
};

const chainsDown: AlertCase = {
  trials: [
    {
      alert: 'CausewayRpcEndpointBad',
      labels: { chain: ETHEREUM, rpc: '1', problem: 'fails' },
      cause: 'every endpoint of a chain drops its connections',
      commands: [
        { text: `${METRICS} | grep '^causeway_rpc_errors_total' | grep -v ' 0$'`, shows: /class="connection"/ },
        { ...DOCTOR, shows: /FAIL.*Lab Ethereum: RPC 1/ },
      ],
    },
    ...['watch', 'liquidity', 'vault'].map((reader) => ({
      alert: 'CausewayChainNotRead',
      labels: { chain: ETHEREUM, reader },
      cause: 'every endpoint of a chain drops its connections',
      commands: [logOf(reader, ETHEREUM), { text: 'systemctl status causeway-worker', shows: /active \(running\)/ }],
    })),
    {
      alert: 'CausewayChainNotRead',
      labels: { chain: ROLLUP, reader: 'watch' },
      cause: 'every endpoint of a chain refuses to read logs',
      commands: [logOf('watch', ROLLUP)],
    },
  ],
  begin: async ({ networks: { ethereum, rollup } }) => {
    setFaults(ethereum, () => 'drop');
    setFaults(rollup, dropLogs);
    return {};
  },
  end: async ({ networks: { ethereum, rollup } }) => {
    setFaults(ethereum, null);
    setFaults(rollup, null);
  },
};

const MANY_BLOCKS = 150;

const manyBlocks: AlertCase = {
  trials: [
    {
      alert: 'CausewayChainNotRead',
      labels: { chain: ROLLUP, reader: 'watch' },
      cause: 'every endpoint of a chain refuses to read logs while the chain grows by 150 blocks',
      commands: [
        { text: `${METRICS} | grep '^causeway_unread_blocks'`, shows: /chain="Lab Rollup",reader="watch"} \d{3}/ },
        logOf('watch', ROLLUP),
      ],
    },
  ],
  begin: async ({ networks: { rollup } }) => {
    setFaults(rollup, dropLogs);
    await callNode(rollup, 'anvil_mine', [MANY_BLOCKS]);
    return {};
  },
  end: async ({ networks }) => setFaults(networks.rollup, null),
};

const contradictions: AlertCase = {
  trials: [
    {
      alert: 'CausewayRpcEndpointBad',
      labels: { chain: ETHEREUM, rpc: 'any', problem: 'disagrees' },
      cause: 'the endpoints of a chain disagree about every block',
      commands: [DOCTOR, askBlock],
    },
  ],
  begin: async ({ networks: { ethereum } }) => {
    for (const [index, endpoint] of ethereum.endpoints.entries()) endpoint.answer(alterBlocks(index + 1));
    return { '<url>': ethereum.endpoints[0].url };
  },
  end: async ({ networks }) => setFaults(networks.ethereum, null),
};

const lie = combine(alterBlocks(7), on(['eth_getBalance', 'eth_getTransactionCount'], { result: '0x7' }));

const badProviders: AlertCase = {
  trials: [
    {
      alert: 'CausewayRpcEndpointBad',
      labels: { chain: ROLLUP, rpc: '1', problem: 'disagrees' },
      cause: 'the first endpoint of a chain lies about blocks and balances',
      commands: [{ text: 'causeway list incidents', shows: /RPC 1 of Lab Rollup contradicts/ }, askBlock],
    },
    {
      alert: 'CausewayRpcEndpointBad',
      labels: { chain: ETHEREUM, rpc: '3', problem: 'behind' },
      cause: 'the third endpoint of a chain stops at a block',
      commands: [askNumber],
    },
  ],
  begin: async ({ networks: { ethereum, rollup } }) => {
    const [, , stopped] = ethereum.endpoints;
    rollup.endpoints[0].answer(lie);
    stopped.answer(await stopAtNewestBlock(ethereum.nodeUrl));
    return { '<url>': stopped.url };
  },
  end: async ({ networks: { ethereum, rollup } }) => {
    setFaults(ethereum, null);
    setFaults(rollup, null);
  },
};

// It drops all other calls, because the service asks for the chain id again after failures.
const serveForeign: Fault = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : 'drop');

const foreignProvider: AlertCase = {
  trials: [
    {
      alert: 'CausewayRpcEndpointBad',
      labels: { chain: ROLLUP, rpc: '2', problem: 'foreign' },
      cause: 'the second endpoint of a chain serves another chain',
      commands: [{ ...askChain, shows: /"result":"0x1"/ }],
    },
  ],
  begin: async ({ networks: { rollup } }) => {
    rollup.endpoints[1].answer(serveForeign);
    return { '<url>': rollup.endpoints[1].url };
  },
  end: async ({ networks }) => setFaults(networks.rollup, null),
};

// The rescan reads some of them before its endpoints refuse, and 5,000 must be left.
const BURST = 9000;
const NEAR = 300n;

const rescanBehind: AlertCase = {
  trials: [
    {
      alert: 'CausewayChainReadBehind',
      labels: { chain: ROLLUP, reader: 'rescan' },
      cause: 'the chain grows by 9,000 blocks, and every endpoint refuses to read old logs',
      commands: [logOf('rescan', ROLLUP)],
    },
  ],
  begin: async (world) => {
    const { rollup } = world.networks;
    await callNode(rollup, 'anvil_mine', [BURST]);
    const head = await connect(rollup).getBlockNumber();
    const isRead = `select 1 from chains where chain_id = ${rollup.id} and scanned_to >= ${head}`;
    await waitUntil(async () => (await askDatabase(world, isRead)).length > 0, {
      ...{ timeoutMs: 180_000, everyMs: 500, what: 'the first read of the blocks' },
    });
    setFaults(rollup, dropLogsBefore(head - NEAR));
    // The alert fires before the first read fails.
    await waitForLog(world, 'causeway-worker', 'rescan Lab Rollup');
    return {};
  },
  end: async ({ networks }) => setFaults(networks.rollup, null),
};

export const CHAIN_CASES: readonly AlertCase[] = [
  priceUnknown,
  chainsDown,
  manyBlocks,
  contradictions,
  badProviders,
  foreignProvider,
  rescanBehind,
];
