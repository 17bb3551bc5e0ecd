import type { Hash, PrivateKeyAccount } from 'viem';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../../contracts/artifacts.ts';
import { setNativeBalance } from '../../../../contracts/deploy.ts';
import { addVault } from '../../chains/deployment.ts';
import type { TestBridge } from '../../chains/testBridge.ts';
import { readCommandLine, readCount } from '../../commandLine.ts';
import type { Installation } from '../../installation/installation.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { BlockTimes } from '../payments/blockTimes.ts';
import { recordBlockTimes } from '../payments/blockTimes.ts';
import { withBench } from '../payments/withBench.ts';
import { readProcessorMs } from '../processUse.ts';
import { startBarePayer } from './barePayer.ts';
import type { Settled, Settlement } from './describeSettlement.ts';
import { describeSettlement } from './describeSettlement.ts';
import { makeDeposits } from './makeDeposits.ts';
import type { PaymentTimes } from './paymentTimes.ts';
import { startPaymentTimes } from './paymentTimes.ts';

const HELP = `Usage: npm run bench -- settlement [--rounds 3] [--singles 8] [--burst 1000] [--poll-ms 1000]

Measures how soon and how fast the service pays, with a block every second, next to a bare loop that pays each deposit but
verifies and records nothing. They take turns. Both learn of new blocks over WebSockets.

  --rounds   how many turns each takes (default 3)
  --singles  how many single deposits a turn has (default 8)
  --burst    how many simultaneous deposits end a turn (default 1000)
  --poll-ms  pollIntervalMs of the service (default 1000)`;

const { values } = readCommandLine({ help: HELP, options: ['rounds', 'singles', 'burst', 'poll-ms'] });
const ROUNDS = readCount('--rounds', values.rounds ?? '3');
const SINGLES = readCount('--singles', values.singles ?? '8');
const BURST = readCount('--burst', values.burst ?? '1000');
const POLL_MS = readCount('--poll-ms', values['poll-ms'] ?? '1000');
const BLOCK_MS = 1000;
const CONFIRMATIONS = 2;
const TIMEOUT_MS = 300_000;

/** A program under test. It pays deposits to its vault through its proxy. */
type Candidate = { readonly maker: `0x${string}`; readonly proxy: PaymentTimes };
type Bench = {
  readonly bridge: TestBridge;
  readonly users: readonly PrivateKeyAccount[];
  readonly blockTimes: BlockTimes;
};

const lastOf = (numbers: readonly number[]) => Math.max(...numbers);

/** Makes deposits and waits until each is paid. @returns when each was confirmed and paid, in milliseconds */
async function settle({ bridge, users, blockTimes }: Bench, { maker, proxy }: Candidate, count: number) {
  const ids = await makeDeposits(bridge, users, { maker, count });
  const isPaid = async () => [...ids.values()].every((id) => proxy.sentAt.has(id));
  await waitUntil(isPaid, { timeoutMs: TIMEOUT_MS, everyMs: 50, what: 'the last payment' });
  const timeOf = async (hash: Hash, id: Hash) => {
    const { blockNumber } = await bridge.origin.chain.client.getTransactionReceipt({ hash });
    const confirmedAt = blockTimes.timeOf(blockNumber + BigInt(CONFIRMATIONS - 1));
    return { confirmedAt, paidAt: proxy.sentAt.get(id) ?? Number.NaN };
  };
  const times = [];
  for (const [hash, id] of ids) times.push(await timeOf(hash, id));
  return times;
}

async function takeTurn(bench: Bench, candidate: Candidate, into: { latenciesMs: number[]; rates: number[] }) {
  for (let single = 0; single < SINGLES; single += 1) {
    const [time] = await settle(bench, candidate, 1);
    if (time) into.latenciesMs.push(time.paidAt - time.confirmedAt);
  }
  const times = await settle(bench, candidate, BURST);
  const start = Math.min(...times.map(({ confirmedAt }) => confirmedAt));
  into.rates.push((BURST * 1000) / (lastOf(times.map(({ paidAt }) => paidAt)) - start));
}

async function measure(installation: Installation, [origin, destination]: readonly PaymentTimes[]) {
  const { testbed, signer, workers } = installation;
  const { bridge } = testbed;
  const [worker] = workers;
  if (!origin || !destination || !worker) throw new Error('the bench needs two chains and a worker');
  const chains = [bridge.origin, bridge.destination];
  const account = privateKeyToAccount(generatePrivateKey());
  const artifacts = await compileContracts();
  const [maker, vault] = await Promise.all(
    chains.map(({ chain, deployment }) => addVault(chain, { artifacts, hotWallet: account, deployment })),
  );
  const { chain } = bridge.destination;
  await setNativeBalance(chain, { account: account.address, amount: parseEther('1000') });
  if (!maker || !vault) throw new Error('the bare loop needs a vault on each chain');
  const proxy = await startPaymentTimes(chain.rpcUrl);
  const urls = { originUrl: bridge.origin.chain.rpcUrl, destinationUrl: proxy.url };
  const payer = await startBarePayer({ bridge, vault, maker, account, confirmations: CONFIRMATIONS, ...urls });
  const blockTimes = await recordBlockTimes(bridge.origin.chain);
  // As many people as deposits: the service limits the payments in flight of one depositor.
  const users = await Promise.all(Array.from({ length: BURST }, () => bridge.origin.chain.createAccount()));
  const bench = { bridge, users, blockTimes };
  const candidates = { bare: { maker, proxy }, own: { maker: bridge.origin.deployment.vault, proxy: destination } };
  const results = { bare: { latenciesMs: [], rates: [] }, own: { latenciesMs: [], rates: [] } };
  const used = async () => ({
    calls: origin.counts().total + destination.counts().total,
    service: await readProcessorMs(worker.pid()),
    signer: await readProcessorMs(signer.pid()),
  });
  const sums = { calls: 0, service: 0, signer: 0 };
  try {
    // Warm-up: the first payments of a process take longer.
    for (const candidate of Object.values(candidates)) await settle(bench, candidate, SINGLES);
    for (let round = 0; round < ROUNDS; round += 1) {
      await takeTurn(bench, candidates.bare, results.bare);
      const before = await used();
      await takeTurn(bench, candidates.own, results.own);
      const after = await used();
      for (const key of ['calls', 'service', 'signer'] as const) sums[key] += after[key] - before[key];
      console.error(`round ${round + 1} of ${ROUNDS} finished`);
    }
  } finally {
    await payer.stop();
    await blockTimes.stop();
    await proxy.stop();
  }
  const payments = ROUNDS * (BURST + SINGLES);
  const { bare, own }: Readonly<Record<'bare' | 'own', Settled>> = results;
  const settlement: Settlement = {
    ...{ bare, own, burst: BURST, calls: sums.calls / payments },
    cpuMs: { service: sums.service / payments, signer: sums.signer / payments },
  };
  return settlement;
}

const proxies: PaymentTimes[] = [];

/** The service reads the chains through proxies that count its calls. The signer reads the chains directly. */
async function addProxies(installation: Installation): Promise<void> {
  const file = structuredClone(installation.file);
  file.lab.pollIntervalMs = POLL_MS;
  for (const [index, { chain }] of installation.testbed.sides.entries()) {
    const proxy = await startPaymentTimes(chain.rpcUrl);
    proxies.push(proxy);
    Object.assign(file.chains[index] ?? {}, { rpcUrls: [proxy.url] });
  }
  await installation.writeFile(file, 'service');
}

try {
  const settlement = await withBench({ blockEveryMs: BLOCK_MS, prepare: addProxies }, (installation) =>
    measure(installation, proxies),
  );
  console.log(`${ROUNDS} rounds: medians, with the smallest and the largest.\n\n${describeSettlement(settlement)}`);
} finally {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
}
