import { assertNever } from '#shared/assertNever.ts';
import type { ChainFinding, HashEvidence } from '../../domain/hashEvidence.ts';
import type { UndeliveredReceipt } from '../../domain/receipt.ts';

export type StatusText = {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
};

type Found = Extract<HashEvidence, { kind: 'found' }>['finding'];

/** The service knows nothing of it; a chain does. */
const seenOnChainTexts: Record<Found['kind'], (finding: ChainFinding) => StatusText> = {
  deposit: ({ chainName }) => ({
    tone: 'info',
    title: `The deposit is on ${chainName}`,
    text: 'The service has not reported it yet. It appears there within a few blocks; this page keeps looking.',
  }),
  pending: ({ chainName }) => ({
    tone: 'info',
    title: `Waiting to be mined on ${chainName}`,
    text: 'Until then nothing has left the sender’s account. This page keeps looking.',
  }),
  reverted: ({ chainName }) => ({
    tone: 'danger',
    title: `The transaction failed on ${chainName}`,
    text: 'It was undone there, so the tokens are still in the sender’s account; only gas was spent.',
  }),
  otherTransaction: ({ chainName }) => ({
    tone: 'warning',
    title: `A transaction of ${chainName}, and no deposit`,
    text: 'It may be the permission or the delivery of a transfer. The receipt goes by the hash of the deposit.',
  }),
};

function unknownText(evidence: HashEvidence | null): StatusText {
  if (!evidence) {
    return {
      tone: 'info',
      title: 'The service has seen no transfer with this hash',
      text: 'The chains are being asked.',
    };
  }
  switch (evidence.kind) {
    case 'found':
      return seenOnChainTexts[evidence.finding.kind](evidence.finding);
    case 'nowhere':
      return {
        tone: 'warning',
        title: 'The service has seen no transfer with this hash',
        text: `Neither have the chains that were asked: ${evidence.chainNames.join(', ')}. A transaction sent a moment ago may not be known yet, and a Safe shows a hash of its own: look for the one on the chain. This page keeps looking.`,
      };
    case 'incomplete':
      return {
        tone: 'warning',
        title: 'The service has seen no transfer with this hash',
        text: `Whether it is on ${evidence.silent.join(', ')} could not be checked: no answer from there. This page keeps looking.`,
      };
  }
}

function depositLocation(evidence: HashEvidence | null): string {
  return evidence?.kind === 'found' && evidence.finding.kind === 'deposit'
    ? ` The deposit itself is on ${evidence.finding.chainName}.`
    : '';
}

/** Combines the service's answer with the readings of the chains. The service's own sentence is kept. */
export function statusText(receipt: UndeliveredReceipt, evidence: HashEvidence | null): StatusText {
  const onChain = depositLocation(evidence);
  switch (receipt.kind) {
    case 'unknown':
      return unknownText(evidence);
    case 'inProgress':
      return { tone: 'info', title: 'In progress', text: `${receipt.step}${onChain}` };
    case 'failed':
      return { tone: 'danger', title: 'Not delivered', text: `${receipt.message}${onChain}` };
    case 'refused':
      return { tone: 'warning', title: 'The service gave no receipt', text: `${receipt.message}${onChain}` };
    default:
      return assertNever(receipt);
  }
}
