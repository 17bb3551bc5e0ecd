import type { Check, CheckKind } from '../../domain/checks.ts';
import type { VerifiedBuild } from '../../domain/verifyBuild.ts';

type Words = Readonly<Record<Check['state'], (check: Check, build: VerifiedBuild) => string>>;

const origin = (build: VerifiedBuild) => build.route.origin.name;
const destination = (build: VerifiedBuild) => build.route.destination.name;

/** A line for every check in each of its states; what could not be checked says so. */
const words: Readonly<Record<CheckKind, Words>> = {
  bytes: {
    fine: () => 'Recipient, token, amount, chain and contract in the transaction are what you asked for, byte for byte',
    warning: () => 'The transaction is not what you asked for',
    unknown: () => 'The transaction could not be compared',
  },
  simulation: {
    fine: (_check, build) => `Tried out on ${origin(build)}: what your wallet will be asked for goes through`,
    warning: ({ detail }) => `It was tried out and would fail: ${detail}`,
    unknown: (_check, build) => `${origin(build)} did not answer: the transaction could not be tried out`,
  },
  gas: {
    fine: (_check, build) => `There is enough for gas on ${origin(build)}`,
    warning: (_check, build) =>
      `There may be too little ${build.route.origin.nativeCurrency.symbol} on ${origin(build)} for the gas of all transactions`,
    unknown: (_check, build) => `Whether there is enough for gas on ${origin(build)} could not be checked`,
  },
  recipientCode: {
    fine: (_check, build) => `The recipient is an ordinary account on ${destination(build)}`,
    warning: ({ detail }, build) =>
      detail === 'delegated'
        ? `The recipient’s account runs delegated code on ${destination(build)} (EIP-7702)`
        : `The recipient is a contract on ${destination(build)}. Whether it can hand the tokens on is up to it`,
    unknown: (_check, build) => `Whether the recipient is a contract on ${destination(build)} could not be checked`,
  },
  ownAccountElsewhere: {
    fine: (_check, build) => `Your account works the same on ${destination(build)}`,
    warning: (_check, build) =>
      `Your account is a contract on ${origin(build)}, and nothing is at its address on ${destination(build)} yet. You may not be able to use what arrives there`,
    unknown: (_check, build) => `Whether your account exists on ${destination(build)} could not be checked`,
  },
  lookAlike: {
    fine: () => 'The recipient resembles no other address used here',
    warning: ({ detail }) =>
      `The recipient begins and ends like ${detail}, which was used here, and is another address. Such look-alikes are made to be mistaken`,
    unknown: () => 'Whether the recipient resembles another address could not be checked',
  },
  recipientFromLink: {
    fine: () => 'You chose the recipient yourself',
    warning: () => 'The recipient was filled in by a link. Be sure that it is the one you want to pay',
    unknown: () => 'Where the recipient came from is not known',
  },
  unpinnedToken: {
    fine: () => 'This app knows the token itself',
    warning: (_check, build) =>
      `This app does not know ${build.intent.tokenName}: that ${build.route.originToken.address} on ${origin(build)} and ${build.route.destinationToken.address} on ${destination(build)} are the same token is the service’s word alone`,
    unknown: () => 'Whether this app knows the token could not be checked',
  },
  feeShare: {
    fine: ({ detail }) => `Fees are ${detail}% of what you send`,
    warning: ({ detail }) => `Fees are ${detail}% of what you send. A larger amount pays a smaller share`,
    unknown: () => 'The share of fees could not be worked out',
  },
  sameTransfer: {
    fine: () => 'No other transfer like this is open in this browser',
    warning: ({ demand }) =>
      demand === 'stop'
        ? 'The same transfer is open in your wallet, or may still be mined. Resolve that one first, under Activity'
        : 'The same transfer is already on its way. This would be a second one',
    unknown: () => 'Whether the same transfer is open elsewhere could not be checked',
  },
};

export function checkWords(check: Check, build: VerifiedBuild): string {
  return words[check.kind][check.state](check, build);
}
