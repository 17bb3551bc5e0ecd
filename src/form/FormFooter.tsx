import type { ReactNode } from 'react';
import { useAppServices } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { VerifiedBuild } from '../transfer/model/verifyBuild.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useIsWide } from '../ui/useMedia.ts';
import styles from './form.module.css';
import { later } from './later.ts';
import type { Readiness } from './model/readiness.ts';
import { useIsTyping } from './typing.ts';

const MismatchReport = later((rest) => rest.MismatchReport);
const BlockedNotice = later((rest) => rest.BlockedNotice);
const RefusalNotice = later((rest) => rest.RefusalNotice);

type Props = {
  readonly tokenName: string;
  /** Whether a panel already shows the problem. */
  readonly isShownAbove: boolean;
  readonly readiness: Readiness;
  readonly shown: VerifiedBuild | null;
  /** The fees and the time, if they have no column beside the form. */
  readonly details: ReactNode;
  /** Whether the code of the review is on its way. */
  readonly isOpening: boolean;
  readonly onConnect: () => void;
  readonly onReview: (build: VerifiedBuild) => void;
  readonly onRetry: () => void;
};

const buttonLabels = {
  closed: 'underMaintenance',
  connectWallet: 'connectWallet',
  accountBlocked: 'connectOther',
  amountMissing: 'enterAmount',
  amountProblem: 'correctAmount',
  recipientProblem: 'correctRecipient',
  building: 'gettingQuote',
  refused: 'changeAmountOrRoute',
  unreachable: 'tryAgain',
  mismatch: 'getAnotherQuote',
  balanceTooLow: 'lowerAmount',
  ready: 'reviewTransfer',
} as const satisfies Record<Readiness['kind'], string>;

export function FormFooter(props: Props) {
  const { t } = useTexts('form');
  const isWide = useIsWide();
  const { readiness, shown } = props;
  const actions: Partial<Record<Readiness['kind'], () => void>> = {
    connectWallet: props.onConnect,
    accountBlocked: props.onConnect,
    unreachable: props.onRetry,
    mismatch: props.onRetry,
    ...(readiness.kind === 'ready' ? { ready: () => props.onReview(readiness.build) } : {}),
  };
  const action = actions[readiness.kind];
  // In a narrow window the button stays at the bottom. In a wide one, the problem goes below the button, so that it
  // doesn't move the button.
  const problem = props.isShownAbove ? null : <Problem readiness={readiness} tokenName={props.tokenName} />;
  return (
    <>
      {shown && !shown.route.isPinned ? (
        <Notice tone="warning" title={t('tokenIsUnverified', { token: shown.intent.tokenName })}>
          {t('tokenIsUnverifiedText')}
        </Notice>
      ) : null}
      {isWide ? null : problem}
      {isWide ? null : props.details}
      <div className={styles.action}>
        <MainButton kind={readiness.kind} action={action} isOpening={props.isOpening} />
      </div>
      {isWide ? problem : null}
    </>
  );
}

type MainButtonProps = Pick<Props, 'isOpening'> & {
  readonly kind: Readiness['kind'];
  readonly action: (() => void) | undefined;
};

function MainButton({ kind, action, isOpening }: MainButtonProps) {
  const { t } = useTexts('form');
  // The quote is for an amount that the field no longer shows.
  const isPending = useIsTyping() && kind === 'ready';
  return (
    <Button
      kind="primary"
      size="large"
      disabled={action === undefined || isPending}
      busy={kind === 'building' || isPending || isOpening}
      {...(action ? { onClick: action } : {})}
    >
      {t(buttonLabels[kind])}
    </Button>
  );
}

/** The problems that no field of the form caused. */
function Problem({ readiness, tokenName }: Pick<Props, 'readiness' | 'tokenName'>) {
  const { t } = useTexts('form');
  const { config } = useAppServices();
  switch (readiness.kind) {
    case 'refused':
      return <RefusalNotice refusal={readiness} tokenName={tokenName} />;
    case 'unreachable':
      return (
        <Notice tone="warning" title={t('noQuote')}>
          {t('noQuoteText')}
        </Notice>
      );
    case 'accountBlocked':
      return <BlockedNotice />;
    case 'mismatch':
      return <MismatchReport mismatches={readiness.mismatches} serviceUrl={config.service.baseUrl} />;
    default:
      return null;
  }
}
