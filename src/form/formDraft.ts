import { formatAmount } from '#shared/amount.ts';
import type { FeaturedRoutes } from '#shared/config/installationConfig.ts';
import { firstCharacters } from '#shared/foreignText.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import type { TransferTerms } from '../transfer/model/transferTerms.ts';
import type { FormDraft } from './model/form.ts';
import { emptyDraft } from './model/form.ts';
import { readAmountEntry } from './model/readAmountText.ts';

const PLAIN_DECIMAL = /^\d{0,40}(?:\.\d{0,40})?$/;

/** Reads the form from a link. Anyone can write a link, so the user must confirm its recipient. */
export function readFormUrl(search: string): FormDraft {
  const params = new URLSearchParams(search);
  const received = params.get('receive');
  const amount = params.get('amount') ?? received ?? '';
  const recipient = firstCharacters(params.get('recipient') ?? '', 120);
  return {
    ...emptyDraft,
    originName: params.get('from') ?? '',
    destinationName: params.get('to') ?? '',
    tokenName: params.get('token') ?? '',
    entry: params.has('amount') || received === null ? 'send' : 'receive',
    amountText: PLAIN_DECIMAL.test(amount) ? amount : '',
    recipientText: recipient,
    isRecipientFromLink: recipient !== '',
  };
}

/** The link to a form. Its amount is a plain decimal, and absent if the typed text has two meanings or none. */
export function formUrl(draft: FormDraft): string {
  const amount = readAmountEntry(draft, draft.tokenName);
  const params = new URLSearchParams();
  if (draft.originName) params.set('from', draft.originName);
  if (draft.destinationName) params.set('to', draft.destinationName);
  if (draft.tokenName) params.set('token', draft.tokenName);
  if (amount.kind === 'decimal' && amount.text)
    params.set(draft.entry === 'receive' ? 'receive' : 'amount', amount.text);
  if (draft.recipientText) params.set('recipient', draft.recipientText);
  const search = params.toString();
  return search === '' ? '/' : `/?${search}`;
}

/** A draft with an earlier transfer's route. To send it again: also with what the person entered then. */
export function draftLike(terms: TransferTerms, isRepeated: boolean): FormDraft {
  const { account, recipient, origin, destination, tokenName, typed, send } = terms;
  const draft = { ...emptyDraft, originName: origin.chainName, destinationName: destination.chainName, tokenName };
  if (!isRepeated || typed === null) return draft;
  return {
    ...draft,
    amountText: formatAmount({ amount: send, decimals: origin.decimals }),
    recipientText: recipient === account ? '' : recipient,
  };
}

/** The draft of a first visit: with the route of the newest transfer in this browser, or with the first featured one. */
export function usualDraft(transfers: readonly Transfer[], featured: FeaturedRoutes = []): FormDraft {
  const [newest] = transfers.map(({ terms }) => terms).sort((a, b) => b.createdAt - a.createdAt);
  if (newest) return draftLike(newest, false);
  const [{ from, to, token } = { from: '', to: '', token: '' }] = featured;
  return { ...emptyDraft, originName: from, destinationName: to, tokenName: token };
}

/**
 * The draft for a form that opens: the link's, the one that the person left in this page, or the usual one. A link
 * written by the left form means that form, including entries that a link does not keep and the last keys typed before
 * leaving.
 */
export function firstDraft(search: string, left: LeftForm | null, usual: FormDraft): FormDraft {
  const linked = readFormUrl(search);
  const url = formUrl(linked);
  if (left && ['/', left.url, formUrl(left.draft)].includes(url)) return left.draft;
  return url === '/' ? usual : linked;
}

/** A form, and the last URL written for it: the address bar follows the form with a delay. */
export type LeftForm = { readonly draft: FormDraft; readonly url: string | null };

/** The form that the person left for another page of the app. It lives as long as the page. */
export type FormMemory = {
  readonly read: () => LeftForm | null;
  readonly keep: (draft: FormDraft) => void;
  readonly keepUrl: (url: string) => void;
  /**
   * Keeps the form that a transfer has emptied. The earlier URL, with the sent amount, then stands for a different
   * form.
   */
  readonly keepSent: (draft: FormDraft) => void;
};

export function createFormMemory(): FormMemory {
  let draft: FormDraft | null = null;
  let url: string | null = null;
  return {
    read: () => draft && { draft, url },
    keep: (entered) => {
      draft = entered;
    },
    keepUrl: (written) => {
      url = written;
    },
    keepSent: (emptied) => {
      [draft, url] = [emptied, null];
    },
  };
}
