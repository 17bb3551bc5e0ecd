import type { FormState } from '../../../domain/form.ts';
import { emptyForm } from '../../../domain/form.ts';

const PLAIN_DECIMAL = /^\d{0,40}(?:\.\d{0,40})?$/;

/** Reads a link, one's own from before a reload or somebody else's: a recipient in it has to be confirmed before it is paid. */
export function readFormUrl(search: string): FormState {
  const params = new URLSearchParams(search);
  const amount = params.get('amount') ?? '';
  const recipient = (params.get('recipient') ?? '').slice(0, 120);
  return {
    ...emptyForm,
    originName: params.get('from') ?? '',
    destinationName: params.get('to') ?? '',
    tokenName: params.get('token') ?? '',
    amountText: PLAIN_DECIMAL.test(amount) ? amount : '',
    recipientText: recipient,
    isRecipientFromLink: recipient !== '',
  };
}

export function formUrl(form: FormState): string {
  const params = new URLSearchParams();
  if (form.originName) params.set('from', form.originName);
  if (form.destinationName) params.set('to', form.destinationName);
  if (form.tokenName) params.set('token', form.tokenName);
  if (form.amountText) params.set('amount', form.amountText);
  if (form.recipientText) params.set('recipient', form.recipientText);
  const search = params.toString();
  return search === '' ? '/' : `/?${search}`;
}
