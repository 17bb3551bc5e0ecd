import type { MainWords } from '../i18n/main/mainWords.ts';
import type { VerifiedBuild } from '../transfer/model/verifyBuild.ts';
import type { Form } from './model/form.ts';

/** The line below the field for a value says what is wrong with the value. */
export const FIAT_LINE_ID = 'fiatLine';

/** The texts of both amount fields: the person typed one of them, as an amount or its value, and the other follows from the quote. */
export function amountTexts(form: Form, shown: VerifiedBuild | null, { amount, editable }: MainWords) {
  const { originToken, destinationToken } = form.route;
  const typed = form.fiatText ?? (form.isAmountPlain ? editable(form.amountText) : form.amountText);
  if (form.entry === 'send') {
    return {
      send: typed,
      receive: shown ? amount({ amount: shown.receive, decimals: destinationToken.decimals }) : '',
    };
  }
  return { send: shown ? amount({ amount: shown.send, decimals: originToken.decimals }) : '', receive: typed };
}
