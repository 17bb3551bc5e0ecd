import type { FailureKind, Transfer } from '../../domain/transfer.ts';
import type { Words } from './problemWords.ts';

type Failed = Extract<Transfer, { status: 'failed' }>;

const words: Record<FailureKind, (transfer: Failed) => Words> = {
  reverted: ({ terms }) => ({
    tone: 'danger',
    title: `The deposit failed on ${terms.origin.chainName}`,
    text: 'Your tokens never left your account; only gas was spent. You can start again.',
  }),
  cancelled: () => ({
    tone: 'info',
    title: 'The deposit was cancelled in the wallet',
    text: 'Another transaction took its place on the chain, so it can never be mined. Your tokens never left your account.',
  }),
  otherChain: ({ terms, message }) => ({
    tone: 'danger',
    title: `The transaction went to ${message}`,
    text: `It was meant for ${terms.origin.chainName}, and the bridge does not pay for it. Look at it in a block explorer of ${message} to see what it did.`,
  }),
  noDeposit: ({ terms }) => ({
    tone: 'danger',
    title: 'The transaction made no such deposit',
    text: `It was mined on ${terms.origin.chainName} without the deposit that you reviewed. Look at it in a block explorer to see what it did.`,
  }),
  failedByService: ({ message }) => ({ tone: 'warning', title: 'The service could not deliver', text: message }),
};

/** What became of it, where the money is, and what to do. */
export function failureWords(transfer: Failed): Words {
  return words[transfer.kind](transfer);
}
