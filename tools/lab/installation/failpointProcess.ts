import type { Step } from '../../../service/engineContext.ts';
import { untilReady } from '../processes/startProcess.ts';
import type { ProgramOptions } from '../service/program.ts';
import { startProgram } from '../service/program.ts';
import type { FaultPlan } from './faultPlan.ts';
import { FAULT_PLAN_VARIABLE } from './faultPlan.ts';

/** A service process that fails at the steps of its fault plan. */
export type FailpointProcess = {
  /** Waits until the workers in the process run. */
  waitUntilReady(): Promise<void>;
  hasReached(step: Step): boolean;
  /** Waits until the process reaches a step of its fault plan. */
  waitForStep(step: Step): Promise<void>;
  /** Releases work that waits at a step. */
  release(): void;
  /** Resumes a frozen process. */
  resume(): void;
  /** Kills the process, frozen or not, and waits until it has ended. */
  kill(): Promise<void>;
};

const START_MS = 60_000;
const STEP_MS = 90_000;

export function startFailpointProcess(
  plan: FaultPlan,
  { environment, ...options }: Pick<ProgramOptions, 'from' | 'environment' | 'logFile'>,
): FailpointProcess {
  const service = startProgram('failpoints', {
    ...options,
    environment: { ...environment, [FAULT_PLAN_VARIABLE]: JSON.stringify(plan) },
    input: 'open',
    stopSignal: 'SIGKILL',
  });
  const hasLine = (line: string) => service.output().split('\n').includes(line);
  const waitForLine = (line: string, timeoutMs: number) =>
    untilReady(service, async () => hasLine(line), {
      timeoutMs,
      what: `report "${line}"`,
    });
  return {
    waitUntilReady: async () => {
      await waitForLine('ready', START_MS);
    },
    hasReached: (step) => hasLine(`reached ${step}`),
    waitForStep: async (step) => {
      await waitForLine(`reached ${step}`, STEP_MS);
    },
    release: () => service.write('release\n'),
    resume: () => service.send('SIGCONT'),
    kill: async () => {
      await service.stop();
    },
  };
}
