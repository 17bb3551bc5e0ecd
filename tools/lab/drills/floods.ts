import { request } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Address } from 'viem';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Endpoint, Fault } from '../endpoints/endpoint.ts';
import { limitCalls, limitLogs } from '../endpoints/faults.ts';
import type { Attacker, User } from '../installation/deposits.ts';
import { createUsers, signTransaction } from '../installation/deposits.ts';
import type { Installation } from '../installation/installation.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import { listPaid } from '../installation/testbed.ts';
import { post } from '../installation/testService.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { TrafficDrill } from './drill.ts';
import { nothingToStop } from './drill.ts';

const CALLS_PER_SECOND = 50;

function limitAll({ testbed }: Installation, begin: () => Fault): void {
  const endpoints: readonly Endpoint[] = testbed.sides.flatMap((side) => side.endpoints);
  for (const endpoint of endpoints) endpoint.answer(begin());
}

/** The largest targets that the contract accepts, in blocks with more logs than any provider returns in one answer. */
const logBomb: TrafficDrill = {
  kind: 'traffic',
  name: 'log-bomb',
  title: 'Log bomb: blocks with more logs than any provider returns in one answer',
  prepare: async (installation) => {
    const attacker = await installation.testbed.createAttacker();
    limitAll(installation, () => limitLogs(60));
    return async () => {
      for (let sent = 0; sent < 4; sent += 1) {
        await attacker.depositTogether(150, { amount: 1n, target: 'x'.repeat(128) });
      }
      return nothingToStop;
    };
  },
  leadMs: 500,
};

/** Each deposit is too small for a payout. */
const manyDeposits: TrafficDrill = {
  kind: 'traffic',
  name: 'many-deposits',
  title: 'Starvation: 400 small deposits in one transaction',
  prepare: async ({ testbed }) => {
    const attacker = await testbed.createAttacker();
    return async () => {
      await attacker.depositTogether(400, { amount: parseEther('0.0002') });
      return nothingToStop;
    };
  },
};

/** The token is not configured, so nothing is owed for it. */
const worthlessTokens: TrafficDrill = {
  kind: 'traffic',
  name: 'worthless-tokens',
  title: 'Worthless tokens: 200 deposits of a token that the attacker made',
  prepare: async ({ testbed }) => {
    const attacker = await testbed.createAttacker();
    return async () => {
      await attacker.depositTogether(200, { token: testbed.origin.token('FAKE'), amount: 1_000_000n });
      return nothingToStop;
    };
  },
};

const CONNECTIONS = 2000;
const MOST_CONNECTIONS = 100;
// A busy server takes a while to accept the last connections, and closes those above its limit at once.
const CLOSED_MS = 30_000;
const REQUESTS_PER_SECOND = 20;
const BURST = 100;
const BUILD_EVERY_MS = 5;
// A different local address than the honest users'.
const ATTACKER_HOST = '127.0.0.2';

/**
 * As in production. Test limits would let the attacker through, and test poll intervals alone would use up limited providers.
 */
function setProductionLimits(file: LabInstallation): void {
  file.api.requestsPerSecond = REQUESTS_PER_SECOND;
  Object.assign(file.lab, { maxConnectionsPerClient: MOST_CONNECTIONS, burst: BURST, pollIntervalMs: 1000 });
}

/**
 * Reconnects whenever the server closes a connection. @returns a function that stops this, and throws if the server did not
 * limit the connections
 */
function holdConnections({ url }: Installation): () => Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const open = () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER_HOST });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    sockets.add(socket);
  };
  const timer = setInterval(() => {
    for (let opened = 0; sockets.size < CONNECTIONS && opened < 200; opened += 1) open();
  }, 100);
  return async () => {
    clearInterval(timer);
    try {
      const isLimited = async () => sockets.size > 0 && sockets.size <= MOST_CONNECTIONS;
      await waitUntil(isLimited, {
        timeoutMs: CLOSED_MS,
        what: `at most ${MOST_CONNECTIONS} connections of one address`,
      });
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  };
}

/**
 * Requests builds for new senders, whose allowances are not cached. @returns a function that stops this, and throws if too many
 * were answered
 */
function floodBuilds({ url, testbed }: Installation): () => void {
  const { origin, destination } = testbed;
  const startedMs = performance.now();
  let answered = 0;
  const timer = setInterval(() => {
    const account = privateKeyToAddress(generatePrivateKey());
    const body = JSON.stringify({
      ...{ from_address: account, from_chain_name: origin.name, to_address: account, to_chain_name: destination.name },
      ...{ token_name: 'USDC', ui_value: '75' },
    });
    const options = { method: 'POST', localAddress: ATTACKER_HOST, headers: { 'content-type': 'application/json' } };
    const sent = request(`${url}/get_build_tx`, options, (response) => {
      if (response.statusCode !== 429) answered += 1;
      response.resume();
    });
    sent.on('error', () => {});
    sent.end(body);
  }, BUILD_EVERY_MS);
  return () => {
    clearInterval(timer);
    const most = BURST + (REQUESTS_PER_SECOND * (performance.now() - startedMs)) / 1000;
    if (answered > most) throw new Error(`the API answered ${answered} builds of the flood`);
  };
}

const idleConnections: TrafficDrill = {
  kind: 'traffic',
  name: 'idle-connections',
  title: 'Idle connections: 2,000 from one address to the API',
  change: setProductionLimits,
  prepare: async (installation) => async () => {
    const end = holdConnections(installation);
    return { stop: end };
  },
  leadMs: 2000,
};

const buildFlood: TrafficDrill = {
  kind: 'traffic',
  name: 'build-flood',
  title: 'Build flood: 200 builds a second for new senders, with providers that allow 50 calls a second',
  change: setProductionLimits,
  prepare: async (installation) => {
    limitAll(installation, () => limitCalls(CALLS_PER_SECOND));
    return async () => {
      const end = floodBuilds(installation);
      return { stop: async () => end() };
    };
  },
  leadMs: 2000,
};

const TOGETHER = 200;
const APART = 41;
// No other user of the drill transfers this token, so its minimum can change.
const TOKEN = 'WBTC';
const QUOTED = '0.0002';
// More than a thousand times the quoted amount.
const RAISED_MINIMUM = '1';
// The worker first reads balances a minute after it starts.
const FIRST_READING_MS = 150_000;

/** A deposit for which a user got a quote. */
type Quoted = { readonly to: Address; readonly receive: bigint; send(): Promise<void> };

async function quote({ testbed: { origin, destination }, url }: Installation, user: User): Promise<Quoted> {
  const to = privateKeyToAddress(generatePrivateKey());
  const order = {
    ...{ from_address: user.account.address, from_chain_name: origin.name, to_address: to },
    ...{ to_chain_name: destination.name, token_name: TOKEN, ui_value: QUOTED },
  };
  const build = async () => {
    const answer = await post(`${url}/get_build_tx`, order);
    return answer.status.code === 0 ? answer : null;
  };
  const { data } = await waitUntil(build, { what: `a build of ${QUOTED} ${TOKEN}` });
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
async function raiseMinimum(installation: Installation): Promise<void> {
  const { file } = installation;
  const raised = file.tokens.map((token) => ({
    ...token,
    transfers: token.transfers.map((one) => (token.name === TOKEN ? { ...one, min: RAISED_MINIMUM } : one)),
  }));
  await installation.writeFile({ ...file, tokens: raised }, 'service');
  await installation.halt();
  await installation.run();
  await installation.untilPairs();
}

/** @throws if the deposit is not paid as quoted in time */
async function verifyPaid({ testbed }: Installation, { to, receive }: Quoted): Promise<void> {
  const readPayments = async () => {
    const paid = await listPaid(testbed.destination, to);
    return paid.length > 0 && paid;
  };
  const what = 'the payment for a deposit quoted before the minimum was raised';
  const paid = await waitUntil(readPayments, { what });
  const amount = paid.reduce((sum, payment) => sum + payment.amount, 0n);
  if (amount < receive) throw new Error(`the quote was ${receive}, but ${amount} was paid`);
}

/** @throws if any account's books differ, or do not show the dust in time */
async function verifyBooks(installation: Installation): Promise<void> {
  const text = new RegExp(`ETH {2}vault: .*dust 0\\.0*${2 * (TOGETHER + APART)}\\b`);
  let last = '';
  const compare = async () => {
    last = (await installation.operator().run('reconcile')).stdout;
    if (/differs by|missing/.test(last)) throw new Error(`dust makes the books differ: ${last}`);
    return text.test(last);
  };
  try {
    await waitUntil(compare, { timeoutMs: 120_000, everyMs: 3000, what: 'books with all dust' });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${last}`, { cause: error });
  }
}

/**
 * Makes deposits of one base unit before and after an operator raises a minimum. They must not be stored or make the books
 * differ, and a small deposit with an earlier quote must be paid.
 */
const dust: TrafficDrill = {
  kind: 'traffic',
  name: 'dust',
  title: `Dust: ${2 * (TOGETHER + APART)} deposits of one base unit while an operator raises a minimum`,
  change: setProductionLimits,
  prepare: async (installation) => {
    const { testbed } = installation;
    const attacker = await testbed.createAttacker();
    const [user] = await createUsers(testbed.origin, 1);
    return async () => {
      // The books begin with the first reading. One that comes after the dust would contain it.
      const isOpened = async () =>
        (await installation.query('select distinct chain_id from book_readings')).length === testbed.sides.length;
      await waitUntil(isOpened, { timeoutMs: FIRST_READING_MS, everyMs: 3000, what: 'the first read of the balances' });
      const quoted = await quote(installation, user);
      await depositDust(attacker);
      await raiseMinimum(installation);
      await quoted.send();
      await depositDust(attacker);
      return {
        stop: async () => {
          await verifyPaid(installation, quoted);
          await verifyBooks(installation);
        },
      };
    };
  },
};

const BURST_DEPOSITS = 300;

const burst: TrafficDrill = {
  kind: 'traffic',
  name: 'burst',
  title: `Burst: ${BURST_DEPOSITS} deposits at once, with providers that allow ${CALLS_PER_SECOND} calls a second`,
  change: setProductionLimits,
  prepare: async (installation) => {
    const { testbed } = installation;
    const attacker = await testbed.createAttacker();
    limitAll(installation, () => limitCalls(CALLS_PER_SECOND));
    return async () => {
      await attacker.depositAtOnce(BURST_DEPOSITS);
      const arePaid = async () => (await listPaid(testbed.destination, attacker.address)).length === BURST_DEPOSITS;
      return {
        stop: async () => {
          await waitUntil(arePaid, { timeoutMs: 120_000, everyMs: 500, what: 'the payment for each deposit' });
        },
      };
    };
  },
};

export const FLOODS: readonly TrafficDrill[] = [
  logBomb,
  manyDeposits,
  worthlessTokens,
  idleConnections,
  buildFlood,
  dust,
  burst,
];
