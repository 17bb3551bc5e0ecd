import type { ReviewWords } from '../../i18n/review/reviewWords.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { Check } from '../model/check.ts';
import { recipientCheckText } from './recipientCheckText.ts';

type CheckOf<K extends Check['kind']> = Extract<Check, { kind: K }>;
type Route = VerifiedBuild['route'];

function simulationText(check: CheckOf<'simulation'>, chain: string, { t }: ReviewWords): string {
  switch (check.state) {
    case 'fine':
      return t('simulationFine', { chain });
    case 'warning':
      return t('simulationFailed', { reason: check.reason });
    case 'unknown':
      return t('simulationUnknown', { chain });
  }
}

function gasText({ state }: CheckOf<'gas'>, { origin }: Route, { t }: ReviewWords): string {
  const values = { symbol: origin.nativeCurrency.symbol, chain: origin.name };
  if (state === 'unknown') return t('gasUnknown', { chain: origin.name });
  return t(state === 'fine' ? 'gasFine' : 'gasLow', values);
}

const sameTransferWords = { open: 'sameTransferOpen', sent: 'sameTransferSent', late: 'sameTransferLate' } as const;

function sameTransferText(check: CheckOf<'sameTransfer'>, { t }: ReviewWords): string {
  if (check.state === 'fine') return t('sameTransferFine');
  return t(sameTransferWords[check.nearest]);
}

function unpinnedText({ intent, route }: VerifiedBuild, { t }: ReviewWords): string {
  return t('unpinnedToken', {
    ...{ token: intent.tokenName, origin: route.origin.name, destination: route.destination.name },
    ...{ originAddress: route.originToken.address, destinationAddress: route.destinationToken.address },
  });
}

function feesText({ bps }: CheckOf<'feeShare'>, build: VerifiedBuild, { t, percent, sum }: ReviewWords): string {
  const { intent, route, send, receive, bridgeFee, gasFee } = build;
  const inOrigin = (amount: bigint) => sum({ amount, decimals: route.originToken.decimals }, intent.tokenName);
  return t('feesHigh', {
    ...{ fees: inOrigin(bridgeFee + gasFee), sum: inOrigin(send), share: percent(bps) },
    receive: sum({ amount: receive, decimals: route.destinationToken.decimals }, intent.tokenName),
  });
}

/** One line for each check in each state that it can have. */
export function checkText(check: Check, build: VerifiedBuild, words: ReviewWords): string {
  const { t, percent } = words;
  const { origin } = build.route;
  switch (check.kind) {
    case 'bytes':
      return t('bytesFine');
    case 'simulation':
      return simulationText(check, origin.name, words);
    case 'gas':
      return gasText(check, build.route, words);
    case 'unpinnedToken':
      return unpinnedText(build, words);
    case 'feeShare':
      return check.state === 'fine' ? t('feesFine', { share: percent(check.bps) }) : feesText(check, build, words);
    case 'sameTransfer':
      return sameTransferText(check, words);
    default:
      return recipientCheckText(check, build, words);
  }
}
