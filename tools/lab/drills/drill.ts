import type { Installation } from '../installation/installation.ts';
import type { LabInstallation } from '../installation/installationFile.ts';

/** A disturbance in progress. */
export type Disturbance = {
  /** Stops the disturbance before the audit. @throws if it did not end as it must */
  stop(): Promise<void>;
};

type Row = {
  /** For `--only`. */
  readonly name: string;
  /** What happens; shown in the report. */
  readonly title: string;
  /** Settings of the installation. */
  readonly change?: (file: LabInstallation) => void;
};

/**
 * Honest users make transfers, first undisturbed and then during the disturbance. Nobody may gain anything, and every honest
 * transfer must be paid, in less than three times the undisturbed time.
 */
export type TrafficDrill = Row & {
  readonly kind: 'traffic';
  /** Runs before the undisturbed transfers. @returns a function that begins the disturbance */
  readonly prepare: (installation: Installation) => Promise<() => Promise<Disturbance>>;
  /** Whether it leaves behind something that would disturb other drills on the same installation. */
  readonly leavesTraces?: boolean;
  /** Whether the database is a primary with a standby. */
  readonly hasStandby?: boolean;
  /** Why the disturbance may stop the service for a while. If set, honest users' delays are not judged. */
  readonly mayStop?: string;
  /** How long the disturbance lasts before the honest users start again. */
  readonly leadMs?: number;
  /** How long it continues after the last honest payment. By default 5 s. */
  readonly afterMs?: number;
};

/** The drill makes deposits and fails workers at exact steps. The service must pay each deposit once. */
export type StepDrill = Row & {
  readonly kind: 'steps';
  /**
   * Whether the vault refuses a second payment, as in production. By default it would pay twice, so that only the service
   * prevents this.
   */
  readonly replayProtection?: boolean;
  /** Whether a signer holds the key, as in production. By default each worker does. */
  readonly key?: 'signer';
  readonly run: (installation: Installation) => Promise<void>;
  readonly expect: ExpectedOutcome;
};

export type ExpectedOutcome = {
  /** How many transfers the database must contain at the end. */
  readonly transfers: number;
  /** Whether the service must halt a hot wallet. The audit must find no violation in any case. */
  readonly halts?: boolean;
  /** Whether an operator ended a halt, so that the halt's incident is not a problem. */
  readonly endedHalt?: boolean;
};

export type Drill = TrafficDrill | StepDrill;

export const nothingToStop: Disturbance = { stop: async () => {} };
