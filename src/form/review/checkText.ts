import { isSameAddress } from '#shared/address.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { nativeSum } from '../../transfer/useGasOnArrival.ts';
import type { Check } from '../model/checks.ts';

/** One line for each check in each state that it can have. */
export function checkText(check: Check, build: VerifiedBuild, texts: Texts<'app'>): string {
  const { t, percent } = texts;
  const { route } = build;
  switch (check.kind) {
    case 'bytes':
      return t('bytesFine');
    case 'simulation':
      return simulationText(check, route.origin.name, texts);
    case 'gas':
      return gasText(check, route, texts);
    case 'screening':
      return screeningText(check, texts);
    case 'recipientName':
      return nameText(check, route, texts);
    case 'recipientCode':
      return codeText(check, route.destination.name, texts);
    case 'payout':
      return payoutText(check, route, texts);
    case 'ownAccountElsewhere':
      return ownAccountText(check, route, texts);
    case 'recipientElsewhere':
      return elsewhereText(check, route.destination.name, texts);
    case 'lookAlike':
      return lookAlikeText(check, texts);
    case 'recipientGas':
      return recipientGasText(check, build, texts);
    case 'recipientFromLink':
      return t('recipientFromLink');
    case 'feeShare':
      return check.state === 'fine' ? t('feesFine', { share: percent(check.bps) }) : feesText(check, build, texts);
    case 'sameTransfer':
      return check.state === 'fine' ? t('sameTransferFine') : t(sameTransferWords[check.nearest]);
    case 'unpinnedToken':
      return unpinnedText(build, texts);
    default:
      return assertNever(check);
  }
}

type CheckOf<K extends Check['kind']> = Extract<Check, { kind: K }>;

type Route = VerifiedBuild['route'];

function simulationText(check: CheckOf<'simulation'>, chain: string, { t }: Texts<'app'>): string {
  switch (check.state) {
    case 'fine':
      return t('simulationFine', { chain });
    case 'warning':
      return t('simulationFailed', { reason: check.reason });
    case 'unknown':
      return t('simulationUnknown', { chain });
  }
}

function gasText({ state }: CheckOf<'gas'>, { origin }: Route, { t }: Texts<'app'>): string {
  const values = { symbol: origin.nativeCurrency.symbol, chain: origin.name };
  if (state === 'unknown') return t('gasUnknown', { chain: origin.name });
  return t(state === 'fine' ? 'gasFine' : 'gasLow', values);
}

function screeningText(check: CheckOf<'screening'>, { t }: Texts<'app'>): string {
  switch (check.state) {
    case 'fine':
      return t('screeningFine');
    case 'warning':
      return t(check.blocked === 'sender' ? 'screeningSender' : 'screeningRecipient');
    case 'unknown':
      return t('screeningUnknown');
  }
}

function nameText(check: CheckOf<'recipientName'>, route: Route, { t }: Texts<'app'>): string {
  const values = { name: check.named.name, chain: check.named.chainName };
  if (check.state === 'unknown') return t('nameUnchecked', values);
  if (check.state === 'fine') return t('nameFine', values);
  if (check.demand === 'stop') return t('nameChanged', values);
  return check.because === 'oneSource'
    ? t('nameOneSource', values)
    : t('nameOtherChain', { ...values, chain: route.destination.name });
}

function codeText(check: CheckOf<'recipientCode'>, chain: string, { t }: Texts<'app'>): string {
  switch (check.state) {
    case 'fine':
      return t('recipientFine', { chain });
    case 'warning':
      return t(check.code === 'delegated' ? 'recipientDelegated' : 'recipientContract', { chain });
    case 'unknown':
      return t('recipientUnknown', { chain });
  }
}

function payoutText(check: CheckOf<'payout'>, { destination }: Route, { t }: Texts<'app'>): string {
  const values = { symbol: destination.nativeCurrency.symbol, chain: destination.name };
  if (check.state === 'fine') return t('payoutFine', values);
  if (check.state === 'unknown') return t('payoutUnknown', values);
  const { refusal } = check;
  return refusal.kind === 'gas'
    ? t('payoutNeedsGas', values)
    : t('payoutRefused', { ...values, reason: refusal.reason });
}

function ownAccountText({ state }: CheckOf<'ownAccountElsewhere'>, route: Route, { t }: Texts<'app'>): string {
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

function elsewhereText(check: CheckOf<'recipientElsewhere'>, chain: string, { t }: Texts<'app'>): string {
  switch (check.state) {
    case 'fine':
      return t('elsewhereFine', { chain });
    case 'warning':
      return t('elsewhereMissing', { other: check.chainName, chain });
    case 'unknown':
      return t('elsewhereUnknown');
  }
}

function lookAlikeText(check: CheckOf<'lookAlike'>, { t }: Texts<'app'>): string {
  if (check.state === 'warning') return t('lookAlike', { address: check.resembles });
  return t(check.state === 'fine' ? 'lookAlikeFine' : 'lookAlikeUnknown');
}

function recipientGasText(
  { state }: CheckOf<'recipientGas'>,
  { intent, route }: VerifiedBuild,
  { t, sum }: Texts<'app'>,
): string {
  const { name: chain, nativeCurrency } = route.destination;
  const isOwn = isSameAddress(intent.account, intent.recipient);
  switch (state) {
    case 'fine':
      return intent.gasDrop > 0n
        ? t('gasArrives', { gas: nativeSum(intent.gasDrop, route.destination, sum), chain })
        : t('recipientGasFine', { chain });
    case 'warning':
      return t(isOwn ? 'ownGasNone' : 'recipientGasNone', { symbol: nativeCurrency.symbol, chain });
    case 'unknown':
      return t('recipientGasUnknown', { chain });
  }
}

function feesText({ bps }: CheckOf<'feeShare'>, build: VerifiedBuild, { t, percent, sum }: Texts<'app'>): string {
  const { intent, route, send, receive, bridgeFee, gasFee } = build;
  const inOrigin = (amount: bigint) => sum({ amount, decimals: route.originToken.decimals }, intent.tokenName);
  return t('reviewFeesHigh', {
    ...{ fees: inOrigin(bridgeFee + gasFee), sum: inOrigin(send), share: percent(bps) },
    receive: sum({ amount: receive, decimals: route.destinationToken.decimals }, intent.tokenName),
  });
}

const sameTransferWords = { open: 'sameTransferOpen', sent: 'sameTransferSent', late: 'sameTransferLate' } as const;

function unpinnedText({ intent, route }: VerifiedBuild, { t }: Texts<'app'>): string {
  return t('unpinnedToken', {
    ...{ token: intent.tokenName, origin: route.origin.name, destination: route.destination.name },
    ...{ originAddress: route.originToken.address, destinationAddress: route.destinationToken.address },
  });
}
