import { assertNever } from '#shared/assertNever.ts';
import type { ChainFinding, HashEvidence } from '../../domain/hashEvidence.ts';
import type { Confirmations, UndeliveredReceipt } from '../../domain/receipt.ts';
import type { NoticeText } from '../../ui/noticeText.ts';

const anyOf = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

type Found = Extract<HashEvidence, { kind: 'found' }>['finding'];

/** Texts for a hash that a chain has and the service does not. */
const seenOnChainTexts: Record<Found['kind'], (finding: ChainFinding) => NoticeText> = {
  deposit: ({ chainName }) => ({
    tone: 'info',
    title: `The deposit is on ${chainName}`,
    text: 'The bridge usually picks it up within a few blocks. This page updates automatically.',
  }),
  pending: ({ chainName }) => ({
    tone: 'info',
    title: `Pending on ${chainName}`,
    text: 'The tokens are still in the sender’s account. This page updates automatically.',
  }),
  reverted: ({ chainName }) => ({
    tone: 'danger',
    title: `The transaction failed on ${chainName}`,
    text: 'The tokens are still in the sender’s account. The transaction only cost gas.',
  }),
  otherTransaction: ({ chainName }) => ({
    tone: 'warning',
    title: `This transaction on ${chainName} is not a deposit`,
    text: 'It may be an approval or a payout. Look up the deposit hash instead.',
  }),
};

function unknownText(evidence: HashEvidence | null): NoticeText {
  if (!evidence) {
    return {
      tone: 'info',
      title: 'The bridge has no transfer with this hash',
      text: 'This page is searching the chains for it.',
    };
  }
  switch (evidence.kind) {
    case 'found':
      return seenOnChainTexts[evidence.finding.kind](evidence.finding);
    case 'nowhere':
      return {
        tone: 'warning',
        title: 'The bridge has no transfer with this hash',
        text: `Not found on ${anyOf(evidence.chainNames)} either. A new transaction can take a minute to appear. From a Safe, paste the chain’s transaction hash instead of the Safe’s. This page keeps searching.`,
      };
    case 'incomplete':
      return {
        tone: 'warning',
        title: 'The bridge has no transfer with this hash',
        text: `No response from ${evidence.silent.join(', ')}, so the search is incomplete. This page keeps searching.`,
      };
    default:
      return assertNever(evidence);
  }
}

function depositLocation(evidence: HashEvidence | null): string {
  return evidence?.kind === 'found' && evidence.finding.kind === 'deposit'
    ? ` The deposit is on ${evidence.finding.chainName}.`
    : '';
}

function countText(confirmations: Confirmations | null): string {
  return confirmations ? ` Confirmations: ${confirmations.seen} of ${confirmations.needed}.` : '';
}

/** Combines the service's answer with the readings of the chains. The words of the answer are kept. */
export function statusText(receipt: UndeliveredReceipt, evidence: HashEvidence | null): NoticeText {
  const onChain = depositLocation(evidence);
  switch (receipt.kind) {
    case 'unknown':
      return unknownText(evidence);
    case 'inProgress':
      return {
        tone: 'info',
        title: 'In progress',
        text: `${receipt.step}${countText(receipt.confirmations)}${onChain}`,
      };
    case 'failed':
      return { tone: 'danger', title: 'Not delivered', text: `${receipt.message}${onChain}` };
    case 'refused':
      return { tone: 'warning', title: 'The bridge gave no receipt', text: `${receipt.message}${onChain}` };
    default:
      return assertNever(receipt);
  }
}
