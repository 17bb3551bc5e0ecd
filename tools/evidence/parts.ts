/** One run that a table of the documents rests on. */
export type Part = {
  readonly name: string;
  /** A TypeScript file with its arguments. It prints the table on its standard output, and exits with 0 when it has passed. */
  readonly command: readonly string[];
  /** The files and folders that the result is about. Once they change, the result is out of date. */
  readonly covers: readonly string[];
};

/** A section of a page, with the results of one or several parts. */
export type Table = {
  readonly name: string;
  readonly page: string;
  readonly parts: readonly Part[];
};

const CONTRACTS = ['contracts/src'];
const SERVICE = ['service', 'shared', ...CONTRACTS];
const WEB = ['src', 'shared', 'client', 'service/host', 'index.html', 'public', 'vite.config.ts'];
const SEEDS = 10;

function single(name: string, page: string, { command, covers }: Omit<Part, 'name'>): Table {
  return { name, page, parts: [{ name, command, covers }] };
}

function chaos(name: string, page: string, folder: string): Table {
  return single(name, page, { command: ['lab/chaos/main.ts', name], covers: [...SERVICE, folder, 'lab/chaos/audit'] });
}

function bench(name: string, covers: readonly string[], file = `lab/bench/${name}/main.ts`): Table {
  return single(name, 'docs/performance.md', { command: [file], covers });
}

const campaign: Table = {
  name: 'campaign',
  page: 'docs/exactly-once.md',
  parts: Array.from({ length: SEEDS }, (_, index) => ({
    name: `campaign-${index + 1}`,
    command: ['lab/chaos/main.ts', 'campaign', '--seeds', String(index + 1)],
    covers: [...SERVICE, 'lab/chaos/campaign', 'lab/chaos/audit'],
  })),
};

/** Every table of the documents with measured results, in the order in which `npm run evidence` renews them. */
export const TABLES: readonly Table[] = [
  chaos('failpoints', 'docs/exactly-once.md', 'lab/chaos/failpoints'),
  chaos('mutants', 'docs/exactly-once.md', 'lab/chaos/mutants'),
  chaos('attacks', 'docs/security.md', 'lab/chaos/attacks'),
  single('contract-mutants', 'contracts/README.md', {
    command: ['contracts/mutants/main.ts'],
    covers: [...CONTRACTS, 'contracts/test', 'contracts/mutants'],
  }),
  single('contract-proofs', 'contracts/README.md', {
    command: ['contracts/proofs/prove.ts'],
    covers: [...CONTRACTS, 'contracts/proofs'],
  }),
  campaign,
  single('ha', 'docs/exactly-once.md', { command: ['lab/main.ts', 'ha'], covers: [...SERVICE, 'lab/ha'] }),
  single('networks', 'docs/deploying.md', {
    command: ['lab/main.ts', 'networks', '--try'],
    covers: [...SERVICE, 'lab/networks', 'docs/operations'],
  }),
  single('alerts', 'lab/README.md', {
    command: ['lab/main.ts', 'alerts'],
    covers: [...SERVICE, 'lab/networks', 'docs/operations'],
  }),
  bench('start', WEB, 'stack/bench/start/main.ts'),
  bench('api', SERVICE),
  bench('settlement', SERVICE),
];

export const PARTS: readonly Part[] = TABLES.flatMap(({ parts }) => parts);
