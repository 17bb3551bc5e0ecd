import type { FormState } from '../../domain/form.ts';
import { emptyForm } from '../../domain/form.ts';

const PLAIN_DECIMAL = /^\d{0,40}(?:\.\d{0,40})?$/;

/** Reads a shared link. A recipient is not taken from it: whoever sends a link must not choose who is paid. */
export function readFormUrl(search: string): FormState {
  const params = new URLSearchParams(search);
  const amount = params.get('amount') ?? '';
  return {
    ...emptyForm,
    originName: params.get('from') ?? '',
    destinationName: params.get('to') ?? '',
    tokenName: params.get('token') ?? '',
    amountText: PLAIN_DECIMAL.test(amount) ? amount : '',
  };
}

export function formUrl(form: FormState): string {
  const params = new URLSearchParams();
  if (form.originName) params.set('from', form.originName);
  if (form.destinationName) params.set('to', form.destinationName);
  if (form.tokenName) params.set('token', form.tokenName);
  if (form.amountText) params.set('amount', form.amountText);
  const search = params.toString();
  return search === '' ? '/' : `/?${search}`;
}
