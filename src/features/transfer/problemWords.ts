import { assertNever } from '#shared/assertNever.ts';
import type { TransferTerms } from '../../domain/transfer.ts';
import { displayAmount } from '../../ui/displayAmount.ts';
import type { WalletProblem } from '../../wallet/walletProblem.ts';

export type Words = { readonly tone: 'info' | 'warning' | 'danger'; readonly title: string; readonly text: string };

/** What stood in the way, where the money is, and what to do. A "no" in the wallet is a choice, not a fault. */
export function problemWords(problem: WalletProblem, terms: TransferTerms): Words {
  const inToken = (amount: bigint) =>
    `${displayAmount({ amount, decimals: terms.origin.decimals })} ${terms.tokenName}`;
  switch (problem.kind) {
    case 'rejected':
      return {
        tone: 'info',
        title: 'You declined in the wallet',
        text: 'Nothing was sent. Continue whenever you like.',
      };
    case 'notConnected':
      return { tone: 'info', title: 'No wallet is connected', text: 'Nothing was sent. Connect the wallet to go on.' };
    case 'otherAccount':
      return {
        tone: 'warning',
        title: 'Another account is connected',
        text: `Nothing was sent. This transfer belongs to ${terms.account}: choose that account in your wallet.`,
      };
    case 'otherChain':
      return {
        tone: 'warning',
        title: `Your wallet did not switch to ${terms.origin.chainName}`,
        text: 'Nothing was sent. Switch the network in the wallet, then continue.',
      };
    case 'insufficientGas':
      return {
        tone: 'warning',
        title: `Not enough on ${terms.origin.chainName} to pay for gas`,
        text: 'Nothing was sent. Top up the account, then continue.',
      };
    case 'allowanceTooLow':
      return {
        tone: 'warning',
        title: 'The permission is too small',
        text: `Your wallet granted ${inToken(problem.allowance)}; the transfer needs ${inToken(terms.send)}. Continue, and leave the amount as proposed.`,
      };
    case 'approvalReverted':
      return {
        tone: 'danger',
        title: 'The permission was refused by the token',
        text: 'The transaction was mined and failed. Your tokens have not moved.',
      };
    case 'wouldRevert':
      return {
        tone: 'danger',
        title: 'This transaction would fail',
        text: `It was tried out first and not sent. The answer was: ${problem.reason}`,
      };
    case 'quoteExpired':
      return {
        tone: 'info',
        title: 'This quote has expired',
        text: 'Nothing was sent. Start again with a new quote.',
      };
    case 'otherTab':
      return {
        tone: 'info',
        title: 'Your wallet is busy with another tab',
        text: 'A transfer from this account is being signed there. Finish it, then continue here.',
      };
    case 'notThisDeposit':
      return {
        tone: 'warning',
        title: 'That transaction is not this deposit',
        text: `It is not known on ${terms.origin.chainName}, or it does something else. Look for the one to ${terms.deposit.to}.`,
      };
    case 'batchFailed':
      return {
        tone: 'danger',
        title: 'Your wallet could not make the transactions',
        text: 'All of them were undone together. Your tokens have not moved.',
      };
    case 'unanswered':
      return {
        tone: 'warning',
        title: `${terms.origin.chainName} could not be asked`,
        text: `Nothing new was signed. Try again in a moment. The answer was: ${problem.reason}`,
      };
    case 'uncertain':
      return {
        tone: 'warning',
        title: 'Your wallet gave no clear answer',
        text: `The deposit may be on its way. The chain is being asked; do not send it again. The wallet said: ${problem.reason}`,
      };
    default:
      return assertNever(problem);
  }
}
