/** One run that a row of docs/evidence.md rests on. */
export type Part = {
  readonly name: string;
  /** The name of its row. Several parts can share one: their results are summed. */
  readonly row: string;
  /** The guarantee, or what is measured, in one sentence. */
  readonly shows: string;
  /** A TypeScript file with its arguments. Its last line on the standard output is the result. It exits with 0 when it has passed. */
  readonly command: readonly string[];
  /** The files and folders that the result is about. Once they change, the result is out of date. */
  readonly covers: readonly string[];
};

const CONTRACTS = ['contracts/src'];
const SERVICE = ['service', 'shared', ...CONTRACTS];
const NETWORKS = [...SERVICE, 'tools/lab/networks', 'docs/operations'];
const WEB = ['src', 'shared', 'client', 'service/host', 'index.html', 'public', 'vite.config.ts'];
const MUTANTS = ['tools/lab/main.ts', 'mutants'];
const SEEDS = 10;

type Single = Omit<Part, 'row'>;

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

const campaign = Array.from({ length: SEEDS }, (_, index): Part => {
  const seed = String(index + 1);
  return {
    ...{ ...CAMPAIGN, row: 'campaign', name: `campaign-${seed}` },
    command: [...CAMPAIGN.command, '--seeds', seed],
  };
});

const single = (part: Single): Part => ({ ...part, row: part.name });

/** In the order in which `npm run evidence` runs them. */
export const PARTS: readonly Part[] = [
  ...[
    lab(
      'drills-traffic',
      ['drills', 'traffic'],
      'No known attack, failover or mistake of an operator takes money, or makes honest transfers take three times as long.',
    ),
    lab(
      'drills-steps',
      ['drills', 'steps'],
      'A crash, a freeze, a reorg or a lost database at any step of a payment neither loses it nor pays it twice.',
    ),
    {
      name: 'mutants',
      shows: 'The tests find each known mistake in how the service pays.',
      command: [...MUTANTS, 'service'],
      covers: [...SERVICE, 'tools/lab/mutants/serviceMutants.ts', 'tools/lab/drills', 'tools/lab/audit'],
    },
    {
      name: 'contract-mutants',
      shows: 'The tests of the contracts find each known mistake.',
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
      shows: 'The commands of deploying.md and the tasks of operating.md work as they are written.',
      command: ['tools/lab/main.ts', 'networks', '--try'],
      covers: NETWORKS,
    },
    {
      name: 'alerts',
      shows: 'Each fault raises its alert, and the commands of its entry in the runbook end it.',
      command: ['tools/lab/main.ts', 'alerts'],
      covers: NETWORKS,
    },
    {
      name: 'start',
      shows: 'How soon the form shows and takes keys, compared with the least possible page.',
      command: ['tools/stack/bench/start/main.ts'],
      covers: WEB,
    },
    {
      name: 'api',
      shows: 'What an answer of the API costs, compared with a bare HTTP server. Its memory does not grow.',
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
      name: 'receipts',
      shows: 'Queries stay fast with many stored transfers.',
      command: ['tools/lab/bench/receipts/main.ts', '--rows', '1000000'],
      covers: SERVICE,
    },
  ].map(single),
];

/** The rows to which these parts belong. */
export function rowsOf(parts: readonly Part[]): readonly string[] {
  return [...new Set(parts.map(({ row }) => row))];
}
