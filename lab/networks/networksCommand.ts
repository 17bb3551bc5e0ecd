import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeSection } from '../report/section.ts';
import { createNetworkAnswers, keyOf } from './networkAnswers.ts';
import { describeNetworks } from './networksResult.ts';
import type { Network } from './startNetworks.ts';
import { startNetworks } from './startNetworks.ts';
import { tryDeployment } from './tryDeployment.ts';

const COMMAND = 'npm run lab -- networks --try';
const SECTION = { name: 'networks', page: 'docs/deploying.md', command: COMMAND };

// An epoch of Ethereum has 32 blocks of 12 s. A rollup calls a block safe some minutes later.
const REAL_EPOCHS = { ethereum: 32, rollup: 150 };
// An eighth of it, so that a transfer takes minutes instead of a quarter of an hour.
const SHORT_EPOCHS = { ethereum: 4, rollup: 15 };

const describe = ({ name, id, family, blockSeconds, epoch, endpoints, usdc, feeds }: Network) =>
  [
    `${name}: chain ${id}, family ${family}, a block every ${blockSeconds} s, "safe" ${epoch} and "finalized" ${2 * epoch} blocks behind`,
    `  rpcUrls: ${endpoints.join(' ')}`,
    `  USDC: ${usdc}`,
    ...Object.entries(feeds).map(([token, address]) => `  price feed ${token} / USD: ${address}`),
  ].join('\n');

/** Starts the networks, and writes what the answers of `operator init` need, until Ctrl-C. */
export async function keepNetworks(folder: string): Promise<void> {
  const networks = await startNetworks(REAL_EPOCHS);
  const out = resolve(folder);
  await mkdir(out, { recursive: true });
  const answers = `${JSON.stringify(createNetworkAnswers(networks, new Date()), null, 2)}\n`;
  await writeFile(join(out, 'answers.json'), answers);
  for (const [index, name] of ['deployer.key', 'sender.key'].entries()) {
    await writeFile(join(out, name), keyOf(index), { mode: 0o600 });
  }
  for (const network of [networks.ethereum, networks.rollup]) console.log(describe(network));
  console.log(
    `\n${out} has the answers and the keys of two accounts with funds. Next: docs/deploying.md. Ctrl-C ends the networks.`,
  );
  await new Promise<never>(() => {});
}

/** Follows docs/deploying.md on the networks, and stores the result there. */
export async function tryNetworks(print: (line: string) => void): Promise<void> {
  const networks = await startNetworks(SHORT_EPOCHS);
  try {
    print('the networks run');
    const result = await tryDeployment(networks, print);
    await writeSection(SECTION, describeNetworks(result));
    print('passed: two transfers delivered');
  } finally {
    await networks.stop();
  }
}
