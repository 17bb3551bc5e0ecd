import type { ChainClient } from '../chain/chainClient.ts';
import { readHead } from '../chain/chainClient.ts';
import type { Clock } from '../clock.ts';
import { readCursor } from '../db/chains.ts';
import type { Database } from '../db/database.ts';
import { readHealth } from '../db/figures.ts';
import { shareAnswer } from './shareAnswer.ts';
import { withinTime } from './withinTime.ts';

export type Check = { readonly name: string; readonly ok: boolean; readonly detail: string };

export type Readiness = { readonly ready: boolean; readonly checks: readonly Check[] };

export type ReadinessContext = {
  readonly database: Database;
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly clock: Clock;
  /** Fails where nothing can be signed; absent in a process that never signs. */
  readonly checkSigner?: () => Promise<void>;
  readonly limits: ReadinessLimits;
};

export type ReadinessLimits = {
  /** How many blocks the newest may be ahead of what was read. */
  readonly maxCursorLagBlocks: number;
  /** How long ago a chain may have been read last. */
  readonly maxLookAgeSeconds: number;
};

const CHECK_TIMEOUT_MS = 2500;
const KEEP_MS = 1500;

/** @returns what is wrong, or null */
type Look = () => Promise<string | null>;

// An error's own words can carry addresses and credentials, and the log has them: here it is only that it failed.
async function check(name: string, look: Look): Promise<Check> {
  try {
    const problem = await withinTime(CHECK_TIMEOUT_MS, look());
    return { name, ok: problem === null, detail: problem ?? 'ok' };
  } catch {
    return { name, ok: false, detail: 'could not be checked' };
  }
}

function lookAtChain({ database, clock, limits }: ReadinessContext, client: ChainClient): Look {
  return async () => {
    const [head, { scannedTo, lookedAt }] = await Promise.all([
      readHead(client),
      readCursor(database, client.chain.id),
    ]);
    if (scannedTo === null || lookedAt === null) return 'it was never read';
    const lag = head.number - scannedTo;
    if (lag > BigInt(limits.maxCursorLagBlocks)) return `its newest ${lag} blocks were not read yet`;
    const age = Math.round((clock.now().getTime() - lookedAt.getTime()) / 1000);
    return age > limits.maxLookAgeSeconds ? `it was last read ${age} seconds ago` : null;
  };
}

function listChecks(context: ReadinessContext): readonly Promise<Check>[] {
  const { database, clients, checkSigner } = context;
  const chains = [...clients.values()];
  const nameOf = (id: number) => clients.get(id)?.chain.name ?? String(id);
  const health = readHealth(database);
  const checks: [string, Look][] = [
    ['database', async () => ((await health).isDurable ? null : 'it can lose what it acknowledged')],
    [
      'senders',
      async () => {
        const { haltedChains } = await health;
        return haltedChains.length > 0 ? `halted on ${haltedChains.map(nameOf).join(', ')}` : null;
      },
    ],
    ...chains
      .filter(({ chain }) => chain.enabled)
      .map((client): [string, Look] => [`chain ${client.chain.name}`, lookAtChain(context, client)]),
  ];
  if (checkSigner) {
    checks.push([
      'signer',
      async () => {
        await checkSigner();
        return null;
      },
    ]);
  }
  return checks.map(([name, look]) => check(name, look));
}

/** Makes the look at everything that paying depends on. What could not be checked is not ready. */
export function createReadiness(context: ReadinessContext): () => Promise<Readiness> {
  return shareAnswer(KEEP_MS, async () => {
    const checks = await Promise.all(listChecks(context));
    return { ready: checks.every(({ ok }) => ok), checks };
  });
}
