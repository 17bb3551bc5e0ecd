import type { Installation } from '../installation/installation.ts';
import type { LabInstallation } from '../installation/installationFile.ts';

/** A disturbance that has begun. */
export type Disturbance = {
  /** Ends what would go on by itself, before the audit. @throws if it did not end as it must */
  stop(): Promise<void>;
};

type Row = {
  /** For `--only`. */
  readonly name: string;
  /** What happens, for the report. */
  readonly title: string;
  /** Settings of the installation. */
  readonly change?: (file: LabInstallation) => void;
};

/**
 * Honest users transfer, first in quiet and then during the disturbance. No one may gain anything, and each of their transfers
 * must be paid, in less than three times the time of a quiet one.
 */
export type TrafficDrill = Row & {
  readonly kind: 'traffic';
  /** Prepares before the quiet transfers. The result begins the disturbance. */
  readonly prepare: (installation: Installation) => Promise<() => Promise<Disturbance>>;
  /** What it leaves behind would disturb other drills on the same installation. */
  readonly leavesTraces?: boolean;
  /** The database is a primary with a standby. */
  readonly hasStandby?: boolean;
  /** Why the disturbance may stop the service for a while, if so. Then the delays of honest users are not judged. */
  readonly mayStop?: string;
  /** How long the disturbance is under way before the honest users start again. */
  readonly leadMs?: number;
  /** How long it goes on after the last honest payment. By default 5 s. */
  readonly afterMs?: number;
};

/** The drill itself deposits, and fails workers at exact steps. The service must then pay each deposit once. */
export type StepDrill = Row & {
  readonly kind: 'steps';
  /** True: the vault refuses a second payment, as in production. By default it pays twice, so only the service prevents that. */
  readonly replayProtection?: boolean;
  /** Whether the key is in a signer, as in production. By default it is in each worker. */
  readonly key?: 'signer';
  readonly run: (installation: Installation) => Promise<void>;
  readonly expect: ExpectedOutcome;
};

export type ExpectedOutcome = {
  /** How many transfers the database must hold at the end. */
  readonly transfers: number;
  /** True: the service must halt a hot wallet for an operator. The audit must find no violation either way. */
  readonly halts?: boolean;
  /** True: an operator has ended a halt, so the incident of the halt is no problem. */
  readonly endedHalt?: boolean;
};

export type Drill = TrafficDrill | StepDrill;

export const nothingToStop: Disturbance = { stop: async () => {} };
