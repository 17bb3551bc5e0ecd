import type { InstallationFile } from '../../../service/boot/installation.ts';
import type { Catalog, Chain, Route } from '../../../service/boot/model/catalog.ts';
import { parseInstallation } from '../../../service/boot/readConfig.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import { fillDefaults } from '../installation/installationFile.ts';

const CHAIN = {
  category: 'Testnet',
  ...{ nativeToken: 'ETH', gas: '1', maxGasPriceGwei: '1000', blockTimeMs: 1000 },
  ...{ confirmations: 2, payoutConfirmations: 2 },
} satisfies Partial<InstallationFile['chains'][number]>;

const ETH_ROUTE = { min: '0.001', max: '10', feeBps: 10, feeFloor: '0.00005' };
const USDC_ROUTE = { min: '1', max: '10000', feeBps: 10, feeFloor: '0.1' };
const GAS = 120_000;

/** Two fictitious chains with three tokens. WBTC can be transferred in one direction only. */
const SAMPLE: InstallationFile = {
  name: 'sample',
  hotWallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  database: 'postgresql://127.0.0.1/x',
  api: { url: 'http://127.0.0.1:8787/api/v1', trustProxy: false },
  chains: [
    {
      ...{ ...CHAIN, name: 'Northshore', id: 31_337 },
      ...{ rpcUrls: ['http://127.0.0.1:8545'], publicRpcUrls: ['http://127.0.0.1:8545'] },
      depositContract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      vault: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
    },
    {
      ...{ ...CHAIN, name: 'Southshore', id: 31_338 },
      ...{ rpcUrls: ['http://127.0.0.1:8546'], publicRpcUrls: ['http://127.0.0.1:8546'] },
      depositContract: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
      vault: '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9',
    },
  ],
  tokens: [
    { name: 'ETH', price: '3000', perDay: '50', transfers: [ETH_ROUTE] },
    {
      ...{ name: 'USDC', price: '1', decimals: 6, perDay: '50000', transfers: [USDC_ROUTE] },
      addresses: {
        Northshore: '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9',
        Southshore: '0x5FC8d32690cc91D4c39d9d3abcBD16989F875707',
      },
    },
    {
      ...{ name: 'WBTC', price: '60000', decimals: { Northshore: 8, Southshore: 18 }, perDay: '10' },
      addresses: {
        Northshore: '0x0165878A594ca255338adfa4d48449f69242Eb8F',
        Southshore: '0xa513E6E4b8f2a923D98304ec87F64353C4D5C853',
      },
      transfers: [{ from: 'Northshore', min: '0.0001', max: '2', feeBps: 10, feeFloor: '0.000002' }],
    },
  ],
  lab: { payoutGas: GAS, refundGas: GAS, pollIntervalMs: 500 },
};

/** Each call returns a new copy that a test may change. */
export function createSampleFile(): LabInstallation {
  return structuredClone(fillDefaults(SAMPLE));
}

/** The sample with settings that are safe for mainnets. Each call returns a new copy that a test may change. */
export function createMainnetFile(): LabInstallation {
  const file = createSampleFile();
  const chains = file.chains.map((chain) => ({
    ...chain,
    category: 'Mainnet' as const,
    rpcUrls: ['https://one.example/key', 'https://other.example/key'],
    startBlock: 1_000_000,
    confirmations: 3,
    payoutConfirmations: 12,
    family: 'ethereum' as const,
    finality: 64,
    exposureCap: '10000',
  }));
  const own = () => ({ rpcUrls: ['https://third.example/key', 'https://fourth.example/key'] });
  const signer = { ...file.signer, chains: { Northshore: own(), Southshore: own() } };
  return { ...file, chains, signer, prices: { ...file.prices, asOf: '2026-11-22' }, lab: {} };
}

/** Lists a file's problems, as the service prints them. */
export function listConfigProblems(file: unknown): readonly string[] {
  const problems: string[] = [];
  parseInstallation(JSON.stringify(file), problems);
  return problems;
}

export function createSampleCatalog(change: (file: LabInstallation) => void = () => {}): Catalog {
  const file = createSampleFile();
  change(file);
  const problems: string[] = [];
  const parsed = parseInstallation(JSON.stringify(file), problems);
  if (!parsed || problems.length > 0) throw new Error(problems.join('\n'));
  return parsed.catalog;
}

export function pickRoute({ routes }: Catalog, tokenName: string): Route {
  const route = routes.find(({ token }) => token.name === tokenName);
  if (!route) throw new Error(`the sample has no route for ${tokenName}`);
  return route;
}

export function pickChain({ chains }: Catalog, name: string): Chain {
  const chain = chains.find((candidate) => candidate.name === name);
  if (!chain) throw new Error(`the sample has no chain ${name}`);
  return chain;
}
