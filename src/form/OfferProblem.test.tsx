import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AnswerTooLarge, AnswerTooSlow, ServiceUnreachable } from '#client/serviceErrors.ts';
import { MalformedAnswer } from '#shared/wire/envelope.ts';
import { inEnglish } from '../../lab/web/inEnglish.ts';
import { pickersWords } from '../i18n/pickers/pickersWords.ts';
import { OfferProblem } from './OfferProblem.tsx';

const { t } = await inEnglish(pickersWords);
const textOf = (error: Error) => renderToStaticMarkup(<OfferProblem error={error} />);

describe('the notice without routes', () => {
  it.each([
    ['a list that is too large', new AnswerTooLarge('too large', 32_000_000), t('offerTooLarge', { size: '32.0' })],
    ['a slow list', new AnswerTooSlow('slow', 1_234_567), t('offerTooSlow', { size: '1.2' })],
    ['an answer in another form', new MalformedAnswer('no list'), t('offerMalformed')],
  ])('explains %s', (_what, error, text) => {
    expect(textOf(error)).toBe(`<p>${text}</p>`);
  });

  it('adds nothing where the bridge does not answer', () => {
    expect(textOf(new ServiceUnreachable('down'))).toBe('');
  });
});
