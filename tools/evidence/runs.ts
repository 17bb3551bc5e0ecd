/** One run behind a row of docs/evidence.md. */
export type EvidenceRun = {
  readonly name: string;
  /** The name of its row. Runs that share a row have their results summed. */
  readonly row: string;
  /** The guarantee or the measurement, in one sentence. */
  readonly shows: string;
  /** A TypeScript file with its arguments. The last line of its standard output is the result. It exits with 0 if it passed. */
  readonly command: readonly string[];
  /** The files and folders that the result depends on. When they change, the result is out of date. */
  readonly covers: readonly string[];
};

const CONTRACTS = ['contracts/src'];
const SERVICE = ['service', 'shared', ...CONTRACTS];
const NETWORKS = [...SERVICE, 'tools/lab/networks', 'docs/operations'];
const WEB = ['src', 'shared', 'client', 'service/host', 'index.html', 'public', 'vite.config.ts'];
const MUTANTS = ['tools/lab/main.ts', 'mutants'];
const SEEDS = 3;

type Single = Omit<EvidenceRun, 'row'>;

function lab(name: string, command: readonly string[], shows: string): Single {
  const covers = [
    ...SERVICE,
    `tools/lab/${command[0]}`,
    'tools/lab/audit',
    'tools/lab/installation',
    'tools/lab/endpoints',
  ];
  return { name, shows, command: ['tools/lab/main.ts', ...command], covers };
}

const CAMPAIGN = lab(
  'campaign',
  ['campaign'],
  'Every deposit is paid or refunded exactly once while processes crash, chains reorganise, endpoints lie and attackers interfere.',
);

const campaign = Array.from({ length: SEEDS }, (_, index): EvidenceRun => {
  const seed = String(index + 1);
  return {
    ...{ ...CAMPAIGN, row: 'campaign', name: `campaign-${seed}` },
    command: [...CAMPAIGN.command, '--seeds', seed],
  };
});

const MEMORY = {
  row: 'memory',
  shows: 'Memory stays flat, in the worker at 1,000 deposits a minute and in the web app with 1,000 open transfers.',
};
const memory: readonly EvidenceRun[] = [
  { ...MEMORY, name: 'memory-worker', command: ['tools/lab/bench/memory/main.ts'], covers: SERVICE },
  { ...MEMORY, name: 'memory-app', command: ['tools/stack/bench/memory/main.ts'], covers: WEB },
];

const single = (run: Single): EvidenceRun => ({ ...run, row: run.name });

/** In the order in which `npm run evidence` runs them. */
export const RUNS: readonly EvidenceRun[] = [
  ...[
    lab(
      'drills-traffic',
      ['drills', 'traffic'],
      'No known attack, failover or operator mistake takes money, or makes honest transfers take three times as long.',
    ),
    lab(
      'drills-steps',
      ['drills', 'steps'],
      'A crash, freeze, reorg or lost database at any step of a payment neither loses it nor pays it twice.',
    ),
    {
      name: 'mutants',
      shows: 'The tests find every known mistake in how the service pays.',
      command: [...MUTANTS, 'service'],
      covers: [...SERVICE, 'tools/lab/mutants/serviceMutants.ts', 'tools/lab/drills', 'tools/lab/audit'],
    },
    {
      name: 'contract-mutants',
      shows: "The contracts' tests find every known mistake.",
      command: [...MUTANTS, 'contracts'],
      covers: [...CONTRACTS, 'contracts/test', 'tools/lab/mutants/contractMutants.ts'],
    },
    {
      name: 'contract-proofs',
      shows:
        "A vault pays an id at most once, and never more than a token's cap in a window: solc's model checker proves it.",
      command: [...MUTANTS, 'proofs'],
      covers: [...CONTRACTS, 'contracts/proofs', 'tools/lab/mutants/proofs.ts', 'tools/lab/mutants/modelChecker.ts'],
    },
  ].map(single),
  ...campaign,
  ...[
    {
      name: 'networks',
      shows: 'The commands of deploying.md and the tasks of operating.md work as written.',
      command: ['tools/lab/main.ts', 'networks', '--try'],
      covers: NETWORKS,
    },
    {
      name: 'alerts',
      shows: 'Every fault raises its alert, and the commands of its runbook entry end it.',
      command: ['tools/lab/main.ts', 'alerts'],
      covers: NETWORKS,
    },
    {
      name: 'start',
      shows: 'How soon the form appears and accepts keys, compared with a minimal page.',
      command: ['tools/stack/bench/start/main.ts'],
      covers: WEB,
    },
    {
      name: 'api',
      shows: 'What an API answer costs, compared with a bare HTTP server. Its memory does not grow.',
      command: ['tools/lab/bench/api/main.ts'],
      covers: SERVICE,
    },
    {
      name: 'settlement',
      shows: 'How soon and how fast confirmed deposits are paid.',
      command: ['tools/lab/bench/settlement/main.ts'],
      covers: SERVICE,
    },
    {
      name: 'flood',
      shows: 'A flood of API requests does not slow payments down.',
      command: ['tools/lab/bench/flood/main.ts'],
      covers: SERVICE,
    },
    {
      name: 'scaling',
      shows: 'What gives first as deposits become more, and what a payment costs each process. Each is paid once.',
      command: ['tools/lab/bench/scaling/main.ts'],
      covers: SERVICE,
    },
    {
      name: 'receipts',
      shows: 'Queries stay fast with many stored transfers.',
      command: ['tools/lab/bench/receipts/main.ts', '--rows', '1000000'],
      covers: SERVICE,
    },
  ].map(single),
  ...memory,
];

/** The rows to which these runs belong. */
export function rowsOf(runs: readonly EvidenceRun[]): readonly string[] {
  return [...new Set(runs.map(({ row }) => row))];
}
