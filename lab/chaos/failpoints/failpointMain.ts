import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createLocalSigner } from '../../../service/chain/signer.ts';
import { readConfig } from '../../../service/config/config.ts';
import { openJournal } from '../../../service/db/journal.ts';
import { createLogger } from '../../../service/logger.ts';
import { openDatabase, startService } from '../../../service/service.ts';
import type { ReportStep } from '../../../service/workers/steps.ts';
import type { Arm, DrillOrders } from './faultPlan.ts';
import { ORDERS_VARIABLE } from './faultPlan.ts';

// A process of the service that fails where a test wants it to. It takes no leases: whatever it does, it does at the same time
// as the others.

const orders: DrillOrders = JSON.parse(process.env[ORDERS_VARIABLE] ?? '{}');
const { arms = [], workers, aheadMs = 0 } = orders;
const pending: Arm[] = [...arms];

// Written at once: a process that is killed has said where.
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const input = createInterface({ input: process.stdin });
// Nobody is left to look after it.
input.once('close', () => process.exit(1));

const reportStep: ReportStep = async (point, { chainId, transferIds }) => {
  const isHere = (arm: Arm) =>
    arm.point === point &&
    (arm.transferId === undefined || transferIds?.includes(arm.transferId) === true) &&
    (arm.chainId === undefined || arm.chainId === chainId);
  const index = pending.findIndex(isHere);
  const [arm] = index < 0 ? [] : pending.splice(index, 1);
  if (!arm) return;
  const { action } = arm;
  say(`reached ${point}`);
  if (action.kind === 'exit') process.kill(process.pid, 'SIGKILL');
  if (action.kind === 'freeze') process.kill(process.pid, 'SIGSTOP');
  if (action.kind === 'wait' || action.kind === 'waitAndThrow')
    await new Promise<void>((resolve) => input.once('line', () => resolve()));
  if (action.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, action.ms));
  if (action.kind === 'waitAndThrow') throw new Error(`told to fail at ${point}`);
};

const config = await readConfig(process.env);
const logger = createLogger(config.logLevel);
if (config.signer?.kind !== 'key') throw new Error('it needs a key of its own');
const database = await openDatabase(config.database, logger);
await startService(
  {
    http: null,
    catalog: config.catalog,
    signer: createLocalSigner(config.signer.key),
    clock: { now: () => new Date(Date.now() + aheadMs) },
    logger,
    journal: config.journalDirectory === null ? null : await openJournal(config.journalDirectory),
    leases: false,
    reportStep,
    ...(workers && { workers }),
  },
  database,
);
say('ready');
