import { codes } from '#shared/wire/codes.ts';
import type { ChainFinding, HashEvidence } from '../../domain/hashEvidence.ts';

export type StatusWords = {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
};

type Found = Extract<HashEvidence, { kind: 'found' }>['finding'];

/** The service knows nothing of it; a chain does. */
const unseenWords: Record<Found['kind'], (finding: ChainFinding) => StatusWords> = {
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

function unknownWords(evidence: HashEvidence | null): StatusWords {
  if (!evidence) {
    return {
      tone: 'info',
      title: 'The service has seen no transfer with this hash',
      text: 'The chains are being asked.',
    };
  }
  switch (evidence.kind) {
    case 'found':
      return unseenWords[evidence.finding.kind](evidence.finding);
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

function whereItIs(evidence: HashEvidence | null): string {
  return evidence?.kind === 'found' && evidence.finding.kind === 'deposit'
    ? ` The deposit itself is on ${evidence.finding.chainName}.`
    : '';
}

/**
 * What an answer without a receipt means for a person, joined with what the chains say. The service's own sentence is
 * kept: it says the step or the refund.
 */
export function statusWords(answer: { code: number; message: string }, evidence: HashEvidence | null): StatusWords {
  const { code, message } = answer;
  if (code === codes.receiptUnknown) return unknownWords(evidence);
  const text = `${message}${whereItIs(evidence)}`;
  if (code === codes.receiptInProgress) return { tone: 'info', title: 'On its way', text };
  if (code === codes.transferFailed) return { tone: 'danger', title: 'Not delivered', text };
  return { tone: 'warning', title: 'The service gave no receipt', text };
}
