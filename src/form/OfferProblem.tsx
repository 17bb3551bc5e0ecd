import { AnswerTooLarge, AnswerTooSlow } from '#client/serviceErrors.ts';
import { MalformedAnswer } from '#shared/wire/envelope.ts';
import { pickersWords } from '../i18n/pickers/pickersWords.ts';
import { useWords } from '../i18n/useWords.ts';

/** What happened to the request for the routes. Nothing, if the bridge did not answer at all. */
export function OfferProblem({ error }: { readonly error: Error }) {
  const { t, editable } = useWords(pickersWords);
  const megabytes = (bytes: number) => editable((bytes / 1_000_000).toFixed(1));
  if (error instanceof AnswerTooLarge) return <p>{t('offerTooLarge', { size: megabytes(error.maxBytes) })}</p>;
  if (error instanceof AnswerTooSlow) return <p>{t('offerTooSlow', { size: megabytes(error.receivedBytes) })}</p>;
  return error instanceof MalformedAnswer ? <p>{t('offerMalformed')}</p> : null;
}
