import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Config } from '../../../service/boot/config.ts';
import { createLogger } from '../../../service/boot/log.ts';
import { readConfig } from '../../../service/boot/readConfig.ts';
import type { ReportStep } from '../../../service/engineContext.ts';
import { openDatabase, startService } from '../../../service/service.ts';
import { createRemoteSigner, createSocketRoute } from '../../../service/signer/client/remoteSigner.ts';
import type { Signer } from '../../../service/signer/client/signer.ts';
import { createDevelopmentSigner } from '../../../service/signer/process/developmentSigner.ts';
import type { FailpointTrigger, FaultPlan } from './faultPlan.ts';
import { FAULT_PLAN_VARIABLE } from './faultPlan.ts';

// Runs the service with failpoints: the process fails at the steps named in its fault plan. It takes no leases, so several
// processes do the same work at once.

const plan: FaultPlan = JSON.parse(process.env[FAULT_PLAN_VARIABLE] ?? '{}');
const { triggers = [], workers, clockAheadMs = 0 } = plan;
const pending: FailpointTrigger[] = [...triggers];

// Synchronous, so the line reaches the test even if the next statement kills the process.
function report(line: string): void {
  writeSync(1, `${line}\n`);
}

const input = createInterface({ input: process.stdin });
// Standard input closes when the test process ends.
input.once('close', () => process.exit(1));

const untilReleased = () => new Promise<void>((resolve) => input.once('line', () => resolve()));

const failAtStep: ReportStep = async (step, { chainId, transferIds }) => {
  const isTriggered = (trigger: FailpointTrigger) =>
    trigger.step === step &&
    (trigger.transferId === undefined || transferIds?.includes(trigger.transferId) === true) &&
    (trigger.chainId === undefined || trigger.chainId === chainId);
  const index = pending.findIndex(isTriggered);
  const [trigger] = index < 0 ? [] : pending.splice(index, 1);
  if (!trigger) return;
  const { action } = trigger;
  report(`reached ${step}`);
  if (action.kind === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action.kind === 'freeze') process.kill(process.pid, 'SIGSTOP');
  if (action.kind === 'wait' || action.kind === 'waitAndThrow') await untilReleased();
  if (action.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, action.ms));
  if (action.kind === 'waitAndThrow') throw new Error(`the fault plan fails the step ${step}`);
};

const config = await readConfig(process.env, new Date());
const logger = createLogger(config.logLevel);

function connectSigner({ signer, catalog }: Config): Signer {
  if (signer?.kind === 'key') return createDevelopmentSigner(signer.key, { catalog, logger });
  if (signer?.kind === 'socket') return createRemoteSigner(createSocketRoute(signer.path), signer.hotWallet);
  throw new Error('the service with failpoints needs CAUSEWAY_STATE or CAUSEWAY_SOCKET');
}

const database = await openDatabase(config.database, logger);
await startService(
  {
    http: null,
    catalog: config.catalog,
    signer: connectSigner(config),
    clock: { now: () => new Date(Date.now() + clockAheadMs) },
    logger,
    leases: false,
    reportStep: failAtStep,
    ...(workers && { workers }),
  },
  database,
);
report('ready');
