import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Address } from 'viem';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { Routes } from '../api/offer.ts';
import { useAppServices, useClosure } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { VerifiedBuild } from '../transfer/model/verifyBuild.ts';
import { lazyChunk } from '../ui/lazyChunk.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useIsWide } from '../ui/useMedia.ts';
import { panelOf, ReceiveSide, SendSide } from './AmountSides.tsx';
import { leaveEarlyPage, takeEntry } from './earlyField.ts';
import { FormFooter } from './FormFooter.tsx';
import { FormAside, FormColumns, FormFrame } from './FormFrame.tsx';
import styles from './form.module.css';
import { later } from './later.ts';
import type { Form, FormAction } from './model/form.ts';
import { hasReverse } from './model/pickRoute.ts';
import type { IntentResult } from './model/readIntent.ts';
import { toIntent } from './model/readIntent.ts';
import { readinessOf } from './model/readiness.ts';
import type { ResolvedName } from './model/readRecipient.ts';
import { resolvedName } from './model/readRecipient.ts';
import { useBuild } from './quote/useBuild.ts';
import { RecipientLine } from './recipient/RecipientLine.tsx';
import { useLearned } from './recipient/useLearned.ts';
import type { Quoted } from './review/useReview.ts';
import { TypingProvider, useTyping } from './typing.ts';
import { useBalance } from './useBalance.ts';
import { useBridgeForm } from './useBridgeForm.ts';

export function BridgeForm({ routes, unverifiable, account, canSign, onConnect, onStarted, recent }: Props) {
  const { t } = useTexts('form');
  const { runner } = useAppServices();
  const entry = useBridgeForm(routes);
  const place = useEarlyAmount((text) => entry.dispatch({ type: 'amountTyped', entry: 'send', text }));
  const learned = useLearned(entry.form, account);
  const form = { ...entry.form, learned };
  const { route } = form;
  const wanted = toIntent(form, account ?? QUOTE_ACCOUNT);
  const closure = useClosure(route);
  const build = useBuild(route, wanted, closure !== null);
  const balance = useBalance({ chainId: route.origin.id, token: route.originToken.address }, account);
  const review = useReviewed(closure !== null, { form, account, canSign, wanted, builtAt: build.builtAt });
  const { reviewed, ended } = review;
  const dispatch = (action: FormAction) => {
    review.forgetEnded();
    entry.dispatch(action);
  };
  const readiness = readinessOf({
    closure,
    isConnected: canSign,
    isBlocked: account !== undefined && (learned.blocked?.has(account) ?? false),
    amountText: form.amountText,
    amountProblem: wanted.ok ? null : wanted.amountProblem,
    recipientProblem: wanted.ok ? null : wanted.recipientProblem,
    outcome: build.outcome,
    balance: balance.status === 'known' ? balance.amount : null,
  });

  const side = {
    ...{ form, readiness, dispatch, shown: build.shown },
    onEnter: readiness.kind === 'ready' ? () => review.open(readiness.build) : null,
    choices: { route, routes, unverifiable, account, onChoose: dispatch },
    amount: wanted.ok ? wanted.intent.amount : null,
    isUpdating: wanted.ok && build.outcome.kind === 'pending',
  };

  async function start(confirmed: VerifiedBuild, knownDuplicates: readonly string[]) {
    const id = (await runner()).start(confirmed, knownDuplicates);
    dispatch({ type: 'sent' });
    onStarted(id);
  }

  const progress = { isReviewed: reviewed !== null, isQuoted: build.shown !== null, isMoving: wanted.ok };
  const onRecipient = (recipientText: string) => dispatch({ type: 'recipientTyped', text: recipientText });
  const recipient = <RecipientLine {...{ form, account }} onChange={onRecipient} />;
  const details = (
    <QuoteDetails
      {...{ form, routes, account, readiness }}
      build={build.shown}
      isUpdating={side.isUpdating}
      dispatch={dispatch}
    />
  );

  return (
    <TypedForm details={details} recent={recent}>
      <FormFrame
        ref={place}
        scene={<FormScene {...{ route }} {...progress} />}
        notice={closure ? <MaintenanceNotice closure={closure} /> : null}
        send={<SendSide {...side} balance={balance} />}
        flip={{
          'aria-label': t('swapDirection'),
          disabled: !hasReverse(route, routes),
          onClick: () => dispatch({ type: 'directionFlipped' }),
        }}
        receive={<ReceiveSide {...side}>{recipient}</ReceiveSide>}
      >
        <AmountAnnouncement {...{ form, readiness }} outcome={build.outcome} />
        <LinkNotice search={entry.search} {...{ routes, form }} />
        <Connected account={account}>
          <WrongNetwork origin={route.origin} />
        </Connected>
        <FormFooter
          tokenName={route.pair.tokenName}
          isShownAbove={panelOf(readiness, form.entry) !== null}
          readiness={readiness}
          shown={build.shown}
          details={details}
          onConnect={onConnect}
          isOpening={review.isOpening}
          onReview={review.open}
          onRetry={build.retry}
        />
        {ended ? <EndedNotice end={ended} /> : null}
        {reviewed && !ended ? (
          <ReviewDialog
            quoted={reviewed}
            named={reviewed.named}
            isRecipientFromLink={form.isRecipientFromLink}
            rebuild={build.rebuild}
            onStart={start}
            onClose={review.close}
          />
        ) : null}
      </FormFrame>
    </TypedForm>
  );
}

type TypedFormProps = {
  readonly children: ReactNode;
  readonly details: ReactNode;
  readonly recent: ReactNode;
};

/** Shows each keypress at once, and updates the form around it afterwards. */
function TypedForm({ children, details, recent }: TypedFormProps) {
  const { t } = useTexts('form');
  const isWide = useIsWide();
  const { typing, isLate } = useTyping();
  return (
    <TypingProvider value={typing}>
      <FormColumns
        isLate={isLate}
        aside={isWide ? <FormAside title={t('feesAndTime')} {...{ details, recent }} /> : null}
      >
        {children}
      </FormColumns>
    </TypingProvider>
  );
}

/**
 * Gives the form what a person typed before its routes had loaded, and focuses its field.
 * @returns a ref for the element around the form
 */
function useEarlyAmount(onAmount: (text: string) => void) {
  const form = useRef<HTMLDivElement>(null);
  const take = useRef(onAmount);
  useLayoutEffect(() => {
    const field = form.current?.querySelector('input') ?? null;
    leaveEarlyPage(field);
    const text = takeEntry(field);
    if (text !== null) take.current(text);
  }, []);
  return form;
}

const AmountAnnouncement = later((rest) => rest.AmountAnnouncement, 'decoration');
const LinkNotice = later((rest) => rest.LinkNotice);
const WrongNetwork = later((rest) => rest.WrongNetwork);
const FormScene = later((rest) => rest.FormScene, 'decoration');
const QuoteDetails = later((rest) => rest.QuoteDetails, 'line', <div className={styles.detailsPlace} />);
const MaintenanceNotice = later((rest) => rest.MaintenanceNotice);
// Its button shows that it loads.
const ReviewDialog = lazyChunk(async () => (await import('./review/ReviewDialog.tsx')).ReviewDialog, 'dialog', {
  fallback: null,
});

// The app requests quotes for this account until a wallet is connected. The review accepts quotes only for the
// connected account, so no wallet ever signs one of these.
const QUOTE_ACCOUNT: Address = '0x1111111111111111111111111111111111111111';

type End = 'accountChanged' | 'priceChanged';

type Reviewed = Quoted & { readonly named: ResolvedName | null; readonly ended: End | null };

type Props = {
  readonly routes: Routes;
  readonly unverifiable: readonly PairInfo[];
  readonly account: Address | undefined;
  readonly canSign: boolean;
  readonly onConnect: () => void;
  readonly onStarted: (transferId: string) => void;
  readonly recent: ReactNode;
};

/**
 * The quote under review. A review that has ended stays closed, even if the account, the price or the service comes
 * back.
 */
function useReviewed(isClosed: boolean, now: Now) {
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const ended = reviewed && (reviewed.ended ?? endOf(reviewed.build, now));
  if (reviewed && isClosed) setReviewed(null);
  else if (reviewed && ended !== reviewed.ended) setReviewed({ ...reviewed, ended });
  // The code loads while the quote loads.
  const isNext = now.canSign && now.wanted.ok;
  useEffect(() => {
    if (isNext) void ReviewDialog.preload();
  }, [isNext]);
  return {
    reviewed,
    ended,
    /** Whether the code is on its way. */
    isOpening: reviewed !== null && !ended && !ReviewDialog.isLoaded(),
    open: (build: VerifiedBuild) =>
      setReviewed({ build, builtAt: now.builtAt, named: resolvedName(now.form), ended: null }),
    close: () => setReviewed(null),
    forgetEnded: () => void (ended && setReviewed(null)),
  };
}

type Now = Pick<Props, 'account' | 'canSign'> & {
  readonly form: Form;
  readonly wanted: IntentResult;
  /** When the form's quote was built. */
  readonly builtAt: number;
};

/** What ends an open review: its quote is for one account, and at another price a typed value is a different amount. */
function endOf({ intent }: VerifiedBuild, { form, account, wanted }: Now): End | null {
  if (intent.account !== account) return 'accountChanged';
  const isOther = form.fiatText !== null && wanted.ok && wanted.intent.amountText !== intent.amountText;
  return isOther ? 'priceChanged' : null;
}

/** Why the review was closed. */
function EndedNotice({ end }: { readonly end: End }) {
  const { t } = useTexts('form');
  return (
    <Notice tone="info" title={t(end)}>
      {t('reviewClosed')}
    </Notice>
  );
}

/** Shows and loads its children only for a connected account. */
function Connected({ account, children }: Pick<Props, 'account'> & { readonly children: ReactNode }) {
  return account ? children : null;
}
