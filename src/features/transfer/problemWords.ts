import type { TransferTerms } from '../../domain/transferTerms.ts';
import { displayAmount } from '../../ui/displayAmount.ts';
import type { WalletProblem } from '../../wallet/walletProblem.ts';

export type Words = {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
};

type Kind = WalletProblem['kind'];
type WordsOf<K extends Kind> = (problem: Extract<WalletProblem, { kind: K }>, terms: TransferTerms) => Words;

function inToken(amount: bigint, { origin, tokenName }: TransferTerms): string {
  return `${displayAmount({ amount, decimals: origin.decimals })} ${tokenName}`;
}

const words: { readonly [K in Kind]: WordsOf<K> } = {
  rejected: () => ({
    tone: 'info',
    title: 'You declined in the wallet',
    text: 'Nothing was sent. Continue whenever you like.',
  }),
  notConnected: () => ({
    tone: 'info',
    title: 'No wallet is connected',
    text: 'Nothing was sent. Connect the wallet to go on.',
  }),
  otherAccount: (_problem, terms) => ({
    tone: 'warning',
    title: 'Another account is connected',
    text: `Nothing was sent. This transfer belongs to ${terms.account}: choose that account in your wallet.`,
  }),
  otherChain: (_problem, terms) => ({
    tone: 'warning',
    title: `Your wallet did not switch to ${terms.origin.chainName}`,
    text: 'Nothing was sent. Switch the network in the wallet, then continue.',
  }),
  insufficientGas: (_problem, terms) => ({
    tone: 'warning',
    title: `Not enough on ${terms.origin.chainName} to pay for gas`,
    text: 'Nothing was sent. Top up the account, then continue.',
  }),
  allowanceTooLow: (problem, terms) => ({
    tone: 'warning',
    title: 'The permission is too small',
    text: `Your wallet granted ${inToken(problem.allowance, terms)}; the transfer needs ${inToken(terms.send, terms)}. Continue, and leave the amount as proposed.`,
  }),
  approvalReverted: () => ({
    tone: 'danger',
    title: 'The permission was refused by the token',
    text: 'The transaction was mined and failed. Your tokens have not moved.',
  }),
  wouldRevert: (problem) => ({
    tone: 'danger',
    title: 'This transaction would fail',
    text: `It was tried out first and not sent. The answer was: ${problem.reason}`,
  }),
  quoteExpired: () => ({
    tone: 'info',
    title: 'This quote has expired',
    text: 'Nothing was sent. Start again with a new quote.',
  }),
  otherTab: () => ({
    tone: 'info',
    title: 'Your wallet is busy with another tab',
    text: 'A transfer from this account is being signed there. Finish it, then continue here.',
  }),
  duplicate: () => ({
    tone: 'warning',
    title: 'The same transfer is under way already',
    text: 'It was signed, or may have been, since you reviewed this one. Look under Activity; start over if you want a second one.',
  }),
  notStored: () => ({
    tone: 'warning',
    title: 'This browser does not keep the transfer',
    text: 'Its storage is full or barred, so your wallet was not opened. Free some space or leave private browsing.',
  }),
  notThisDeposit: (_problem, terms) => ({
    tone: 'warning',
    title: 'That transaction is not this deposit',
    text: `It is not known on ${terms.origin.chainName}, or it does something else. Look for the one to ${terms.deposit.to}.`,
  }),
  batchFailed: () => ({
    tone: 'danger',
    title: 'Your wallet could not make the transactions',
    text: 'All of them were undone together. Your tokens have not moved.',
  }),
  unanswered: (problem, terms) => ({
    tone: 'warning',
    title: `${terms.origin.chainName} could not be asked`,
    text: `Nothing new was signed. Try again in a moment. The answer was: ${problem.reason}`,
  }),
  uncertain: (problem) => ({
    tone: 'warning',
    title: 'Your wallet gave no clear answer',
    text: `The deposit may be on its way. The chain is being asked; do not send it again. The wallet said: ${problem.reason}`,
  }),
};

/** What stood in the way, where the money is, and what to do. A "no" in the wallet is a choice, not a fault. */
export function problemWords<K extends Kind>(
  problem: Extract<WalletProblem, { kind: K }>,
  terms: TransferTerms,
): Words {
  const say: WordsOf<K> = words[problem.kind];
  return say(problem, terms);
}
