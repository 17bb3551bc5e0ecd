import { useAppServices } from '../../../context/appServices.ts';
import type { BuildRefusal, Readiness } from '../../../domain/readiness.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { Button } from '../../../ui/Button.tsx';
import { displayAmount } from '../../../ui/displayAmount.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { MismatchReport } from '../quote/MismatchReport.tsx';
import { QuoteDetails } from '../quote/QuoteDetails.tsx';

type Props = {
  readonly readiness: Readiness;
  readonly shown: VerifiedBuild | null;
  readonly includesGasFee: boolean;
  readonly onConnect: () => void;
  readonly onReview: (build: VerifiedBuild) => void;
  readonly onRetry: () => void;
  readonly onGasFeeMode: (includesGasFee: boolean) => void;
};

const buttonLabels: Record<Readiness['kind'], string> = {
  connectWallet: 'Connect wallet',
  amountMissing: 'Enter an amount',
  amountProblem: 'Correct the amount',
  recipientProblem: 'Correct the recipient',
  building: 'Getting a quote',
  refused: 'Change the amount or route',
  unreachable: 'Try again',
  mismatch: 'Get another quote',
  balanceTooLow: 'Lower the amount',
  ready: 'Review transfer',
};

/** Texts for a refusal with an empty message. */
const refusalTexts: Record<BuildRefusal['reason'], string> = {
  unknownChain: 'The bridge does not know one of these chains. Choose another chain.',
  chainNotServed: 'The bridge does not serve one of these chains at the moment. Choose another chain.',
  pairNotOffered: 'The bridge does not offer this token between these chains. Choose another token.',
  amountOutOfRange: 'The bridge does not accept this amount. Enter an amount within the limits.',
  unknownToken: 'The bridge does not know this token. Choose another token.',
  cannotBuild: 'The bridge cannot build this transfer and gives no reason. Nothing was sent.',
  other: 'The bridge refused this transfer and gives no reason. Nothing was sent.',
};

export function FormFooter(props: Props) {
  const { readiness, shown } = props;
  const actions: Partial<Record<Readiness['kind'], () => void>> = {
    connectWallet: props.onConnect,
    unreachable: props.onRetry,
    mismatch: props.onRetry,
    ...(readiness.kind === 'ready' ? { ready: () => props.onReview(readiness.build) } : {}),
  };
  const action = actions[readiness.kind];
  return (
    <>
      {shown && !shown.route.isPinned ? (
        <Notice tone="warning" title={`${shown.intent.tokenName} is unverified`}>
          This app does not know this token. Only the bridge says what it is.
        </Notice>
      ) : null}
      {shown ? (
        <QuoteDetails build={shown} includesGasFee={props.includesGasFee} onGasFeeMode={props.onGasFeeMode} />
      ) : null}
      <Problem readiness={readiness} shown={shown} />
      <Button
        kind="primary"
        size="large"
        disabled={action === undefined}
        busy={readiness.kind === 'building'}
        {...(action ? { onClick: action } : {})}
      >
        {buttonLabels[readiness.kind]}
      </Button>
    </>
  );
}

function Problem({ readiness, shown }: { readiness: Readiness; shown: VerifiedBuild | null }) {
  const { config } = useAppServices();
  switch (readiness.kind) {
    case 'refused':
      return <Notice tone="warning">{readiness.message.trim() || refusalTexts[readiness.reason]}</Notice>;
    case 'unreachable':
      return (
        <Notice tone="warning" title="No quote available">
          Nothing was sent, and the form keeps your entries. The bridge does not respond.
        </Notice>
      );
    case 'mismatch':
      return <MismatchReport mismatches={readiness.mismatches} serviceUrl={config.service.baseUrl} />;
    case 'balanceTooLow':
      return shown ? (
        <Notice tone="warning">
          You need {displayAmount({ amount: readiness.missing, decimals: shown.route.originToken.decimals })}{' '}
          {shown.intent.tokenName} more on {shown.route.origin.name}. Lower the amount, or choose Max.
        </Notice>
      ) : null;
    default:
      return null;
  }
}
