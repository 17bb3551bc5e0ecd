import type { RuntimeConfig } from '../config/runtimeConfig.ts';
import type { AppServices } from '../context/appServices.ts';
import { sessionOf } from '../tracking/sessions.ts';
import { sleep } from '../tracking/sleep.ts';
import type { Tabs } from '../tracking/tabs.ts';

type Parts = Pick<AppServices, 'store' | 'looked' | 'sessions' | 'receipts' | 'chainReads'> & {
  readonly config: Pick<RuntimeConfig, 'installation'>;
  readonly tabs: () => Promise<Tabs>;
};

/** Tracks the open transfers in one tab of the installation. */
export async function startTracker({ config, sessions, receipts, chainReads, tabs, ...parts }: Parts): Promise<void> {
  const [{ createTracker }, { receiptOf }, reads] = await Promise.all([
    import('../tracking/createTracker.ts'),
    receipts(),
    chainReads(),
  ]);
  const track = createTracker({
    ...parts,
    reads,
    receiptOf,
    isRunning: (id) => sessionOf(sessions.getState(), id).isRunning,
    sleep,
    now: () => Date.now(),
    random: Math.random,
  });
  (await tabs()).runInOneTab(`causeway.tracker.${config.installation}`, track);
}
