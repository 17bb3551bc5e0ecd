import { useState } from 'react';
import { AnswerTooLarge, AnswerTooSlow } from '#client/serviceErrors.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { MalformedAnswer } from '#shared/wire/envelope.ts';
import type { Routes } from '../api/offer.ts';
import { useAppServices, useWalletConnection } from '../app/services.ts';
import { chainById } from '../config/registry.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button } from '../ui/Button.tsx';
import { Digits } from '../ui/Digits.tsx';
import { Notice } from '../ui/Notice.tsx';
import { linkProblems } from './linkProblems.ts';
import type { Form } from './model/form.ts';
import type { BuildRefusal } from './model/readiness.ts';

/**
 * Warns that the wallet is on a different chain from the transfer's origin. The app also asks it to switch before it
 * signs.
 */
export function WrongNetwork({ origin }: { origin: ChainConfig }) {
  const { t } = useTexts('app');
  const { registry, wagmi } = useAppServices();
  const { chainId } = useWalletConnection();
  const [stage, setStage] = useState<'idle' | 'asked' | 'refused'>('idle');
  if (chainId === undefined || chainId === origin.id) return null;

  async function askWallet() {
    setStage('asked');
    try {
      const { createConnectedWallet } = await import('../transfer/session/connectedWallet.ts');
      await createConnectedWallet(await wagmi()).switchChain(origin.id);
      setStage('idle');
    } catch {
      setStage('refused');
    }
  }

  const current = chainById(registry, chainId)?.name ?? t('chainWithId', { id: `${chainId}` });
  return (
    <Notice tone="info" title={t('wrongNetwork', { current })}>
      <p>{t(stage === 'refused' ? 'switchYourself' : 'switchLater', { chain: origin.name })}</p>
      <div>
        <Button size="small" busy={stage === 'asked'} disabled={stage === 'asked'} onClick={() => void askWallet()}>
          {t('switchNetwork', { chain: origin.name })}
        </Button>
      </div>
    </Notice>
  );
}

type LinkProps = {
  /** The query of the URL that opened the form. */
  readonly search: string;
  readonly routes: Routes;
  readonly form: Form;
};

/** Says what the form shows something else for than its link. */
export function LinkNotice({ search, routes, form }: LinkProps) {
  const { t, allOf } = useTexts('app');
  const { names, amount } = linkProblems(search, routes, form);
  if (names.length === 0 && amount === null) return null;
  return (
    <Notice tone="warning" title={t('linkProblem')}>
      {names.length > 0 ? <p>{t('linkRoute', { names: allOf(names) })}</p> : null}
      {amount === null ? null : <p>{t('linkAmount', { amount })}</p>}
    </Notice>
  );
}

type RefusalProps = { readonly refusal: BuildRefusal; readonly tokenName: string };

/** One line for each code. The service's sentence is shown only if it sends no codes. */
export function refusalLines({ refusal, tokenName }: RefusalProps, { t, amount, sum }: Texts<'app'>): string[] {
  const { reason, cause, min, max, message } = refusal;
  const lines = [t(`refused_${reason}`)];
  if (cause) lines.push(t(`reason_${cause}`));
  if (min && max) lines.push(t('acceptedAmounts', { min: amount(min), max: sum(max, tokenName) }));
  if (lines.length === 1 && message.trim() !== '') lines.push(t('bridgeSays', { message }));
  return lines;
}

/** The service refuses the transfer. */
export function RefusalNotice(props: RefusalProps) {
  const texts = useTexts('app');
  return (
    <Notice tone="warning">
      {refusalLines(props, texts).map((line) => (
        <p key={line}>
          <Digits text={line} />
        </p>
      ))}
    </Notice>
  );
}

/** The installation refuses the connected account. */
export function BlockedNotice() {
  const { t } = useTexts('app');
  return (
    <Notice tone="danger" title={t('accountBlocked')}>
      {t('accountBlockedText')}
    </Notice>
  );
}

/** What went wrong with the request for the routes. Nothing if the bridge did not answer at all. */
export function OfferProblem({ error }: { readonly error: Error }) {
  const { t, editable } = useTexts('app');
  const megabytes = (bytes: number) => editable((bytes / 1_000_000).toFixed(1));
  if (error instanceof AnswerTooLarge) return <p>{t('offerTooLarge', { size: megabytes(error.maxBytes) })}</p>;
  if (error instanceof AnswerTooSlow) return <p>{t('offerTooSlow', { size: megabytes(error.receivedBytes) })}</p>;
  return error instanceof MalformedAnswer ? <p>{t('offerMalformed')}</p> : null;
}
