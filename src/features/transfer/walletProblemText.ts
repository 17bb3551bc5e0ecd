import type { TransferTerms } from '../../domain/transferTerms.ts';
import type { NoticeText } from '../../ui/noticeText.ts';
import type { WalletProblem } from '../../wallet/walletProblem.ts';
import { displayAmount } from '../../words/displayAmount.ts';

type Kind = WalletProblem['kind'];
type TextOf<K extends Kind> = (problem: Extract<WalletProblem, { kind: K }>, terms: TransferTerms) => NoticeText;

function inToken(amount: bigint, { origin, tokenName }: TransferTerms): string {
  return `${displayAmount({ amount, decimals: origin.decimals })} ${tokenName}`;
}

const texts: { readonly [K in Kind]: TextOf<K> } = {
  rejected: () => ({
    tone: 'info',
    title: 'You rejected the request in your wallet',
    text: 'Nothing was sent. Continue when you are ready.',
  }),
  notConnected: () => ({
    tone: 'info',
    title: 'No wallet is connected',
    text: 'Nothing was sent. Connect your wallet to continue.',
  }),
  otherAccount: (_problem, terms) => ({
    tone: 'warning',
    title: 'Another account is connected',
    text: `Nothing was sent. In your wallet, choose the account ${terms.account}.`,
  }),
  otherChain: (_problem, terms) => ({
    tone: 'warning',
    title: `Your wallet did not switch to ${terms.origin.chainName}`,
    text: 'Nothing was sent. Switch the network in your wallet, then continue.',
  }),
  insufficientGas: (_problem, terms) => ({
    tone: 'warning',
    title: `Your account can’t pay for gas on ${terms.origin.chainName}`,
    text: 'Nothing was sent. Add funds to your account, then continue.',
  }),
  allowanceTooLow: (problem, terms) => ({
    tone: 'warning',
    title: 'You approved too little',
    text: `Your tokens have not moved. You approved ${inToken(problem.allowance, terms)}; the transfer needs ${inToken(terms.send, terms)}. Continue, and approve the whole amount.`,
  }),
  approvalReverted: () => ({
    tone: 'danger',
    title: 'The approval failed',
    text: 'Your tokens have not moved. The token contract reverted the transaction.',
  }),
  wouldRevert: (problem) => ({
    tone: 'danger',
    title: 'This transaction would fail',
    text: `Nothing was sent. The simulation failed: ${problem.reason}`,
  }),
  quoteExpired: () => ({
    tone: 'info',
    title: 'The quote has expired',
    text: 'Nothing was sent. Start over with a new quote.',
  }),
  otherTab: () => ({
    tone: 'info',
    title: 'Your wallet is busy in another tab',
    text: 'You are signing a transfer from this account there. Finish it, then continue here.',
  }),
  duplicate: ({ isSigned }) => ({
    tone: 'warning',
    title: 'You already started the same transfer',
    text: isSigned
      ? 'Nothing new was sent. Look at the other one first, or send a second one.'
      : 'Nothing new was sent. Your wallet is open for the other one: finish it first.',
  }),
  notStored: () => ({
    tone: 'warning',
    title: 'This browser can’t store the transfer',
    text: 'Nothing was sent. The browser’s storage is full or blocked. Free some space or leave private browsing.',
  }),
  notThisDeposit: (_problem, terms) => ({
    tone: 'warning',
    title: 'That transaction is not this deposit',
    text: `It is unknown on ${terms.origin.chainName}, or it does something else. Paste the hash of the transaction to ${terms.deposit.to}.`,
  }),
  batchFailed: () => ({
    tone: 'danger',
    title: 'Your wallet could not make the transactions',
    text: 'Your tokens have not moved: all of the transactions failed together.',
  }),
  unanswered: (problem, terms) => ({
    tone: 'warning',
    title: `${terms.origin.chainName} does not respond`,
    text: `Nothing new was signed. Try again in a moment. Error: ${problem.reason}`,
  }),
  uncertain: (problem) => ({
    tone: 'warning',
    title: 'Your wallet gave no clear answer',
    text: `Your deposit may be pending: don’t send it again. The app is searching the chain. Your wallet said: ${problem.reason}`,
  }),
};

/** Says where the money is and what to do. A rejection in the wallet is the user's choice, so its tone is info. */
export function walletProblemText<K extends Kind>(
  problem: Extract<WalletProblem, { kind: K }>,
  terms: TransferTerms,
): NoticeText {
  const toText: TextOf<K> = texts[problem.kind];
  return toText(problem, terms);
}
