import type { LabInstallation } from '../../installation/installationFile.ts';
import type { AttackWorld } from './world/attackWorld.ts';

/** An attack that has begun. */
export type RunningAttack = {
  /** Ends what would go on by itself, before the audit. */
  stop(): Promise<void>;
  /** What the attack cost the bridge beside what left the vaults, in millionths of the currency of the prices. */
  readDamage?(): Promise<bigint>;
};

/** One attack of docs/security.md, played against whole processes while honest users transfer. */
export type Attack = {
  /** For `--only`. */
  readonly name: string;
  /** What the attacker does, for the report. */
  readonly title: string;
  /** Settings of this attack's installation. The quiet run has the same. */
  readonly configure?: (file: LabInstallation) => void;
  /** Prepares the attacker before the quiet run. The result begins the attack. */
  readonly prepare: (world: AttackWorld) => Promise<() => Promise<RunningAttack>>;
  /** More variables of the worker's process. */
  readonly workerEnvironment?: (folder: string) => Readonly<Record<string, string>>;
  /** Why the attack may stop the service, if so. Then the delays of honest users are not judged. */
  readonly mayStop?: string;
  /** How long the attack is under way before the honest users of the second run start. */
  readonly leadMs?: number;
  /** How long the attack goes on after the last honest payment. By default 5 s. */
  readonly afterMs?: number;
};

export const nothingToStop: RunningAttack = { stop: async () => {} };
