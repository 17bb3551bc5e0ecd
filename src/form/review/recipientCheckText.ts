import { isSameAddress } from '#shared/address.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { ReviewWords } from '../../i18n/review/reviewWords.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { RecipientCheck } from '../model/check.ts';

type CheckOf<K extends RecipientCheck['kind']> = Extract<RecipientCheck, { kind: K }>;
type Route = VerifiedBuild['route'];

function screeningText(check: CheckOf<'screening'>, { t }: ReviewWords): string {
  switch (check.state) {
    case 'fine':
      return t('screeningFine');
    case 'warning':
      return t(check.blocked === 'sender' ? 'screeningSender' : 'screeningRecipient');
    case 'unknown':
      return t('screeningUnknown');
  }
}

function nameText(check: CheckOf<'recipientName'>, route: Route, { t }: ReviewWords): string {
  const values = { name: check.named.name, chain: check.named.chainName };
  if (check.state === 'unknown') return t('nameUnchecked', values);
  if (check.state === 'fine') return t('nameFine', values);
  if (check.demand === 'stop') return t('nameChanged', values);
  return check.because === 'oneSource'
    ? t('nameOneSource', values)
    : t('nameOtherChain', { ...values, chain: route.destination.name });
}

function codeText(check: CheckOf<'recipientCode'>, chain: string, { t }: ReviewWords): string {
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

function elsewhereText(check: CheckOf<'recipientElsewhere'>, chain: string, { t }: ReviewWords): string {
  switch (check.state) {
    case 'fine':
      return t('elsewhereFine', { chain });
    case 'warning':
      return t('elsewhereMissing', { other: check.chainName, chain });
    case 'unknown':
      return t('elsewhereUnknown');
  }
}

function gasText({ state }: CheckOf<'recipientGas'>, { intent, route }: VerifiedBuild, { t }: ReviewWords): string {
  const { name: chain, nativeCurrency } = route.destination;
  const isOwn = isSameAddress(intent.account, intent.recipient);
  switch (state) {
    case 'fine':
      return t('recipientGasFine', { chain });
    case 'warning':
      return t(isOwn ? 'ownGasNone' : 'recipientGasNone', { symbol: nativeCurrency.symbol, chain });
    case 'unknown':
      return t('recipientGasUnknown', { chain });
  }
}

function lookAlikeText(check: CheckOf<'lookAlike'>, { t }: ReviewWords): string {
  if (check.state === 'warning') return t('lookAlike', { address: check.resembles });
  return t(check.state === 'fine' ? 'lookAlikeFine' : 'lookAlikeUnknown');
}

/** One line for each check of the recipient and the sender. */
export function recipientCheckText(check: RecipientCheck, build: VerifiedBuild, words: ReviewWords): string {
  const { route } = build;
  const { name: chain } = route.destination;
  switch (check.kind) {
    case 'screening':
      return screeningText(check, words);
    case 'recipientName':
      return nameText(check, route, words);
    case 'recipientCode':
      return codeText(check, chain, words);
    case 'ownAccountElsewhere':
      return ownAccountText(check, route, words);
    case 'recipientElsewhere':
      return elsewhereText(check, chain, words);
    case 'recipientGas':
      return gasText(check, build, words);
    case 'lookAlike':
      return lookAlikeText(check, words);
    case 'recipientFromLink':
      return words.t('recipientFromLink');
    default:
      return assertNever(check);
  }
}
