import { parseAbi } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { ofChain } from '../../boot/fields.ts';
import type { Catalog, Chain } from '../../boot/model/catalog.ts';
import { fillSecrets } from '../../boot/privateFiles.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { createChainClient } from '../../chain/chainClient.ts';
import { WrongChain } from '../../chain/rpc/refusals.ts';
import { verifyChainIds } from '../../chain/verifyChain.ts';
import { verifyContracts } from '../../chain/verifyContracts.ts';
import { verifyCode } from '../../chain/verifyVault.ts';
import { checkCaps } from '../doctor/checkChain.ts';
import type { Machine } from './machine.ts';
import { secretsOf } from './machine.ts';
import type { SoundFile } from './readInstallationFile.ts';

const ownerAbi = parseAbi(['function owner() view returns (address)']);

async function verifyOwner({ installation }: SoundFile, { chain, reader }: ChainClient): Promise<void> {
  const expected = ofChain(installation.vaults.owner, chain.name);
  if (expected === undefined) return;
  const owner = await reader.readContract({ address: chain.vault, abi: ownerAbi, functionName: 'owner' });
  if (isSameAddress(owner, expected)) return;
  throw new WrongChain(
    `The vault ${chain.vault} on ${chain.name} is owned by ${owner}, but "vaults.owner" is ${expected}. Correct one of them.`,
  );
}

async function verifyCaps(catalog: Catalog, { chain, reader }: ChainClient): Promise<void> {
  const low = (await checkCaps(catalog, chain, reader)).filter(({ ok }) => !ok);
  if (low.length === 0) return;
  throw new WrongChain(low.map(({ check, detail, fix }) => `${check}: ${detail}. ${fix}.`).join('\n'));
}

type Endpoint = {
  readonly chain: Chain;
  readonly url: string;
  /** The setting in the file, which contains no secret. */
  readonly label: string;
  /**
   * Whether it is the service's, which also needs its file's settings. The signer's own endpoints only need the
   * contracts.
   */
  readonly isOfService: boolean;
  /** Whether the running file has it too. */
  readonly isKnown: boolean;
};

type Verdict = { readonly endpoint: Endpoint; readonly problems: readonly string[]; readonly isDown: boolean };

async function verify(file: SoundFile, endpoint: Endpoint): Promise<Verdict> {
  const { chain, url, label, isOfService } = endpoint;
  const { catalog } = file.config;
  const client = createChainClient({ ...chain, rpcUrls: [url], wsUrls: [], quorum: 1 });
  try {
    // An endpoint of another chain can't answer anything else.
    await verifyChainIds(client);
    await client.reader.getBlockNumber();
    await verifyCode(client);
    if (isOfService) {
      await verifyContracts(catalog, client);
      await verifyCaps(catalog, client);
      await verifyOwner(file, client);
    }
    return { endpoint, problems: [], isDown: false };
  } catch (error) {
    if (!(error instanceof WrongChain)) return { endpoint, problems: [], isDown: true };
    return { endpoint, problems: error.message.split('\n').map((line) => `${label}: ${line}`), isDown: false };
  }
}

/** The endpoints whose secrets this machine has. */
async function listEndpoints(
  file: SoundFile,
  before: SoundFile | null,
  machine: Machine,
): Promise<readonly Endpoint[]> {
  const { config, policy } = file;
  const lists = config.catalog.chains.map(async (chain) => {
    const own = file.installation.signer.chains[chain.name]
      ? (policy.chains.find(({ id }) => id === chain.id)?.rpcUrls ?? [])
      : [];
    const wanted = [
      ...chain.rpcUrls.map((written, index) => ({
        ...{ written, label: `chains.${chain.name}.rpcUrls.${index}`, isOfService: true },
        env: secretsOf(machine, 'secrets'),
        isKnown: before?.config.catalog.chains.some((one) => one.rpcUrls.includes(written)) ?? false,
      })),
      ...own.map((written, index) => ({
        ...{ written, label: `signer.chains.${chain.name}.rpcUrls.${index}`, isOfService: false },
        env: secretsOf(machine, 'signer-secrets'),
        isKnown: before?.policy.chains.some((one) => one.rpcUrls.includes(written)) ?? false,
      })),
    ];
    const filled = wanted.map(async ({ written, env, ...endpoint }): Promise<readonly Endpoint[]> => {
      const missing: string[] = [];
      const [url = ''] = await fillSecrets([written], { path: endpoint.label, problems: missing, env });
      return missing.length > 0 ? [] : [{ ...endpoint, chain, url }];
    });
    return (await Promise.all(filled)).flat();
  });
  return (await Promise.all(lists)).flat();
}

/** An endpoint that is down may stay in the file if a quorum of the others has confirmed it. A new one must answer. */
function describeDown(verdicts: readonly Verdict[], { endpoint }: Verdict): readonly string[] {
  const { chain, label, isKnown, isOfService } = endpoint;
  const good = verdicts.filter(
    (one) => one.endpoint.chain === chain && one.endpoint.isOfService === isOfService && !one.isDown,
  );
  if (isKnown && good.length >= chain.quorum) return [];
  return [
    `${label} does not answer, so nothing was verified there about ${chain.name}. Correct it, or start the node.`,
  ];
}

/**
 * Compares the file with the chains, at each endpoint separately: a lying one must not speak for the others.
 * @param before the running file
 * @returns the problems, and what could not be verified on a testnet
 */
export async function verifyEndpoints(
  file: SoundFile,
  { before, machine }: { readonly before: SoundFile | null; readonly machine: Machine },
): Promise<{ readonly problems: readonly string[]; readonly notes: readonly string[] }> {
  const endpoints = await listEndpoints(file, before, machine);
  const verdicts = await Promise.all(endpoints.map((endpoint) => verify(file, endpoint)));
  const down = verdicts.filter(({ isDown }) => isDown);
  const isReal = ({ endpoint }: Verdict) => endpoint.chain.category === 'Mainnet';
  const describe = (list: readonly Verdict[]) => list.flatMap((one) => describeDown(verdicts, one));
  return {
    problems: [...verdicts.flatMap(({ problems }) => problems), ...describe(down.filter(isReal))],
    notes: describe(down.filter((one) => !isReal(one))),
  };
}
