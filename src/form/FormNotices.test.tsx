import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AnswerTooLarge, AnswerTooSlow, ServiceUnreachable } from '#client/serviceErrors.ts';
import { MalformedAnswer } from '#shared/wire/envelope.ts';
import { textsIn } from '../../tools/lab/web/textsIn.ts';
import { OfferProblem, refusalLines } from './FormNotices.tsx';
import type { BuildRefusal } from './model/readiness.ts';

const { t } = await textsIn('app', 'en');
const textOf = (error: Error) => renderToStaticMarkup(<OfferProblem error={error} />);

describe('the notice without routes', () => {
  it.each([
    ['a list that is too large', new AnswerTooLarge('too large', 32_000_000), t('offerTooLarge', { size: '32.0' })],
    ['a slow list', new AnswerTooSlow('slow', 1_234_567), t('offerTooSlow', { size: '1.2' })],
    ['an answer in another format', new MalformedAnswer('no list'), t('offerMalformed')],
  ])('explains %s', (_what, error, text) => {
    expect(textOf(error)).toBe(`<p>${text}</p>`);
  });

  it('adds nothing if the bridge does not answer', () => {
    expect(textOf(new ServiceUnreachable('down'))).toBe('');
  });
});

const texts = await textsIn('app', 'en');
const bare: BuildRefusal = {
  ...{ kind: 'refused', reason: 'amountOutOfRange', cause: null, min: null, max: null, maxGasDrop: null },
  message: 'to_address is reserved',
};
const lines = (refusal: BuildRefusal) => refusalLines({ refusal, tokenName: 'USDC' }, texts);

describe('a refusal', () => {
  it("shows the accepted amounts and the cause, but not the service's sentence", () => {
    const [min, max] = [5_000_000n, 1_500_500_000n].map((amount) => ({ amount, decimals: 6 }));
    expect(lines({ ...bare, cause: 'funds_short', min: min ?? null, max: max ?? null })).toEqual([
      'The bridge doesn’t accept this amount. Enter an amount within the limits.',
      'The bridge does not have enough funds at the moment.',
      'The bridge accepts 5 to 1500.5 USDC.',
    ]);
  });

  it('shows the sentence of a service without codes below its own', () => {
    expect(lines({ ...bare, reason: 'cannotBuild' })).toEqual([
      'The bridge can’t build this transfer. Nothing was sent.',
      'Message from the bridge: to_address is reserved',
    ]);
    expect(lines({ ...bare, reason: 'other', message: '' })).toEqual([
      'The bridge refused this transfer. Nothing was sent.',
    ]);
  });
});
