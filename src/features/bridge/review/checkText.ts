import { assertNever } from '#shared/assertNever.ts';
import type { Check } from '../../../domain/checks.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import type { ReviewWords } from '../../../words/review/reviewWords.ts';

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

function recipientText(check: CheckOf<'recipientCode'>, chain: string, { t }: ReviewWords): string {
  switch (check.state) {
    case 'fine':
      return t('recipientFine', { chain });
    case 'warning':
      return t(check.code === 'delegated' ? 'recipientDelegated' : 'recipientContract', { chain });
    case 'unknown':
      return t('recipientUnknown', { chain });
  }
}

function ownAccountText({ state }: CheckOf<'ownAccountElsewhere'>, route: Route, { t }: ReviewWords): string {
  const [origin, destination] = [route.origin.name, route.destination.name];
  switch (state) {
    case 'fine':
      return t('ownAccountFine', { chain: destination });
    case 'warning':
      return t('ownAccountMissing', { origin, destination });
    case 'unknown':
      return t('ownAccountUnknown');
  }
}

function sameTransferText(check: CheckOf<'sameTransfer'>, { t }: ReviewWords): string {
  if (check.state === 'fine') return t('sameTransferFine');
  return t(check.mayBeOpen ? 'sameTransferOpen' : 'sameTransferSent');
}

function unpinnedText({ intent, route }: VerifiedBuild, { t }: ReviewWords): string {
  return t('unpinnedToken', {
    ...{ token: intent.tokenName, origin: route.origin.name, destination: route.destination.name },
    ...{ originAddress: route.originToken.address, destinationAddress: route.destinationToken.address },
  });
}

/** One line for each check in each state that it can have. */
export function checkText(check: Check, build: VerifiedBuild, words: ReviewWords): string {
  const { t, percent } = words;
  const { origin, destination } = build.route;
  switch (check.kind) {
    case 'bytes':
      return t('bytesFine');
    case 'simulation':
      return simulationText(check, origin.name, words);
    case 'gas':
      return gasText(check, build.route, words);
    case 'recipientCode':
      return recipientText(check, destination.name, words);
    case 'ownAccountElsewhere':
      return ownAccountText(check, build.route, words);
    case 'lookAlike':
      return check.state === 'fine' ? t('lookAlikeFine') : t('lookAlike', { address: check.resembles });
    case 'recipientFromLink':
      return t('recipientFromLink');
    case 'unpinnedToken':
      return unpinnedText(build, words);
    case 'feeShare':
      return t(check.state === 'fine' ? 'feesFine' : 'feesHigh', { share: percent(check.bps) });
    case 'sameTransfer':
      return sameTransferText(check, words);
    default:
      return assertNever(check);
  }
}
