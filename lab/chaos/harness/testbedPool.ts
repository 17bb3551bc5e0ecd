import type { TestPostgres } from '../../postgres/testPostgres.ts';
import type { Testbed } from './testbed.ts';
import { startTestbed } from './testbed.ts';

export type TestbedPoolOptions = {
  /** Each slot has two chain ids from this one on. */
  readonly firstChainId: number;
  readonly postgres: TestPostgres;
  readonly logs: string;
};

type Entry = { readonly testbed: Testbed; readonly replayProtection: boolean };

/** One testbed per slot. Runs reuse it until one of them discards it or needs another vault. */
export function createTestbedPool({ firstChainId, postgres, logs }: TestbedPoolOptions) {
  const entries = new Map<number, Entry>();
  const discard = async (slot: number): Promise<void> => {
    const entry = entries.get(slot);
    entries.delete(slot);
    await entry?.testbed.stop();
  };
  return {
    take: async (slot: number, { replayProtection }: { readonly replayProtection: boolean }): Promise<Testbed> => {
      const entry = entries.get(slot);
      if (entry?.replayProtection === replayProtection) return entry.testbed;
      await discard(slot);
      const testbed = await startTestbed({ firstChainId: firstChainId + slot * 2, postgres, logs, replayProtection });
      entries.set(slot, { testbed, replayProtection });
      return testbed;
    },
    /** What a run with problems leaves on the chains must not reach the next run. */
    discard,
    stop: () => Promise.all([...entries.keys()].map(discard)),
  };
}
