import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address, Hex } from 'viem';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { InstallationFile } from '../../../service/boot/installation.ts';
import { findFreePort } from '../processes/freePort.mjs';
import { waitUntil } from '../processes/waitUntil.ts';
import { must } from './alerts/alertCase.ts';
import { ageBooks } from './alerts/databaseFaults.ts';
import { CERTIFICATES, connectOverTls, installCertificate, issueCertificates } from './alerts/signerTls.ts';
import { createNetworkFile, describeChain, keyOf } from './networkFile.ts';
import { SECOND_ROLLUP } from './startNetworks.ts';
import { makeTransfer } from './tryDeployment.ts';
import type { Bench, Task } from './tryTasks.ts';
import { edit, readInstallation, type, waitForDelay } from './tryTasks.ts';

/** An account without funds. */
const TREASURY: Address = `0x${'11'.repeat(20)}`;
// Less than a tenth of the float is not worth a sweep.
const SURPLUS = parseEther('4');
const WORKER_METRICS = 'http://127.0.0.1:8789/metrics';
const WAIT = { timeoutMs: 300_000, everyMs: 2000 };

type Change = (file: InstallationFile) => void;
const editing = (change: Change) => (bench: Bench) => edit(bench, change);

function tokenOf(file: InstallationFile, name: string): InstallationFile['tokens'][number] {
  const token = file.tokens.find((one) => one.name === name);
  if (!token) throw new Error(`the file has no ${name}`);
  return token;
}

function chainOf(file: InstallationFile, name: string): InstallationFile['chains'][number] {
  const chain = file.chains.find((one) => one.name === name);
  if (!chain) throw new Error(`the file has no ${name}`);
  return chain;
}

async function waitForSettledSends({ world }: Bench): Promise<void> {
  const look = async () => {
    const lines = (await must(world, `curl -s ${WORKER_METRICS}`)).split('\n');
    const values = lines.filter((line) => line.startsWith('causeway_unsettled_sends{'));
    return values.length > 0 && values.every((line) => line.endsWith(' 0'));
  };
  await waitUntil(look, { ...WAIT, what: 'causeway_unsettled_sends of 0 on each chain' });
}

/** The page says a hundred blocks. In the lab, one final block serves the same purpose. */
async function waitForFinalBlocks({ world }: Bench): Promise<void> {
  for (const { name, nodeUrl } of world.networks.all) {
    const client = createPublicClient({ transport: http(nodeUrl), cacheTime: 0 });
    const now = await client.getBlockNumber();
    const isFinal = async () => ((await client.getBlock({ blockTag: 'finalized' })).number ?? 0n) >= now;
    await waitUntil(isFinal, { ...WAIT, what: `the final block ${now} of ${name}` });
  }
}

async function makeSmallTransfer({ world }: Bench): Promise<void> {
  const { ethereum, rollup } = world.networks;
  await makeTransfer(world, [rollup, ethereum]);
}

async function addWestshore(bench: Bench): Promise<void> {
  const added = await bench.world.networks.addRollup();
  await edit(bench, (file) => {
    file.chains.push(describeChain(added));
    for (const { addresses } of file.tokens) Object.assign(addresses ?? {}, { [added.name]: added.usdc });
  });
}

async function makeTransferEachWay({ world }: Bench): Promise<void> {
  const { rollup, all } = world.networks;
  const added = all.at(-1) ?? rollup;
  await makeTransfer(world, [rollup, added]);
  await makeTransfer(world, [added, rollup]);
}

const setStatus = (status: 'closing' | 'closed') =>
  editing((file) => {
    chainOf(file, SECOND_ROLLUP.name).status = status;
  });

async function waitForNoTransfers({ world }: Bench): Promise<void> {
  const look = async () =>
    /^No matching transfers/m.test(await must(world, `causeway list --chain '${SECOND_ROLLUP.name}'`));
  await waitUntil(look, { ...WAIT, what: 'no open transfer of Lab Westshore' });
}

const retireVault = editing((file) => {
  const chain = chainOf(file, 'Lab Rollup');
  const { vault, retiredVaults = [] } = chain;
  if (vault === undefined) throw new Error('Lab Rollup has no vault');
  chain.retiredVaults = [...retiredVaults, vault];
  delete chain.vault;
});

/** A transfer whose payout comes from the new vault. */
async function payFromNewVault({ world }: Bench): Promise<void> {
  const { rollup, all } = world.networks;
  const { vault } = chainOf(await readInstallation(world), rollup.name);
  await makeTransfer(world, [all.at(-1) ?? rollup, rollup]);
  const client = createPublicClient({ transport: http(rollup.nodeUrl) });
  const [paid] = await client.getContractEvents({
    ...{ abi: vaultAbi, eventName: 'Paid', address: vault as Address, fromBlock: 0n },
  });
  if (!paid) throw new Error(`the new vault ${vault} has paid nothing`);
}

const VERSION = '99.0.0';

async function buildNextVersion({ world }: Bench): Promise<void> {
  const path = join(world.clone, 'package.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/"version": "[^"]*"/, `"version": "${VERSION}"`));
  await must(world, 'npm run build -- --out /opt/causeway');
}

async function requireVersion({ world }: Bench): Promise<void> {
  const output = await must(world, 'causeway ready');
  for (const role of ['worker', 'api', 'web']) {
    if (!output.includes(`${role} runs ${VERSION} (`))
      throw new Error(`causeway ready shows no ${VERSION}:\n${output}`);
  }
}

/**
 * Sets the treasury, and raises a vault's balance above the float. The books must be compared twice: the lab skips the hour
 * between.
 */
async function prepareSweep(bench: Bench): Promise<void> {
  const { world } = bench;
  await edit(bench, (file) => {
    file.vaults = { ...file.vaults, treasury: TREASURY };
  });
  await type(bench, 'causeway apply');
  const vault = chainOf(await readInstallation(world), 'Lab Rollup').vault as Address;
  const { nodeUrl } = world.networks.rollup;
  const wallet = createWalletClient({ account: privateKeyToAccount(keyOf(0) as Hex), transport: http(nodeUrl) });
  await wallet.sendTransaction({ chain: null, to: vault, value: SURPLUS });
  const look = async () => {
    if ((await world.machine.run("causeway treasury && causeway treasury --safe 'Lab Rollup'")).code === 0) return true;
    for (const network of [world.networks.ethereum, world.networks.rollup]) await ageBooks(world, network, 1);
    return false;
  };
  await waitUntil(look, { ...WAIT, everyMs: 10_000, what: 'a sweep of Lab Rollup' });
}

async function finishSweep(bench: Bench): Promise<void> {
  await waitForDelay();
  for (const command of ['causeway treasury', 'causeway treasury --safe Southshore > sweep.json'])
    await type(bench, command);
  const client = createPublicClient({ transport: http(bench.world.networks.rollup.nodeUrl), cacheTime: 0 });
  const swept = await client.getBalance({ address: TREASURY });
  if (swept === 0n) throw new Error('the treasury has nothing after the sweep');
}

const CERTIFICATE_DAYS = 397;

async function connectSigner(bench: Bench): Promise<void> {
  const port = await findFreePort();
  await issueCertificates(bench.world, CERTIFICATE_DAYS);
  await edit(bench, (file) => connectOverTls(file, port));
}

/** Copies the files that the page names, and continues on the other machine. */
async function goToOtherMachine(bench: Bench): Promise<void> {
  const { world } = bench;
  const { machine, folder } = await world.bootAnother();
  for (const name of ['moved', 'installation.json', 'keys', CERTIFICATES]) {
    await cp(join(world.clone, name), join(folder, name), { recursive: true });
  }
  await rm(join(world.clone, 'moved'), { recursive: true });
  await must({ machine }, 'install /opt/causeway/operations/causeway /usr/local/bin');
  bench.machine = machine;
}

async function goBack(bench: Bench): Promise<void> {
  await must(bench, 'causeway doctor');
  bench.machine = bench.world.machine;
  await installCertificate(bench, 'worker');
}

/** Every task of the page that the lab can do, ordered so that each finds what it needs. */
export const TASKS: readonly Task[] = [
  {
    heading: 'To change a fee, or to close a route',
    before: {
      0: editing((file) => {
        for (const entry of tokenOf(file, 'ETH').transfers ?? []) entry.feeBps = 20;
      }),
    },
  },
  { heading: 'To add or remove an operator' },
  {
    heading: 'To add a token',
    before: {
      0: (bench) =>
        edit(bench, (file) => {
          file.tokens.push(tokenOf(createNetworkFile(bench.world.networks, new Date()), 'USDC'));
        }),
    },
  },
  {
    heading: 'To raise a cap',
    before: {
      0: editing((file) => {
        tokenOf(file, 'USDC').perDay = '20000';
      }),
    },
  },
  {
    heading: "To rotate the hot wallet's key",
    before: {
      4: waitForSettledSends,
      6: async (bench) => {
        await makeSmallTransfer(bench);
        await waitForFinalBlocks(bench);
      },
    },
  },
  { heading: 'To add a chain', before: { 0: addWestshore }, after: makeTransferEachWay },
  { heading: 'To move to a new vault', before: { 0: retireVault, 3: waitForSettledSends }, after: payFromNewVault },
  {
    heading: 'To close a chain',
    before: {
      0: setStatus('closing'),
      1: async (bench) => {
        await waitForNoTransfers(bench);
        await setStatus('closed')(bench);
      },
    },
  },
  { heading: 'To upgrade', before: { 0: buildNextVersion }, after: requireVersion },
  { heading: 'To sweep', before: { 0: prepareSweep }, after: finishSweep },
  { heading: 'To stop' },
  {
    heading: 'To move the signer to another machine',
    before: {
      0: connectSigner,
      2: goToOtherMachine,
      3: (bench) => installCertificate(bench, 'signer'),
      4: goBack,
    },
    after: makeSmallTransfer,
  },
];
