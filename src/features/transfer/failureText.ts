import type { FailureKind, Transfer } from '../../domain/transfer.ts';
import type { NoticeText } from '../../ui/noticeText.ts';

type Failed = Extract<Transfer, { status: 'failed' }>;

const texts: Record<FailureKind, (transfer: Failed) => NoticeText> = {
  reverted: ({ terms }) => ({
    tone: 'danger',
    title: `The deposit failed on ${terms.origin.chainName}`,
    text: 'Your tokens are still in your account. The transaction only cost gas. You can start again.',
  }),
  cancelled: () => ({
    tone: 'info',
    title: 'The deposit was cancelled in your wallet',
    text: 'Your tokens are still in your account. Another transaction with the same nonce replaced the deposit.',
  }),
  otherChain: ({ terms, message }) => ({
    tone: 'danger',
    title: `The transaction went to ${message}`,
    text: `The bridge does not pay for it: it expected ${terms.origin.chainName}. Open a block explorer of ${message} to see where your tokens are.`,
  }),
  noDeposit: ({ terms }) => ({
    tone: 'danger',
    title: 'The transaction is not your deposit',
    text: `${terms.origin.chainName} confirmed it without the deposit that you reviewed. Open a block explorer to see what it did.`,
  }),
  failedByService: ({ message }) => ({ tone: 'warning', title: 'The bridge could not deliver', text: message }),
};

/** Says what failed, where the money is, and what to do. */
export function failureText(transfer: Failed): NoticeText {
  return texts[transfer.kind](transfer);
}
