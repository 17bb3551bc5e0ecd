import type { Attributes, TracedTransfer, Traces, TransferStage } from '../traces/traces.ts';
import type { ReportStep, Step, StepDetail } from './steps.ts';

/** The steps that complete a stage of a transfer. */
const STAGES: Readonly<Partial<Record<Step, TransferStage>>> = {
  'watch.committed': 'seen',
  'accept.committed': 'decided',
  'sign.committed': 'signed',
  'broadcast.noted': 'sent',
  'settle.committed': 'settled',
};

/** The steps of each new block, also of one without deposits, and of each look at a payment that is on its way. */
const IDLE: ReadonlySet<Step> = new Set(['watch.logsRead', 'watch.cursorMoved', 'reconcile.receiptRead']);

/** The steps that change what is stored, beside the ends of stages. */
const DONE: ReadonlySet<Step> = new Set(['bump.committed', 'cancel.committed']);

function listTransfers({ transferIds = [], depositHashes = [] }: StepDetail): readonly TracedTransfer[] {
  return transferIds.map((id, index) => {
    const depositHash = depositHashes[index];
    return depositHash === undefined ? { id } : { id, depositHash };
  });
}

/** Also records the steps in the trace of the running turn, and the stages in the traces of the transfers. */
export function traceSteps(
  reportStep: ReportStep,
  traces: Traces,
  chainNames: ReadonlyMap<number, string>,
): ReportStep {
  return async (step, detail) => {
    const { chainId, nonce, hash } = detail;
    const attributes: Attributes = {
      'causeway.chain.id': chainId,
      'causeway.chain.name': chainNames.get(chainId) ?? String(chainId),
      ...(nonce !== undefined && { 'causeway.nonce': nonce }),
      ...(hash !== undefined && { 'causeway.payment.hash': hash }),
    };
    const stage = STAGES[step];
    const transfers = listTransfers(detail);
    if (stage && transfers.length > 0) traces.noteStage(stage, transfers, attributes);
    else if (!stage && !IDLE.has(step)) {
      traces.noteStep({ name: step, attributes, note: DONE.has(step) ? 'done' : 'tried' });
    }
    await reportStep(step, detail);
  };
}
