import { assertNever } from '#shared/assertNever.ts';
import type { Check } from '../../../domain/checks.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';

type CheckOf<K extends Check['kind']> = Extract<Check, { kind: K }>;

function percent(bps: bigint): string {
  return `${bps / 100n}.${(bps % 100n).toString().padStart(2, '0')}%`;
}

function simulationText(check: CheckOf<'simulation'>, originName: string): string {
  switch (check.state) {
    case 'fine':
      return `Simulation on ${originName} succeeded`;
    case 'warning':
      return `Simulation failed: ${check.reason}`;
    case 'unknown':
      return `Simulation not possible: ${originName} does not respond`;
  }
}

function gasText({ state }: CheckOf<'gas'>, { origin }: VerifiedBuild['route']): string {
  const texts = {
    fine: `You have enough ${origin.nativeCurrency.symbol} for gas on ${origin.name}`,
    warning: `You may have too little ${origin.nativeCurrency.symbol} on ${origin.name} for gas`,
    unknown: `Gas not checked: ${origin.name} does not respond`,
  };
  return texts[state];
}

function recipientText(check: CheckOf<'recipientCode'>, destinationName: string): string {
  switch (check.state) {
    case 'fine':
      return `The recipient is an ordinary account on ${destinationName}`;
    case 'warning':
      return check.code === 'delegated'
        ? `The recipient runs delegated code on ${destinationName} (EIP-7702)`
        : `The recipient is a contract on ${destinationName}. It may be unable to send the tokens on.`;
    case 'unknown':
      return `Recipient not checked: ${destinationName} does not respond`;
  }
}

function ownAccountText({ state }: CheckOf<'ownAccountElsewhere'>, { origin, destination }: VerifiedBuild['route']) {
  const texts = {
    fine: `Your account works the same on ${destination.name}`,
    warning: `Your account is a contract on ${origin.name} but does not exist on ${destination.name}. You may lose access to the tokens.`,
    unknown: 'Your account not checked: a chain does not respond',
  };
  return texts[state];
}

/** One line for each check in each state that it can have. */
export function checkText(check: Check, { intent, route }: VerifiedBuild): string {
  const { origin, destination, originToken, destinationToken } = route;
  switch (check.kind) {
    case 'bytes':
      return 'The transaction matches your recipient, token, amount and chains, byte for byte';
    case 'simulation':
      return simulationText(check, origin.name);
    case 'gas':
      return gasText(check, route);
    case 'recipientCode':
      return recipientText(check, destination.name);
    case 'ownAccountElsewhere':
      return ownAccountText(check, route);
    case 'lookAlike':
      return check.state === 'fine'
        ? 'The recipient resembles no other address that you used here'
        : `The recipient begins and ends like ${check.resembles}, which you used here. It is a different address.`;
    case 'recipientFromLink':
      return 'A link filled in the recipient. Check that it is the address you want to pay.';
    case 'unpinnedToken':
      return `This app can’t verify ${intent.tokenName}. The service claims that ${originToken.address} on ${origin.name} equals ${destinationToken.address} on ${destination.name}.`;
    case 'feeShare':
      return check.state === 'fine'
        ? `Fees are ${percent(check.bps)} of what you send`
        : `Fees are ${percent(check.bps)} of what you send. A larger amount pays a smaller share.`;
    case 'sameTransfer':
      if (check.state === 'fine') return 'You have no other open transfer like this in this browser';
      return check.demand === 'stop'
        ? 'The same transfer is open in your wallet, or may still be mined. Finish it first, in Activity.'
        : 'You have sent the same transfer already. This would be a second one.';
    default:
      return assertNever(check);
  }
}
