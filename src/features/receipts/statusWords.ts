import { codes } from '#shared/wire/codes.ts';

export type StatusWords = {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
};

/** What an answer without a receipt means for a person. The service's own sentence is kept: it says the step or the refund. */
export function statusWords(code: number, message: string): StatusWords {
  if (code === codes.receiptInProgress) return { tone: 'info', title: 'On its way', text: message };
  if (code === codes.transferFailed) return { tone: 'danger', title: 'Not delivered', text: message };
  if (code === codes.receiptUnknown) {
    return {
      tone: 'warning',
      title: 'The service has seen no transfer with this hash',
      text: 'A deposit that was just sent appears within seconds of being mined; this page keeps looking. If it was long ago, check that this is the hash of the deposit, not of the delivery or of a permission.',
    };
  }
  return { tone: 'warning', title: 'The service gave no receipt', text: message };
}
